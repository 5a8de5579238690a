/** A text without the optional whitespace around it: spaces and tabs, nothing else (RFC 9110 section 5.6.3). */
export function trimBlanks(text: string): string {
  const start = startAfterBlanks(text, 0, text.length)
  return text.slice(start, endBeforeBlanks(text, start, text.length))
}

/** Where the text between two positions starts, its blanks passed over. */
export function startAfterBlanks(text: string, start: number, end: number): number {
  let index = start
  while (index < end && isBlank(text.charCodeAt(index))) index++
  return index
}

/** Where the text between two positions ends, its blanks left off. */
function endBeforeBlanks(text: string, start: number, end: number): number {
  let index = end
  while (index > start && isBlank(text.charCodeAt(index - 1))) index--
  return index
}

const SPACE = 32
const TAB = 9

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB
}
