import type { ServerResponse } from 'node:http'
import { usesSessions } from '../model/description.ts'
import { type HttpError, LoadError, type SourcePosition } from '../base/errors.ts'
import { callExceptionHandler, defaultAnswer, type ExceptionHandlers, sharedError } from './exceptions.ts'
import { Answer, type Outcome } from '../http/answer.ts'
import { compileProxyTrust } from '../http/client.ts'
import { compileKnownHosts, hostsOf } from '../http/known-hosts.ts'
import { compileCors, type Cors } from '../http/cors.ts'
import { RequestContext, type RequestOrigin, type RequestSetting } from '../http/request.ts'
import { type HeaderPairs, toPlatform, toResponse, withFields, withHeaders, withoutBody } from '../http/response.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { RedisStore } from '../store/redis-store.ts'
import { readTarget, type Target } from '../http/target.ts'
import type { Throttle } from '../http/throttle.ts'
import type { CompileContext, CompiledOperation } from './steps.ts'
import type { FindListener } from './step.ts'
import { formatOperation, type Method, type Operation } from '../model/operation.ts'
import { joinPaths, parsePath, type PathPattern, PathTable } from '../grammar/path.ts'
import { allowOf, createEntry, findEntry, MethodEntry, type PathEntry } from './path-entry.ts'
import { createRecord } from '../base/record.ts'
import { requireResources } from '../declaring/check-operation.ts'
import type { Judging } from '../resources/access.ts'
import type { Settings } from '../declaring/settings.ts'

/** A path that must answer 503, since what belongs there did not load. */
export interface ClosedPath {
  /** In bracket form, without the base; `/admin/**` means everything below `/admin`. */
  readonly path: string
  /** The fault, for people at the terminal; never sent. */
  readonly reason: string
}

/** The parts of an application. */
export interface ApplicationParts {
  readonly operations: readonly Operation[]
  /** Operations of our own: the document and the page. They are not in the list, and a listener hears of no handler. */
  readonly internal: readonly Operation[]
  readonly closed: readonly ClosedPath[]
  /** Before every path: `/api`, or empty. */
  readonly base: string
  readonly settings: Settings
  readonly handlers: ExceptionHandlers
  readonly sessions: Sessions
  readonly store: RedisStore | undefined
  readonly throttle: Throttle | undefined
  readonly listener: FindListener
  /** Whether each operation was checked as it was loaded. It is compiled when it is first asked for. */
  readonly isChecked: boolean
}

/** Something to run: the compiled operations behind a table of paths. Immutable, so that a reload swaps one for another. */
export class Application {
  readonly #parts: ApplicationParts
  readonly #setting: RequestSetting
  readonly #table = new PathTable<PathEntry>()
  readonly #closedPrefixes: readonly string[]
  readonly #cors: Cors | undefined
  readonly #knowsHost: ((host: string) => boolean) | undefined

  /** @throws {@link LoadError} for two operations with one method and path, or one id. */
  constructor(parts: ApplicationParts) {
    const { settings, sessions, operations, internal, closed } = parts
    this.#parts = parts
    this.#cors = settings.cors && compileCors(settings.cors)
    this.#knowsHost = settings.allowedHosts && compileKnownHosts(hostsOf(settings))
    this.#setting = {
      bodyLimit: settings.limits.body,
      formFieldLimit: settings.limits.formFields,
      trust: compileProxyTrust(settings.trustProxy, settings.publicUrl),
      trustedOrigins: settings.trustedOrigins,
      sessions,
      store: parts.store,
      judging: { timeout: settings.authTimeout, listener: parts.listener } satisfies Judging,
    }
    if (!parts.isChecked) {
      checkOperationIds(operations)
      if (settings.resources === 'declared') operations.forEach(requireResources)
    }
    checkSessions([...operations, ...internal], sessions)
    const context: CompileContext = { ...parts, unauthorized: new Map(), plain: new Map() }
    for (const operation of operations) this.#add(operation, context)
    const unobserved: CompileContext = { ...context, plain: new Map(), listener: () => undefined }
    for (const operation of internal) {
      this.#add(operation, unobserved)
      this.#entryAt(this.#patternOf(operation.path)).isInternal = true
    }
    for (const { path } of closed.filter((entry) => !isPrefix(entry)))
      this.#entryAt(this.#patternOf(path)).closed = true
    this.#closedPrefixes = closed
      .filter(isPrefix)
      .map(({ path }) => joinPaths(parts.base, path.slice(0, -'/**'.length)))
  }

  /**
   * Answers a `Request`.
   *
   * @param address stands in for the socket's peer where there is no socket
   */
  respond(web: Request, address?: string): Response | Promise<Response> {
    const response = (web as MaybeNode).runtime?.node?.res
    const origin = { web, response, address }
    const target = targetOf(web)
    const outcome =
      target !== undefined && this.#knowsHost?.(new URL(web.url).host) === false
        ? this.refuse(MISDIRECTED, origin)
        : this.answer(target === undefined ? undefined : readTarget(target), origin)
    const toWeb = (answer: Outcome): Response => toPlatform(toResponse(answer))
    return outcome instanceof Promise ? outcome.then(toWeb) : toWeb(outcome)
  }

  /**
   * Answers a request: find its operation, let that answer, notify listeners. Nothing here waits or makes a promise where
   * authenticators and handlers do not.
   *
   * @param target `undefined` where it is malformed
   */
  answer(target: Target | undefined, origin: RequestOrigin): Outcome | Promise<Outcome> {
    const request = this.#receive(target ?? NO_TARGET, origin)
    let operation: Operation | undefined
    try {
      const found = this.#find(target, request)
      // Not by the class: Node loads its Response when that is first named.
      if (!('operation' in found)) return this.#end(request, found)
      operation = found.operation
      request.challenges = found.challenges
      request.operation = operation
      const outcome = found.answer(request, operation)
      if (!(outcome instanceof Promise)) return this.#end(request, outcome, operation)
      return outcome.then(
        (later) => this.#end(request, later, operation),
        (error: unknown) => this.#answerError(error, request, operation),
      )
    } catch (error) {
      return this.#answerError(error, request, operation)
    }
  }

  /** Answers a request that must not be looked at any further: for exception handlers and listeners it is one like any. */
  refuse(refusal: HttpError, origin: RequestOrigin): Outcome | Promise<Outcome> {
    return this.#answerError(refusal, this.#receive(NO_TARGET, origin), undefined)
  }

  #receive(target: Target, origin: RequestOrigin): RequestContext {
    const request = new RequestContext(target, this.#setting, origin)
    if (this.#parts.listener()) request.arrived = performance.now()
    return request
  }

  /** Order of answers (semantics 4.5): 400 malformed target > 404 > 405 > what the operation says. */
  #find(target: Target | undefined, request: RequestContext): CompiledOperation | Outcome {
    if (!target) throw MALFORMED
    const match = this.#table.find(target.path)
    if (match?.value.isInternal) request.isShared = false
    if (match?.value.closed || this.#isClosed(target.path)) throw CLOSED
    if (!match) throw NOT_FOUND
    const { methods } = match.value
    if (this.#cors && request.isShared && this.#cors.isPreflight(request))
      return this.#cors.preflightAnswer(allowOf(methods))
    const method = request.method as Method
    const entry = findEntry(methods, method) ?? (method === 'HEAD' ? findEntry(methods, 'GET') : undefined)
    if (entry) {
      if (match.captures.length > 0) request.params = readParams(entry.params, match.captures)
      return entry.compiled
    }
    if (request.method === 'OPTIONS') return new Answer(204, ['allow', allowOf(methods)], null)
    throw (match.value.notAllowed ??= sharedError(405, { allow: allowOf(methods) }))
  }

  #isClosed(path: string): boolean {
    for (const prefix of this.#closedPrefixes) if (path === prefix || path.startsWith(`${prefix}/`)) return true
    return false
  }

  /** Answers what was thrown: by a registered handler, else by default. */
  #answerError(thrown: unknown, request: RequestContext, operation: Operation | undefined): Outcome | Promise<Outcome> {
    const handler = this.#parts.handlers.find(thrown)
    const finish = (outcome: Outcome): Outcome =>
      this.#end(request, withRenewal(outcome, request.renewedCookie), operation, thrown)
    if (!handler) return finish(defaultAnswer(thrown, request.challenges))
    return callExceptionHandler(handler, request, thrown).then(finish)
  }

  #end(request: RequestContext, outcome: Outcome, operation?: Operation, error?: unknown): Outcome {
    const { status } = outcome
    const listener = this.#parts.listener()
    if (listener) {
      const duration = request.arrived === undefined ? 0 : performance.now() - request.arrived
      const ended = { type: 'request.ended', request, operation, status, duration } as const
      listener(status >= 500 ? { ...ended, error } : ended)
    }
    const shared = this.#cors && request.isShared && status !== 101 ? this.#cors.apply(request, outcome) : outcome
    return request.method === 'HEAD' ? withoutBody(shared) : shared
  }

  #add(operation: Operation, context: CompileContext): void {
    const pattern = this.#patternOf(operation.path, operation.source)
    const { methods } = this.#entryAt(pattern)
    const earlier = findEntry(methods, operation.method)
    if (earlier) {
      throw new LoadError(
        'SVC_OPERATION_TWICE',
        `${formatOperation(operation)} is declared twice; the other is ${formatOperation(earlier.operation)}. Remove one.`,
        operation.source,
      )
    }
    const entry = new MethodEntry(operation, pattern.params, context)
    if (!this.#parts.isChecked) void entry.compiled
    methods.push(entry)
  }

  #patternOf(path: string, source?: SourcePosition): PathPattern {
    return parsePath(joinPaths(this.#parts.base, path), 'bracket', source)
  }

  #entryAt(pattern: PathPattern): PathEntry {
    return this.#table.ensure(pattern, createEntry)
  }
}

const MALFORMED: HttpError = sharedError(400)
const NOT_FOUND: HttpError = sharedError(404)
const MISDIRECTED: HttpError = sharedError(421)
const CLOSED: HttpError = sharedError(503)

/** A session goes on although its handler failed. All 401s of a route are alike. */
function withRenewal(outcome: Outcome, cookie: string | undefined): Outcome {
  if (cookie === undefined || outcome.status === 401) return outcome
  const renewal: HeaderPairs = [['set-cookie', cookie]]
  return outcome instanceof Answer ? withFields(outcome, renewal) : withHeaders(outcome, renewal)
}

const NO_TARGET: Target = { path: '', search: '' }

/** A `Request` that an adapter made of one of Node's. */
interface MaybeNode {
  readonly runtime?: { readonly node?: { readonly res?: ServerResponse } }
}

/**
 * Node's own target where there is a socket: the URL of a request has been tidied already. `undefined` for a URL that is not
 * one: Bun makes it of any `Host`.
 */
function targetOf(web: Request): string | undefined {
  const node = (web as MaybeNode).runtime?.node?.res?.req
  if (node) return node.url ?? ''
  if (!URL.canParse(web.url)) return undefined
  const url = new URL(web.url)
  return url.pathname + url.search
}

function isPrefix({ path }: ClosedPath): boolean {
  return path.endsWith('/**')
}

function readParams(names: readonly string[], captures: readonly string[]): Readonly<Record<string, string>> {
  const params = createRecord<string>()
  for (let index = 0; index < names.length; index++) {
    const capture = captures[index] as string
    // Decoded once; that it decodes was made sure of with the whole target.
    params[names[index] as string] = capture.includes('%') ? decodeURIComponent(capture) : capture
  }
  return Object.freeze(params)
}

function checkOperationIds(operations: readonly Operation[]): void {
  const known = new Map<string, Operation>()
  for (const operation of operations) {
    const earlier = known.get(operation.id)
    if (earlier) {
      throw new LoadError(
        'SVC_OPERATION_ID_TWICE',
        `${formatOperation(operation)} and ${formatOperation(earlier)} have one operationId, "${operation.id}". Rename one.`,
        operation.source,
      )
    }
    known.set(operation.id, operation)
  }
}

/** Sessions without a secret would fail on the first request; they fail here. */
function checkSessions(operations: readonly Operation[], sessions: Sessions): void {
  const user = operations.find(({ auth }) => usesSessions(auth.description))
  if (user) sessions.requireSecret(user.auth.source)
}
