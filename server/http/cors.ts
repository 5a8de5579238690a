import { LoadError, reasonOf, type SourcePosition } from '../base/errors.ts'
import { namesOf } from '../base/option-names.ts'
import { copyResponse } from './response.ts'
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
  preflightResponse(methods: string): Response
  /** The response with what its origin may know. Every answer varies by origin, lest a cache hand one on. */
  apply(source: CorsSource, response: Response): Response
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
  const grant = (source: CorsSource): string | undefined => {
    const lines = source.headerValues('origin')
    const origin = lines.length === 1 ? lines[0] : undefined
    if (origin === undefined) return undefined
    if (origins === '*') return '*'
    return origins.includes(origin) ? origin : undefined
  }
  return {
    isPreflight: (source) =>
      source.method === 'OPTIONS' &&
      source.headerValues('origin').length === 1 &&
      source.headerValues('access-control-request-method').length === 1,
    preflightResponse: (methods) =>
      new Response(null, {
        status: 204,
        statusText: reasonOf(204),
        headers: {
          allow: methods,
          'access-control-allow-methods': methods,
          'access-control-allow-headers': headers.join(', '),
          'access-control-max-age': String(maxAge),
          vary: 'access-control-request-method, access-control-request-headers',
        },
      }),
    apply: (source, response) => {
      const granted = grant(source)
      const fields = new Headers(response.headers)
      if (origins !== '*') addVary(fields, 'origin')
      if (granted === undefined) {
        for (const name of PREFLIGHT_GRANTS) fields.delete(name)
      } else {
        fields.set('access-control-allow-origin', granted)
        if (credentials) fields.set('access-control-allow-credentials', 'true')
        if (exposedHeaders.length > 0) fields.set('access-control-expose-headers', exposedHeaders.join(', '))
      }
      return copyResponse(response, response.body, fields)
    },
  }
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

function addVary(fields: Headers, name: string): void {
  const vary = fields.get('vary')
  if (
    vary === '*' ||
    vary
      ?.toLowerCase()
      .split(/\s*,\s*/)
      .includes(name)
  )
    return
  fields.append('vary', name)
}
