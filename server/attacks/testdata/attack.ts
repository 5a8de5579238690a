/** Values from which a table may build its bytes: known when the server listens. */
export interface Facts {
  /** Host and port of the server under attack. */
  readonly host: string
  /** Values of the session cookie, by what is wrong with them; `user` and `superuser` are in order. */
  readonly seals: Readonly<Record<SealName, string>>
}

/** Sealed cookies that an attack may start from. */
export type SealName =
  | 'user'
  | 'superuser'
  | 'rotated'
  | 'foreign'
  | 'expired'
  | 'idle'
  | 'early'
  | 'revoked'
  | 'superuserText'
  | 'superuserNumber'
  | 'withoutUser'
  | 'withoutId'
  | 'list'
  | 'nothing'

/** The applications that are attacked; `main` unless an attack says otherwise. */
export type ApplicationName = 'main' | 'shared' | 'throttled' | 'proxied'

/** The bytes of a request, and every effect that they may have. */
export interface Attack {
  readonly name: string
  /** Latin-1. `{host}` stands for host and port of the server. A list: each when the one before is answered. */
  readonly bytes: string | readonly string[] | ((facts: Facts) => string)
  /** The status of each answer, in order; a list where more than one would do. There must be no other answer. */
  readonly answers: readonly (number | readonly number[])[]
  /** Operations whose handlers run, in order: none, unless the attack says so. */
  readonly runs?: readonly string[]
  readonly on?: ApplicationName
  /** Only on a server that svc set up: Node does not report it to a bare handler, or drops it before. */
  readonly onlyGuarded?: true
  /** The client's side of the connection ends with the bytes. */
  readonly ends?: true
  /** Texts that must not be in the answers, besides secrets, paths, stacks and whatever says `canary`. */
  readonly excludes?: RegExp
  /** Texts that must be in the answers. */
  readonly includes?: RegExp
}

/** The value of every right credential. No answer may repeat it. */
export const RIGHT = 'r1ght-credential'
/** The field that lets a request in to `/bearer`. */
export const BEARER: string = `Authorization: Bearer ${RIGHT}`

/** The bytes of a GET request. */
export function get(target: string, ...fields: readonly string[]): string {
  return send('GET', target, fields)
}

/** The bytes of a request, with a `Content-Length` where there is a body. */
export function send(method: string, target: string, fields: readonly string[] = [], body?: string): string {
  const length = body === undefined ? [] : [`Content-Length: ${body.length}`]
  return lines([`${method} ${target} HTTP/1.1`, 'Host: {host}', ...fields, ...length], body)
}

/** The bytes of header lines and of what follows them. */
export function lines(texts: readonly string[], body = ''): string {
  return `${texts.join('\r\n')}\r\n\r\n${body}`
}

/** One attack for each input, all with one outcome. */
export function each(
  what: string,
  answers: Attack['answers'][number],
  inputs: readonly string[],
  toBytes: (input: string) => Attack['bytes'],
  more: Partial<Attack> = {},
): readonly Attack[] {
  return inputs.map((input) => ({
    name: `${what} ${shorten(JSON.stringify(input))}`,
    bytes: toBytes(input),
    answers: [answers],
    ...more,
  }))
}

/** The text in Base64, as Latin-1 bytes. */
export function base64(text: string): string {
  return Buffer.from(text, 'latin1').toString('base64')
}

function shorten(text: string): string {
  return text.length <= 90 ? text : `${text.slice(0, 60)}… (${text.length} characters)`
}

/** The bytes for a server, in as many pieces as are to be sent one after the other. */
export function piecesOf({ bytes }: Attack, facts: Facts): readonly string[] {
  const pieces = typeof bytes === 'function' ? [bytes(facts)] : [bytes].flat()
  return pieces.map((piece) => piece.replaceAll('{host}', facts.host))
}
