import { isLoadError, LoadError, type SourcePosition } from '../base/errors.ts'
import { checkCors, type CorsOptions, isOrigin } from '../http/cors.ts'
import { checkAllowedHosts } from '../http/known-hosts.ts'
import { compileProxyTrust } from '../http/client.ts'
import { readSessionSettings, SESSION_OPTION_NAMES, type SessionOptions } from '../sessions/options.ts'
import { checkErrors, type ErrorSchemas } from './declared-errors.ts'
import { checkDocs, type DocsOption } from './docs-option.ts'
import type { MiddlewareInput } from './middleware.ts'
import { checkOptionNames } from './option-checks.ts'
import { checkThrottle, type ThrottleOptions } from '../http/throttle.ts'
import { namesOf, type OptionNames } from '../base/option-names.ts'

/** The limits that a server applies before it looks at a request any further (promise 19). */
export interface LimitOptions {
  /** Bytes of all header lines together; 16,384 if absent. More is 431. */
  readonly headers?: number
  /** Characters of the request target; 8,192 if absent. More is 414. */
  readonly target?: number
  /** Bytes of a body, declared or streamed; 1,048,576 if absent. More is 413, before it is read. */
  readonly body?: number
  /** Fields of a form; 100 if absent. */
  readonly formFields?: number
  /** Milliseconds to send the header lines; 10,000 if absent. */
  readonly headersTimeout?: number
  /** Milliseconds to send the whole request; 30,000 if absent. */
  readonly requestTimeout?: number
}

/** Options of an API. */
export interface ApiOptions<A = unknown, E extends ErrorSchemas = ErrorSchemas> {
  /** Name of the API: title of the page and realm of the challenges; `api` if absent. */
  readonly title?: string
  readonly version?: string
  readonly description?: string
  /** Global auth: applies where no inner level says anything. */
  readonly auth?: A
  /** Runs around every handler, outside the middleware of inner levels. */
  readonly middleware?: MiddlewareInput
  /** Schemas of errors by status, for the document; those of routers, files and operations precede. */
  readonly errors?: E
  /** Whether unsafe requests with a cookie must prove that they are same-origin. */
  readonly csrf?: boolean
  /** Origins, exactly as browsers send them, that count as same-origin. */
  readonly trustedOrigins?: readonly string[]
  /** Addresses and CIDR blocks of proxies whose `X-Forwarded-…` fields are believed. */
  readonly trustProxy?: readonly string[]
  /** The origin under which clients reach this server, such as `https://api.example`. */
  readonly publicUrl?: string
  readonly docs?: DocsOption
  readonly sessions?: SessionOptions
  readonly limits?: LimitOptions
  /**
   * Host names without port that this server answers for, besides `localhost`, `127.0.0.1`, `[::1]` and that of
   * `publicUrl`; any other is 421. If absent, a server that listens on loopback knows those only, and any other server
   * answers for every name.
   */
  readonly allowedHosts?: readonly string[]
  /** Which pages of other origins may read answers; none if absent. */
  readonly cors?: CorsOptions
  /** Failed authentications after which a client address gets 429 from an operation; no limit if absent. */
  readonly throttle?: ThrottleOptions
  /**
   * The Redis that the processes of this application share, such as `redis://127.0.0.1:6379`: revoked sessions and
   * throttle counts are kept there. If absent, `SVC_STORE` says it; without either, they are kept in the process.
   */
  readonly store?: string
  /** Milliseconds that one authenticator may take; 10,000 if absent. Longer is 503. */
  readonly authTimeout?: number
  /**
   * `declared`: whose each path parameter of a protected operation is must be said, by a resource or by `null`; else the
   * file is not served. If absent, a warning names the first.
   */
  readonly resources?: 'declared'
  /** The source of the messages of validation errors: this framework, by kind, or the validator, which may repeat the input. */
  readonly validationMessages?: 'own' | 'validator'
}

/** Options with every default in its place. */
export interface Settings {
  readonly title: string
  readonly version: string
  readonly description: string | undefined
  readonly csrf: boolean | undefined
  readonly trustedOrigins: readonly string[]
  readonly trustProxy: readonly string[]
  readonly publicUrl: string | undefined
  readonly docs: DocsOption
  /** Whether `docs` was written and is not `false`: a build has the page then alone. */
  readonly offersDocs: boolean
  readonly limits: Required<LimitOptions>
  readonly allowedHosts: readonly string[] | undefined
  readonly cors: CorsOptions | undefined
  readonly throttle: ThrottleOptions | undefined
  readonly authTimeout: number
  readonly resources?: 'declared'
  readonly validationMessages: 'own' | 'validator'
}

const DEFAULT_LIMITS: Required<LimitOptions> = {
  headers: 16_384,
  target: 8_192,
  body: 1_048_576,
  formFields: 100,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
}

/** Names of the options of an API. */
export const API_OPTION_NAMES: OptionNames<keyof ApiOptions> = namesOf<ApiOptions>({
  title: true,
  version: true,
  description: true,
  auth: true,
  middleware: true,
  errors: true,
  csrf: true,
  trustedOrigins: true,
  trustProxy: true,
  publicUrl: true,
  docs: true,
  sessions: true,
  limits: true,
  allowedHosts: true,
  cors: true,
  throttle: true,
  store: true,
  authTimeout: true,
  resources: true,
  validationMessages: true,
})

const LIMIT_OPTION_NAMES = namesOf<LimitOptions>(DEFAULT_LIMITS)

/**
 * Puts the defaults in.
 *
 * @throws {@link LoadError} for an option that does not exist or has a value that can mean nothing.
 */
export function readSettings(options: ApiOptions, source: SourcePosition | undefined): Settings {
  checkOptionNames(options, API_OPTION_NAMES, 'SvcAPI', source)
  const { title = 'api', version = '0.0.0', description, csrf, publicUrl, docs = {}, authTimeout = 10_000 } = options
  const { trustedOrigins = [], trustProxy = [], validationMessages = 'own', allowedHosts, cors, throttle } = options
  if (options.sessions) checkOptionNames(options.sessions, SESSION_OPTION_NAMES, 'sessions', source)
  locate(source, () => {
    if (options.sessions) readSessionSettings(options.sessions)
    compileProxyTrust(trustProxy)
  })
  if (docs !== false) checkDocs(docs, source)
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  checkOptionNames(limits, LIMIT_OPTION_NAMES, 'limits', source)
  for (const [name, value] of Object.entries({ ...limits, authTimeout })) {
    if (!Number.isSafeInteger(value) || value <= 0 || value > MAX_TIMER) {
      throw new LoadError('SVC_OPTION_INVALID', `${name} must be a whole number above 0; got ${String(value)}.`, source)
    }
  }
  for (const origin of [...trustedOrigins, ...(publicUrl === undefined ? [] : [publicUrl])]) {
    checkOrigin(origin, source)
  }
  checkCsrf(csrf, source)
  if (Object.hasOwn(options, 'errors')) checkErrors(options.errors, source)
  checkResources(options, source)
  if (allowedHosts !== undefined) checkAllowedHosts(allowedHosts, source)
  if (cors !== undefined) checkCors(cors, source)
  if (throttle !== undefined) checkThrottle(throttle, source)
  return {
    title,
    version,
    description,
    csrf,
    trustedOrigins,
    trustProxy,
    publicUrl,
    docs,
    offersDocs: options.docs !== undefined && docs !== false,
    limits,
    allowedHosts,
    cors,
    throttle,
    authTimeout,
    validationMessages,
    ...(options.resources === undefined ? {} : { resources: options.resources }),
  }
}

/** Gives errors of other rooms, which know no file, their position. */
function locate(source: SourcePosition | undefined, check: () => void): void {
  try {
    check()
  } catch (error) {
    throw isLoadError(error) ? new LoadError(error.code, error.problem, source) : error
  }
}

function checkResources({ resources }: ApiOptions, source: SourcePosition | undefined): void {
  if (resources === undefined || resources === 'declared') return
  const problem = `resources must be 'declared', or absent; got ${JSON.stringify(resources)}.`
  throw new LoadError('SVC_OPTION_INVALID', problem, source)
}

/** Refuses a text, of which `'false'` would be as true as any other. */
export function checkCsrf(csrf: unknown, source: SourcePosition | undefined): void {
  if (csrf === undefined || typeof csrf === 'boolean') return
  throw new LoadError('SVC_OPTION_INVALID', `csrf must be true or false; got ${JSON.stringify(csrf)}.`, source)
}

/** The longest delay that a timer keeps; a longer one would fire at once. */
const MAX_TIMER = 2_147_483_647

function checkOrigin(origin: string, source: SourcePosition | undefined): void {
  if (isOrigin(origin)) return
  if (origin.includes('*')) {
    const problem = `${JSON.stringify(origin)} has a wildcard, which nothing here would match.`
    throw new LoadError('SVC_ORIGIN_INVALID', `${problem} Name every origin by itself.`, source)
  }
  const meant = URL.canParse(origin) ? new URL(origin).origin : 'https://app.example'
  throw new LoadError(
    'SVC_ORIGIN_INVALID',
    `${JSON.stringify(origin)} is not an origin as browsers send it. Write ${JSON.stringify(meant)}.`,
    source,
  )
}
