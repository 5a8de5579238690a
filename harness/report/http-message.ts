/** A message of HTTP/1.1 as text, taken apart as far as it goes: what was sent may be broken on purpose. */
export interface HttpMessage {
  /** The request line or the status line. */
  readonly startLine: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

/** Never throws: a line without a colon is a header without a value. */
export function parseHttpMessage(text: string): HttpMessage {
  const end = text.search(/\r?\n\r?\n/)
  const head = end === -1 ? text : text.slice(0, end)
  const body = end === -1 ? '' : text.slice(end).replace(/^\r?\n\r?\n/, '')
  const [startLine = '', ...lines] = head.split(/\r?\n/)
  return { startLine, headers: lines.filter((line) => line !== '').map(parseHeader), body }
}

/** The first header of a name, in whatever case it was sent. */
export function findHeader({ headers }: HttpMessage, name: string): string | undefined {
  return headers.find(([candidate]) => candidate.toLowerCase() === name)?.[1]
}

function parseHeader(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(':')
  return colon === -1 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).trim()]
}
