/** A secret of a request: in its code a variable of the environment, or in clear. */
export interface Secret {
  readonly variable: string
  /** `undefined` where the page does not know it: nothing is typed yet, or no script can read it. */
  readonly value: string | undefined
}

/** A text of which parts may be secret. */
export type Text = readonly (string | Secret)[]

/** A part of a form. */
export type FormPart =
  | { readonly name: string; readonly text: string; readonly type?: string }
  | { readonly name: string; readonly file: string; readonly type?: string }

/** The body of a request: as it is sent, parts of `multipart/form-data`, or the content of a file. */
export type CodeBody =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'form'; readonly parts: readonly FormPart[] }
  | { readonly kind: 'file'; readonly file: string }

/** A request as code writes it: what the page would send, without what each client adds by itself. */
export interface CodeRequest {
  readonly method: string
  /** Absolute. */
  readonly url: string
  /** Parameters of the query that are secret, by name. They follow the query of the URL. */
  readonly query: readonly (readonly [name: string, value: Text])[]
  readonly headers: readonly (readonly [name: string, value: Text])[]
  /** User name and password of Basic. */
  readonly basic?: readonly [Text, Text] | undefined
  readonly cookies: readonly (readonly [name: string, value: Text])[]
  readonly body?: CodeBody | undefined
  /** Sentences for its reader. */
  readonly notes: readonly string[]
}

/** The same request with the secrets that the page knows in clear. */
export function inClear(request: CodeRequest): CodeRequest {
  const { url, query } = request
  const named = (pairs: CodeRequest['headers']): CodeRequest['headers'] =>
    pairs.map(([name, value]) => [name, clear(value)])
  const known = query.filter(([, value]) => secretsIn(clear(value)).length === 0)
  const suffix = new URLSearchParams(known.map(([name, value]) => [name, textOf(clear(value))])).toString()
  return {
    ...request,
    url: suffix === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${suffix}`,
    query: query.filter((pair) => !known.includes(pair)),
    headers: named(request.headers),
    basic: request.basic && [clear(request.basic[0]), clear(request.basic[1])],
    cookies: named(request.cookies),
  }
}

function textOf(text: Text): string {
  return text.filter((part) => typeof part === 'string').join('')
}

function clear(text: Text): Text {
  const parts = text.map((part) => (typeof part === 'string' ? part : (part.value ?? part)))
  return parts.every((part) => typeof part === 'string') ? [textOf(parts)] : parts
}

/** The variables that the code of a request reads, each once, in its order. */
export function variablesOf({ query, headers, basic = [[], []], cookies }: CodeRequest): readonly string[] {
  const texts = [...query.map(([, text]) => text), ...headers.map(([, text]) => text), ...basic]
  const all = [...texts, ...cookies.map(([, text]) => text)].flatMap(secretsIn)
  return [...new Set(all.map(({ variable }) => variable))]
}

function secretsIn(text: Text): readonly Secret[] {
  return text.filter((part): part is Secret => typeof part !== 'string')
}

/** Whether a part of a text is beyond ASCII: a header holds it as Latin-1, whatever a program makes of its texts. */
export function isBeyondAscii(text: Text): boolean {
  return text.some((part) => /[^\0-\x7f]/.test(typeof part === 'string' ? part : (part.value ?? '')))
}

/** The lines above the code: its notes, and the variables that it needs. */
export function commentsOf(request: CodeRequest, mark: string): readonly string[] {
  const variables = variablesOf(request)
  const needs = variables.length === 0 ? [] : [`Needs ${variables.join(', ')} in the environment.`]
  return [...request.notes, ...needs].map((note) => `${mark} ${note}`)
}
