/** A text of a server's source and what a mistake makes of it. */
export interface Edit {
  /** File in the server's folder; its source if absent. */
  readonly file?: string
  /** Must be there exactly once. */
  readonly find: string
  readonly replace: string
}

/** A mistake that is planted in a server. */
export interface Fault {
  readonly name: string
  readonly edits: readonly Edit[]
  /** Routes that it opens, as the report names them; the first group of findings must be about one of them. */
  readonly on: readonly string[]
  /** Why a tool that only sends requests cannot see it. */
  readonly unseen?: string
  /** Nothing may be tuned to it: reports name it by its number alone. */
  readonly held?: number
}

/** How reports name a mistake. */
export function titleOf({ name, held }: Fault): string {
  return held === undefined ? name : `held mistake ${held}`
}

/**
 * Reads faults as `faults.txt` holds them: blocks that an empty line ends. The first character of a line says what it is:
 * `=` name, `@` routes separated by commas, `!` why no tool can see it, `~` another file, `-` the text to replace and
 * `+` what comes instead. A `-` after a `+` begins another edit. `#` is a comment.
 */
export function readFaults(text: string): readonly Fault[] {
  return text
    .split(/\n(?:\s*\n)+/)
    .map((block) => block.split('\n').filter((line) => line !== '' && !line.startsWith('#')))
    .filter((lines) => lines.length > 0)
    .map(readFault)
}

function readFault(lines: readonly string[]): Fault {
  const of = (mark: string): string | undefined =>
    lines
      .find((line) => line.startsWith(mark))
      ?.slice(1)
      .trim()
  const name = of('=')
  if (name === undefined) throw new Error(`a fault without a name: ${lines[0]}`)
  const unseen = of('!')
  const edits = readEdits(lines)
  if (edits.length === 0) throw new Error(`the fault "${name}" changes nothing`)
  return { name, edits, on: of('@')?.split(', ') ?? [], ...(unseen === undefined ? {} : { unseen }) }
}

function readEdits(lines: readonly string[]): readonly Edit[] {
  const edits: { file: string | undefined; find: string[]; replace: string[] }[] = []
  let file: string | undefined
  for (const line of lines) {
    const rest = line.slice(1)
    const last = edits.at(-1)
    if (line.startsWith('~')) file = rest.trim()
    else if (line.startsWith('-') && (last === undefined || last.replace.length > 0))
      edits.push({ file, find: [rest], replace: [] })
    else if (line.startsWith('-')) last?.find.push(rest)
    else if (line.startsWith('+')) last?.replace.push(rest)
  }
  return edits.map(({ file: name, find, replace }) => ({
    ...(name === undefined ? {} : { file: name }),
    find: find.join('\n'),
    replace: replace.join('\n'),
  }))
}

/** @throws Error where the text is not there exactly once: the fault does not fit the source any more. */
export function plant(source: string, { find, replace }: Edit): string {
  const parts = source.split(find)
  if (parts.length !== 2) throw new Error(`found ${parts.length - 1} times instead of once: ${find}`)
  return parts.join(replace)
}
