import { challengesOf } from './auth/challenge.ts'
import { compileCredentialReader } from './auth/credential-reader.ts'
import { compileAuth, type Verdict, type Verifier } from './auth/evaluate.ts'
import { AuthenticationError, AuthorizationError, HttpError } from './errors.ts'
import { toHttpError } from './h3-errors.ts'
import { isSafeMethod, isSameOrigin } from './http/csrf.ts'
import { eventResponse, isEventAnswer } from './http/h3-event.ts'
import type { RequestContext } from './http/request.ts'
import { type HeaderPairs, headerPairs, isResponse, serializeJson, textResponse, withHeaders } from './http/response.ts'
import type { Throttle } from './http/throttle.ts'
import { acceptUpgrade, findWebSocketHooks } from './http/websocket.ts'
import type { ObservationListener } from './observation.ts'
import type { Operation } from './operation.ts'
import { compileInputs } from './schema/inputs.ts'
import { isReply } from './schema/reply.ts'
import { compileResponse, type PrepareBody, type PreparedBody } from './schema/responses.ts'
import type { Settings } from './settings.ts'
import { surround } from './run-middleware.ts'
import { ThrottledOperation } from './throttling.ts'

/** An operation with the steps that its requests walk, worked out at load. */
export interface CompiledOperation {
  readonly operation: Operation
  /** Values of `WWW-Authenticate`, for its 401. */
  readonly challenges: readonly string[]
  /** In order; what an operation does not need is not there. */
  readonly steps: readonly Step[]
}

/** One request on its way through the steps. */
export interface Run {
  readonly request: RequestContext
  /** What the handler returned. */
  returned: unknown
  response: Response | undefined
}

/** A step that finishes at once costs no promise. What it throws ends the run. */
export type Step = (run: Run) => void | Promise<void>

/** Asked on every request, so that listeners may come and go. */
export type FindListener = () => ObservationListener | undefined

/**
 * Works out the steps of an operation: authenticate, run middleware around what reads inputs and handles, respond
 * (semantics 4.5 and 12).
 */
export function compileOperation(
  operation: Operation,
  settings: Settings,
  listener: FindListener,
  throttle?: Throttle,
): CompiledOperation {
  const { auth, options } = operation
  const isProtected = auth.value !== null && auth.value !== undefined
  const readInputs = compileInputs(options, operation.source, { messages: settings.validationMessages })
  const prepareBody = compileResponse(options.response, operation.source)
  const throttled = throttle && new ThrottledOperation(operation, throttle, compileCredentialReader(auth.value))
  const steps: Step[] = []
  if (isProtected) {
    const verify = compileVerifier(operation, settings, listener)
    steps.push(requireAuth(throttled ? throttled.verifier(verify) : verify))
  }
  if (options.csrf === true) steps.push(requireSameOrigin)
  const inner: Step[] = []
  if (readInputs) inner.push(({ request }) => readInputs(request))
  const handle = callHandler(operation, listener)
  if (operation.middleware.length === 0) inner.push(throttled ? throttled.handler(handle) : handle)
  else {
    const chain = surround(operation, walkAll([...inner, handle]), listener)
    inner.splice(0, inner.length, throttled ? throttled.handler(chain) : chain)
  }
  steps.push(...inner)
  steps.push(respond(operation, isProtected, prepareBody, listener))
  const challenges = auth.description ? challengesOf(auth.description, settings.title) : []
  return Object.freeze({ operation, challenges, steps: Object.freeze(steps) })
}

/** Walks the steps. */
export function runOperation(compiled: CompiledOperation, request: RequestContext): Response | Promise<Response> {
  const run: Run = { request, returned: undefined, response: undefined }
  const pending = walk(compiled.steps, 0, run)
  return pending ? pending.then(() => run.response as Response) : (run.response as Response)
}

function walk(steps: readonly Step[], start: number, run: Run): void | Promise<void> {
  for (let index = start; index < steps.length; index++) {
    const pending = (steps[index] as Step)(run)
    if (pending) return pending.then(() => walk(steps, index + 1, run))
  }
}

function walkAll(steps: readonly Step[]): Step {
  return (run) => walk(steps, 0, run)
}

function compileVerifier(operation: Operation, settings: Settings, listener: FindListener): Verifier {
  return compileAuth(operation.auth.value, {
    operation,
    csrf: operation.options.csrf ?? settings.csrf ?? false,
    timeout: settings.authTimeout,
    listener,
  })
}

/** One instance: collecting a stack for each refused request is most of what a 401 would cost. */
const UNAUTHENTICATED: HttpError = Object.freeze(new AuthenticationError())
const FORBIDDEN: HttpError = Object.freeze(new AuthorizationError())
const CSRF_FAILED: HttpError = Object.freeze(new HttpError(403, 'CSRF check failed'))

function requireAuth(verify: Verifier): Step {
  const admit = (run: Run, verdict: Verdict): void | Promise<void> => {
    // The only way on: an explicit pass. Whatever else a verdict may be, the handler is not reached.
    if (verdict.passed) {
      run.request.auth = verdict.value
      return run.request.renewSession && renewSession(run.request)
    }
    if (verdict.forbidden === 'guard') throw FORBIDDEN
    throw verdict.forbidden === 'csrf' ? CSRF_FAILED : UNAUTHENTICATED
  }
  return (run) => {
    const verdict = verify(run.request)
    return verdict instanceof Promise ? verdict.then((later) => admit(run, later)) : admit(run, verdict)
  }
}

async function renewSession(request: RequestContext): Promise<void> {
  const renewed = await request.renewSession?.()
  if (renewed === undefined) return
  request.renewedCookie = renewed
  request.responseHeaders.append('set-cookie', renewed)
}

function requireSameOrigin({ request }: Run): void {
  if (isSafeMethod(request.method)) return
  if (!isSameOrigin(request, request.origin, request.trustedOrigins)) throw CSRF_FAILED
}

function callHandler(operation: Operation, listener: FindListener): Step {
  const handler = operation.handler as (request: RequestContext) => unknown
  const end = (run: Run, returned: unknown): void => {
    run.returned = returned
    listener()?.({ type: 'handler.ended', request: run.request, operation })
  }
  const fail = (run: Run, thrown: unknown): never => {
    const error = toHttpError(thrown)
    listener()?.({ type: 'handler.ended', request: run.request, operation, error })
    throw error
  }
  return (run) => {
    listener()?.({ type: 'handler.started', request: run.request, operation, auth: run.request.auth })
    let returned: unknown
    try {
      returned = handler(run.request)
    } catch (error) {
      return fail(run, error)
    }
    if (typeof (returned as PromiseLike<unknown> | null | undefined)?.then !== 'function') return end(run, returned)
    return Promise.resolve(returned).then(
      (later) => end(run, later),
      (error: unknown) => fail(run, error),
    )
  }
}

const NO_STORE: HeaderPairs = [['cache-control', 'no-store']]

/** Turns what the handler returned into the response (semantics 5). */
function respond(
  operation: Operation,
  isProtected: boolean,
  prepareBody: PrepareBody | undefined,
  listener: FindListener,
): Step {
  const fieldsOf = (request: RequestContext): HeaderPairs => {
    const staged = headerPairs(request.stagedHeaders)
    const isSet = staged.some(([name]) => name === 'cache-control')
    return isProtected && !isSet ? [...staged, ...NO_STORE] : staged
  }
  return (run) => {
    const { returned, request } = run
    const hooks = findWebSocketHooks(returned)
    if (hooks) {
      const fail = (error: unknown): void => listener()?.({ type: 'handler.ended', request, operation, error })
      acceptUpgrade(request, { hooks, fields: headerPairs(request.stagedHeaders), fail })
      run.response = textResponse(101, null, [])
      return
    }
    if (isResponse(returned)) {
      requireSendable(returned)
      request.noteStream(returned)
      run.response = withHeaders(returned, fieldsOf(request))
      return
    }
    if (isEventAnswer(returned)) {
      run.response = eventResponse(returned, request.event, fieldsOf(request))
      requireSendable(run.response)
      request.noteStream(run.response)
      return
    }
    if (request.stagedStatus === 304 && !isReply(returned)) {
      run.response = textResponse(304, null, fieldsOf(request))
      return
    }
    const { status, body, headers } = isReply(returned)
      ? { status: returned.status, body: returned.body, headers: headerPairs(returned.headers) }
      : { status: request.stagedStatus, body: returned, headers: [] }
    const write = (prepared: PreparedBody): void => {
      const fields = mergeFields(headers, fieldsOf(request))
      run.response = prepared.hasBody
        ? writeBody(prepared.status, prepared.body, fields)
        : textResponse(prepared.status, null, fields)
    }
    if (!prepareBody) return write({ status: status ?? 200, body, hasBody: true })
    const prepared = prepareBody(status, body)
    return prepared instanceof Promise ? prepared.then(write) : write(prepared)
  }
}

/** `Response.error()` has the status 0, which no client could read, and a body that was read cannot be sent. */
function requireSendable(response: Response): void {
  if (response.status < 200 || response.status > 599) {
    throw new TypeError(`the handler returned a Response of status ${response.status}, such as Response.error()`)
  }
  if (response.bodyUsed) throw new TypeError('the handler returned a Response whose body has been read')
}

/** The handler's own fields win over the staged ones, but for `Set-Cookie`, which adds up. */
function mergeFields(own: HeaderPairs, staged: HeaderPairs): HeaderPairs {
  const names = new Set(own.map(([name]) => name))
  return [...own, ...staged.filter(([name]) => name === 'set-cookie' || !names.has(name))]
}

function writeBody(status: number, body: unknown, headers: HeaderPairs): Response {
  if (status === 204 || status === 205 || status === 304) return textResponse(status, null, headers)
  const [text, type] =
    typeof body === 'string' ? [body, 'text/plain; charset=utf-8'] : [serializeJson(body), 'application/json']
  const isTyped = headers.some(([name]) => name === 'content-type')
  return textResponse(status, text, isTyped ? headers : [...headers, ['content-type', type]])
}
