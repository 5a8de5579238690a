import { FORM, type RequestData } from '../model/request.ts'
import type { Secret } from '../model/fixtures.ts'
import { utf8Bytes } from '../text/encoding.ts'
import { type FilledRequest, fillPath } from './filled-path.ts'
import { isLiteralSecret } from './literal-secrets.ts'
import { findSecret } from './secret.ts'
import { findVariable, requireNoVariable, type ResolvedText, resolveText, type TextSource } from './resolve-text.ts'

/** Resolves the texts of fixtures, and remembers which of them must never show. */
export class SecretTexts {
  readonly #source: TextSource
  readonly #secrets: Secret[] = []
  readonly #known = new Set<string>()
  readonly #literals: string[] = []

  constructor(source: TextSource) {
    this.#source = source
  }

  /** Every text that must never show, with what it is shown as; what is hidden later is added to it. */
  get secrets(): readonly Secret[] {
    return this.#secrets
  }

  /** Places of secrets that are written out. */
  get literals(): readonly string[] {
    return this.#literals
  }

  /** A request, with what it holds resolved. */
  request(
    { method = 'POST', path, headers = {}, form, body, json = body, inPath }: FilledRequest,
    place: string,
  ): RequestData {
    const written = String(this.replaced(path, `${place}.path`))
    const target =
      inPath === undefined
        ? written
        : fillPath(written, { ...inPath, password: this.secret(inPath.password, `${place}.path`).value })
    const lines = Object.entries(this.ofRecord(headers, `${place}.headers`)).map(
      ([name, value]) => [name, utf8Bytes(value)] as const,
    )
    if (form !== undefined) {
      const body = new URLSearchParams(this.ofRecord(form, `${place}.form`)).toString()
      return { method, target, headers: [...lines, ['Content-Type', FORM]], body }
    }
    if (json === undefined) return { method, target, headers: lines }
    return {
      method,
      target,
      headers: [...lines, ['Content-Type', 'application/json']],
      body: utf8Bytes(JSON.stringify(this.inside(json, `${place}.json`))),
    }
  }

  /** Texts anywhere inside a JSON body, as those of {@link ofRecord}. */
  inside(value: unknown, place: string): unknown {
    return mapTexts(value, place, (text, at, name) => this.#named(name, text, at))
  }

  /** The same for facts: variables are replaced, and a text that is written out is not taken for a secret. */
  replaced(value: unknown, place: string): unknown {
    const isReplaced = (text: unknown): boolean => typeof text !== 'string' || findVariable(text) !== undefined
    return mapTexts(value, place, (text, at, name) => (isReplaced(text) ? this.#named(name, text, at) : text))
  }

  /** Texts by name; one that is named like a secret, or comes from outside and is not the name of a user, is hidden. */
  ofRecord(texts: Readonly<Record<string, unknown>>, place: string): Record<string, string> {
    return Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, this.#named(name, text, `${place}.${name}`)]),
    )
  }

  #named(name: string, text: unknown, place: string): string {
    if (typeof text === 'string' && PLACE.test(text)) return text
    const { value, origin } = resolveText(text, place, this.#source)
    const isFromOutside = origin !== 'literal' && !USER_NAME.test(name)
    const isSecret = SECRET_NAME.test(name) || findSecret(text) !== undefined || isFromOutside
    return isSecret ? this.secret(text, place).value : value
  }

  /** A text that must never show, of the authenticator `owner` if of any. */
  secret(text: unknown, place: string, owner?: string): ResolvedText {
    const resolved = resolveText(text, place, this.#source)
    const isWritten = this.#source.written?.includes(withoutScheme(resolved.value)) ?? true
    if (resolved.origin === 'literal' && isWritten && isLiteralSecret(resolved.value, place)) this.#literals.push(place)
    this.hide(withoutScheme(resolved.value), resolved.origin === 'literal' ? place : resolved.origin, owner)
    return resolved
  }

  /** Texts by name, none of which must ever show. */
  secretsOf(texts: object, place: string, owner?: string): Record<string, string> {
    const entries = Object.entries(texts).map(([name, text]) => [
      name,
      this.secret(text, `${place}.${name}`, owner).value,
    ])
    return Object.fromEntries(entries) as Record<string, string>
  }

  /** From now on the value shows as its label. */
  hide(value: string, label: string, owner?: string): void {
    const secret = { value, label, ...(owner === undefined ? {} : { owner }) }
    if (value !== '' && this.#known.size < this.#known.add(JSON.stringify(secret)).size) this.#secrets.push(secret)
  }
}

/** A value in which each text, and each `secret('NAME')`, is another; of a list they have the name of the list. */
function mapTexts(
  value: unknown,
  place: string,
  map: (text: unknown, place: string, name: string) => unknown,
  name = '',
): unknown {
  if (typeof value === 'string' || findSecret(value) !== undefined) return map(value, place, name)
  if (Array.isArray(value)) return value.map((one, i) => mapTexts(one, `${place}[${i}]`, map, name))
  if (typeof value !== 'object' || value === null || !PLAIN.has(Object.getPrototypeOf(value))) return value
  const entries = Object.entries(value).map(([key, one]) => {
    requireNoVariable(key, place)
    return [key, mapTexts(one, `${place}.${key}`, map, key)]
  })
  return Object.fromEntries(entries) as unknown
}

/** Prototypes of objects that are data: a date stays one. */
const PLAIN: ReadonlySet<unknown> = new Set([Object.prototype, null])

/** Stands for a token of a login or of a form, which is known when the request is sent. */
const PLACE = /^\{(?:refresh|access|csrf)\}$/

const SECRET_NAME = /password|passphrase|passwd|pwd|^pass$|secret|token|key/i

/** Names that answers may well repeat. */
const USER_NAME = /^(?:user|user_?name|user_?id|login|e-?mail|account|name|identifier|client_?id|scope|grant_?type)$/i

/** The secret of an Authorization line: its scheme is a word that also appears in paths and texts. */
function withoutScheme(text: string): string {
  return /^[A-Za-z]+ (\S+)$/.exec(text)?.[1] ?? text
}
