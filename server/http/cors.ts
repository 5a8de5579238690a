import { LoadError, type SourcePosition } from '../base/errors.ts'
import { namesOf } from '../base/option-names.ts'
import { Answer, type Outcome } from './answer.ts'
import { pairsOf, replaceHeaders, withHeaders } from './response.ts'
import { isToken } from '../grammar/token.ts'

/** Which pages of other origins may read answers (WHATWG Fetch section 3.2). */
export interface CorsOptions {
  /** Origins exactly as browsers send them, or `'*'` for any. */
  readonly origins: '*' | readonly string[]
  /** Whether cookies and `Authorization` of the browser's own may come along; not with `'*'`. */
  readonly credentials?: boolean
  /** Header fields that a page may send; `authorization, content-type` if absent. Key headers belong here. */
  readonly headers?: readonly string[]
  /** Header fields of an answer that a page may read, besides those that every page may. */
  readonly exposedHeaders?: readonly string[]
  /** Seconds for which a browser need not ask again; 600 if absent. */
  readonly maxAge?: number
}

const OPTION_NAMES = namesOf<CorsOptions>({
  origins: true,
  credentials: true,
  headers: true,
  exposedHeaders: true,
  maxAge: true,
})

/** The part of a request that cross-origin sharing looks at. */
export interface CorsSource {
  readonly method: string
  headerValues(name: string): readonly string[]
}

/** The options, compiled by {@link compileCors}. */
export interface Cors {
  /** Whether a request is a preflight: a browser asks for leave and sends no credential. */
  isPreflight(source: CorsSource): boolean
  /** The answer to a preflight, for a path with these methods. */
  preflightAnswer(methods: string): Answer
  /** The answer with the fields for its origin. Every answer varies by origin, lest a cache hand one on. */
  apply(source: CorsSource, outcome: Outcome): Outcome
}

/** Compiles the option `cors`. */
export function compileCors(options: CorsOptions): Cors {
  const {
    origins,
    credentials = false,
    headers = ['authorization', 'content-type'],
    exposedHeaders = [],
    maxAge = 600,
  } = options
  const common = [
    ...(credentials ? ['access-control-allow-credentials', 'true'] : []),
    ...(exposedHeaders.length > 0 ? ['access-control-expose-headers', exposedHeaders.join(', ')] : []),
  ]
  const vary = origins === '*' ? [] : ['vary', 'origin']
  const grants = new Map(
    [origins].flat().map((origin) => [origin, [...vary, 'access-control-allow-origin', origin, ...common]]),
  )
  /** The fields for the origin of a request; `undefined` where nothing is granted. */
  const grant = (source: CorsSource): readonly string[] | undefined => {
    const [origin, ...others] = source.headerValues('origin')
    if (origin === undefined || others.length > 0) return undefined
    return grants.get(origins === '*' ? origins : origin)
  }
  return {
    isPreflight: (source) =>
      source.method === 'OPTIONS' &&
      source.headerValues('origin').length === 1 &&
      source.headerValues('access-control-request-method').length === 1,
    preflightAnswer: (methods) =>
      new Answer(
        204,
        Object.entries({
          allow: methods,
          'access-control-allow-methods': methods,
          'access-control-allow-headers': headers.join(', '),
          'access-control-max-age': String(maxAge),
          vary: 'access-control-request-method, access-control-request-headers',
        }).flat(),
        null,
      ),
    apply: (source, outcome) => {
      const granted = grant(source)
      const more = granted ?? vary
      if (outcome instanceof Answer) {
        // A `Response` would cost as much as the rest of the request: almost no answer has such a field already.
        const { status, fields, text } = outcome
        if (!isConcerned(fields)) return new Answer(status, [...fields, ...more], text)
      }
      const own = outcome instanceof Answer ? outcome.fields : [...outcome.headers].flat()
      if (!(outcome instanceof Answer) && !isConcerned(own)) return withHeaders(outcome, pairsOf(more))
      const fields = merge(own, more, granted === undefined ? PREFLIGHT_GRANTS : [])
      if (outcome instanceof Answer) return new Answer(outcome.status, fields, outcome.text)
      return replaceHeaders(outcome, pairsOf(fields))
    },
  }
}

/** Whether fields have one that sharing adds to, replaces or takes away. */
function isConcerned(fields: readonly string[]): boolean {
  for (let at = 0; at < fields.length; at += 2) {
    const name = fields[at] as string
    if (name === 'vary' || name.startsWith('access-control-')) return true
  }
  return false
}

/** @throws {@link LoadError} for origins that no browser sends, and for cookies shared with every origin. */
export function checkCors(options: unknown, source: SourcePosition | undefined): void {
  const fail = (problem: string): never => {
    const fix = 'Write cors: { origins: ["https://app.example"] }, or leave it out.'
    throw new LoadError('SVC_CORS_INVALID', `${problem} ${fix}`, source)
  }
  if (typeof options !== 'object' || options === null) fail('cors must be an object with origins.')
  const { origins, credentials, headers = [], exposedHeaders = [], maxAge = 0 } = options as CorsOptions
  const unknown = Object.keys(options as object).find((name) => !(OPTION_NAMES as readonly string[]).includes(name))
  if (unknown !== undefined) fail(`cors has no option "${unknown}".`)
  if (origins === '*' && credentials === true) fail('cors: credentials cannot be shared with every origin.')
  if (origins !== '*' && (!Array.isArray(origins) || origins.length === 0)) fail('cors.origins must be "*" or a list.')
  if (origins !== '*')
    for (const origin of origins) if (!isOrigin(origin)) fail(`cors: ${JSON.stringify(origin)} is not an origin.`)
  for (const name of [...headers, ...exposedHeaders])
    if (!isToken(name)) fail(`cors: ${JSON.stringify(name)} is not a field name.`)
  if (!Number.isSafeInteger(maxAge) || maxAge < 0) fail('cors.maxAge must be seconds.')
}

const PREFLIGHT_GRANTS = ['access-control-allow-methods', 'access-control-allow-headers', 'access-control-max-age']

/** Sandboxed frames send `null`: it names no origin. A `*` inside would be taken for a pattern, and never match. */
export function isOrigin(text: unknown): boolean {
  if (typeof text !== 'string' || text === 'null' || text.includes('*')) return false
  return URL.canParse(text) && new URL(text).origin === text
}

/** The fields with others in their place, without some, and with one `Vary` for all. */
function merge(own: readonly string[], more: readonly string[], without: readonly string[]): readonly string[] {
  const set = new Set(['vary', ...without, ...pairsOf(more).map(([name]) => name)])
  const valuesOf = (fields: readonly string[]): readonly string[] =>
    pairsOf(fields).flatMap(([name, value]) => (name === 'vary' ? [value] : []))
  const kept = pairsOf(own).filter(([name]) => !set.has(name))
  const added = pairsOf(more).filter(([name]) => name !== 'vary')
  const vary = valuesOf(own)
  const known = vary.flatMap((value) => value.toLowerCase().split(/\s*,\s*/))
  const missing = known.includes('*') ? [] : valuesOf(more).filter((value) => !known.includes(value))
  const joined = [...vary, ...missing].join(', ')
  return [...kept, ...added, ...(joined === '' ? [] : [['vary', joined]])].flat()
}
