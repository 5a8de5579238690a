import { isNamed, type NamedCarrier } from '../model/carrier.ts'
import { type LeafDescription, leavesOf } from '../model/description.ts'
import type { AuthRequest } from '../http/request.ts'
import type { Operation } from '../model/operation.ts'

/** Characters of a message that are looked at and logged. */
export const MOST_TEXT = 16_384
/** Texts that are looked for. */
export const MOST_CREDENTIALS = 64
/** Of a longer credential this many characters are looked for, and redacted as far as it goes on from there. */
export const HEAD = 32

/**
 * The texts in a request by which a reader of the log could pass for its sender: `Authorization` (also decoded), cookies, what the
 * operation's authenticators read, and fields whose names say that they are secret. Handlers put such texts into the
 * messages of what they throw.
 *
 * @returns `undefined` for more than {@link MOST_CREDENTIALS}: a request with thousands must not make a log slow, nor
 * have one of them logged because of the others.
 */
export function credentialsIn(request: AuthRequest, operation: Operation | undefined): readonly string[] | undefined {
  const found = new Found()
  const authorization = request.headers.get('authorization')
  if (authorization !== null) for (const text of textsOfAuthorization(authorization)) found.add(text)
  for (const text of Object.values(request.cookies)) if (text !== undefined) found.add(text)
  const cookie = request.headers.get('cookie')
  if (cookie !== null) found.add(cookie)
  const leaves = operation?.auth.description ? leavesOf(operation.auth.description) : []
  for (const leaf of leaves) {
    const place = placeOf(leaf)
    if (place?.in === 'header') found.add(request.headers.get(place.name) ?? '')
    if (place?.in === 'query') collect(request.query[place.name], found)
  }
  collectNamed(request.headers, found)
  collectNamed(Object.entries(request.query), found)
  collectBody((request as { readonly body?: unknown }).body, found)
  return found.isOverfull ? undefined : [...found.texts]
}

/**
 * The text without the credentials, in the forms in which they are likely to be in it; of a text longer than
 * {@link MOST_TEXT} its beginning. Without a list of credentials no message can be shown: the stack's places stay.
 */
export function redact(text: string, credentials: readonly string[] | undefined): string {
  const window = text.slice(0, MOST_TEXT)
  if (credentials === undefined) return `[message withheld: the request holds too many secrets]${placesOf(window)}`
  const isCut = text.length > window.length
  const spans = credentials.flatMap((credential) => spansOf(window, credential)).toSorted((a, b) => a.start - b.start)
  // The rest of a credential at the cut is too short to be found.
  const end = isCut ? window.length - HEAD : window.length
  let redacted = ''
  let kept = 0
  for (const span of spans) {
    if (span.start >= end) break
    if (span.start >= kept) redacted += `${window.slice(kept, span.start)}[redacted]`
    kept = Math.max(kept, span.end)
  }
  redacted += window.slice(Math.min(kept, end), end)
  return isCut ? `${redacted}… [${text.length - end} more characters]` : redacted
}

/** A stretch of a text that is not shown. */
interface Span {
  readonly start: number
  readonly end: number
}

/** Where a credential is in a text, whole or from its beginning on. */
function spansOf(text: string, credential: string): readonly Span[] {
  const spans: Span[] = []
  for (const form of formsOf(credential.slice(0, MOST_TEXT))) {
    const head = form.slice(0, HEAD)
    for (let start = text.indexOf(head); start >= 0;) {
      let length = head.length
      while (length < form.length && text[start + length] === form[length]) length++
      spans.push({ start, end: start + length })
      start = text.indexOf(head, start + length)
    }
  }
  return spans
}

function formsOf(credential: string): ReadonlySet<string> {
  const inJson = JSON.stringify(credential).slice(1, -1)
  const inQuery = new URLSearchParams({ k: credential }).toString().slice(2)
  return new Set([credential, inJson, inQuery, encodeURIComponent(credential.replace(/\p{Surrogate}/gu, '\ufffd'))])
}

/** The lines of a stack that say where. */
function placesOf(stack: string): string {
  const lines = stack.split('\n').filter((line) => /^ {4}at [^\n]{1,500}:\d+:\d+\)?$/.test(line))
  return lines.map((line) => `\n${line}`).join('')
}

/** Where an authenticator reads a text that is not in `Authorization` or a cookie, which are always redacted. */
function placeOf({ carrier, scheme }: LeafDescription): NamedCarrier | undefined {
  if (isNamed(carrier)) return carrier
  return scheme?.type === 'apiKey' ? scheme : undefined
}

/** Shorter ones are in every stack, and no secrets. */
const SHORTEST = 4
const SECRET_NAME = /pass|pwd|secret|token|key|auth|credential|pin$|otp/i

/** The credentials found so far. It stops counting at one too many. */
class Found {
  readonly texts: Set<string> = new Set()

  get isOverfull(): boolean {
    return this.texts.size > MOST_CREDENTIALS
  }

  add(text: string): void {
    if (text.length >= SHORTEST && !this.isOverfull) this.texts.add(text)
  }
}

function textsOfAuthorization(line: string): readonly string[] {
  const [, credentials = ''] = /^\S+\s+(.*)$/s.exec(line) ?? []
  const decoded = Buffer.from(credentials, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  return [line, credentials, ...(colon < 0 ? [] : [decoded, decoded.slice(colon + 1)])]
}

function collectNamed(entries: Iterable<readonly [string, unknown]>, found: Found): void {
  for (const [name, value] of entries) if (SECRET_NAME.test(name)) collect(value, found)
}

function collect(value: unknown, found: Found): void {
  if (typeof value === 'string') found.add(value)
  else if (Array.isArray(value)) for (const member of value) collect(member, found)
}

/** The validated body, where there is one by now, objects in it included. */
function collectBody(body: unknown, found: Found): void {
  const seen = new Set<object>()
  const open: unknown[] = [body]
  while (open.length > 0 && !found.isOverfull) {
    const value = open.pop()
    if (!isPlain(value) || seen.has(value)) continue
    seen.add(value)
    const entries = Object.entries(value)
    collectNamed(entries, found)
    for (const [, member] of entries) open.push(member)
  }
}

/** Whether a value is a plain object or a list. Other objects may do work when they are read. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype || prototype === Array.prototype
}
