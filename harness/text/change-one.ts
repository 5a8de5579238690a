/**
 * The text with its last digit changed by one, or its last letter where it has no digit: a time stays near, a number a
 * number. `undefined` if it has neither.
 */
export function changeOne(text: string): string | undefined {
  return replaceLast(text, /\d/g) ?? replaceLast(text, /[a-z]/gi)
}

/** A body with one character changed: JSON stays JSON, with the same names. */
export function changeOneIn(body: string): string | undefined {
  const names = namesIn(body)
  if (names === undefined) return changeOne(body)
  const places = [/\d/g, /[a-z]/gi].flatMap((characters) => [...body.matchAll(characters)].toReversed())
  for (const { index, 0: character } of places) {
    const changed = body.slice(0, index) + nextOf(character) + body.slice(index + 1)
    if (namesIn(changed) === names) return changed
  }
  return undefined
}

function replaceLast(text: string, characters: RegExp): string | undefined {
  const found = [...text.matchAll(characters)].at(-1)
  return found && text.slice(0, found.index) + nextOf(found[0]) + text.slice(found.index + 1)
}

/** Of the same kind, and not a leading zero. */
function nextOf(character: string): string {
  if (character === '9') return '8'
  if (character === 'z') return 'y'
  if (character === 'Z') return 'Y'
  return String.fromCharCode(character.charCodeAt(0) + 1)
}

/** The names and types of JSON; `undefined` for a text that is not JSON. */
function namesIn(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), (_, value: unknown) => (typeof value === 'object' ? value : typeof value))
  } catch {
    return undefined
  }
}
