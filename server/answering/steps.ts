import { challengesOf } from '../auth/challenge.ts'
import { compileCredentialReader } from '../auth/throttled-credential.ts'
import { compileAuth, type Verdict, type Verifier } from '../auth/run-authenticators.ts'
import type { ExceptionHandlers } from './exceptions.ts'
import { toHttpError } from '../http/h3-errors.ts'
import type { Answer, Outcome } from '../http/answer.ts'
import { isSafeMethod, isSameOrigin } from '../http/csrf.ts'
import type { RequestContext } from '../http/request.ts'
import type { Throttle } from '../http/throttle.ts'
import { declaresAuth, type Operation, type OperationOptions } from '../model/operation.ts'
import { compileRespond } from './respond.ts'
import type { FindListener, Run, Step } from './step.ts'
import { surround } from './run-middleware.ts'
import { compileResources } from '../resources/access.ts'
import { compileInputs, type InputOptions } from '../schema/inputs.ts'
import type { Settings } from '../declaring/settings.ts'
import { compileRefusal, CSRF_FAILED, type Refuse, withOwnRefusal } from './unauthorized.ts'
import { ThrottledOperation } from './throttled-operation.ts'

/** An operation as its requests are answered, worked out at load. */
export interface CompiledOperation extends Answering {
  readonly operation: Operation
}

/** How requests are answered: the same for operations that differ in their paths and handlers only. */
interface Answering {
  /** Values of `WWW-Authenticate`, for its 401. */
  readonly challenges: readonly string[]
  readonly answer: AnswerRequest
}

/** Answers a request. Synchronous as long as nothing on the way returned a promise. Throws what is answered as an error. */
export type AnswerRequest = (request: RequestContext, operation: Operation) => Outcome | Promise<Outcome>

/** The facts with which operations are compiled. */
export interface CompileContext {
  readonly settings: Settings
  readonly handlers: ExceptionHandlers
  readonly throttle: Throttle | undefined
  readonly listener: FindListener
  /** The 401 of each list of challenges made so far: operations share them. */
  readonly unauthorized: Map<string, Answer>
  /** Of operations that declare nothing but their auth, by its value. */
  readonly plain: Map<unknown, Answering>
}

/**
 * Compiles an operation: authenticate, run middleware around what reads inputs and handles, respond (semantics 4.5 and
 * 12). What an operation does not need is not there, and what is the same for each of its requests is made here.
 *
 * Operations that declare nothing but their auth share what is made: where requests are for a thousand of them by turns, a
 * set of functions each would be more than the processor's caches hold.
 */
export function compileOperation(operation: Operation, context: CompileContext): CompiledOperation {
  if (!isPlain(operation, context)) return Object.freeze({ operation, ...compileAnswering(operation, context) })
  const { value } = operation.auth
  const shared = context.plain.get(value) ?? compileAnswering(operation, context)
  context.plain.set(value, shared)
  return Object.freeze({ operation, ...shared })
}

/** Whether nothing that is compiled depends on the operation, its auth apart. */
function isPlain({ options, middleware, resources, refuse }: Operation, { throttle }: CompileContext): boolean {
  return (
    throttle === undefined &&
    middleware.length === 0 &&
    refuse === undefined &&
    resources === undefined &&
    Object.keys(options).every((name) => DOCUMENTING.has(name))
  )
}

/** Options that the document reads, and no request. What is not among them is compiled for each operation. */
const DOCUMENTING: ReadonlySet<string> = new Set<keyof OperationOptions>([
  'summary',
  'description',
  'tags',
  'operationId',
  'deprecated',
  'includeInSchema',
])

function compileAnswering(operation: Operation, context: CompileContext): Answering {
  const { settings, throttle, listener } = context
  const { auth } = operation
  const throttled =
    throttle && new ThrottledOperation(operation, throttle, compileCredentialReader(auth.value), listener)
  const challenges = auth.description ? challengesOf(auth.description, settings.title) : []
  const steps = compileHandling(operation, context, throttled)
  const respond = compileRespond(operation, listener)
  const finish = (run: Run): Outcome | Promise<Outcome> => {
    const { request } = run
    if (request.held?.isRunning) return request.held.finish().then(() => finish(run))
    request.isAnswered = true
    return respond(request, run.operation, run.returned)
  }
  const proceed = compileWalk(steps, finish)
  if (!declaresAuth(operation)) return { challenges, answer: proceed }
  const verify = compileVerifier(operation, settings, listener)
  const refuse = withOwnRefusal(operation, compileRefusal(context, challenges), challenges)
  const answer = requireAuth(throttled ? throttled.verifier(verify) : verify, proceed, refuse)
  return { challenges, answer }
}

/** Everything between authentication and the answer, in order. */
function compileHandling(
  operation: Operation,
  { settings, listener }: CompileContext,
  throttled: ThrottledOperation | undefined,
): readonly Step[] {
  const { options, middleware } = operation
  const read = compileReading(operation, settings, listener)
  const handle = callHandler(listener)
  const counted = (step: Step): Step => (throttled ? throttled.handler(step) : step)
  const proof = options.csrf === true ? [requireSameOrigin(listener)] : []
  if (middleware.length === 0) return [...proof, ...read, counted(handle)]
  return [...proof, counted(surround(operation, join([...read, handle]), listener))]
}

/**
 * The steps that read the inputs. Where resources are declared, the others come before them and the body after: a request that is
 * refused sends no body in vain, and `load` sees parameters as the handler does.
 */
function compileReading(operation: Operation, settings: Settings, listener: FindListener): readonly Step[] {
  const { options, source, resources } = operation
  const compile = (declared: InputOptions): readonly Step[] => {
    const readInputs = compileInputs(declared, source, { messages: settings.validationMessages })
    return readInputs ? [({ request }) => readInputs(request)] : []
  }
  const judge = compileResources(resources, { timeout: settings.authTimeout, listener })
  if (!judge) return compile(options)
  const { body, ...others } = options
  const ask: Step = (run) => judge(run.request, run.operation)
  return [...compile(others), ask, ...compile(Object.hasOwn(options, 'body') ? { body } : {})]
}

type Finish = (run: Run) => Outcome | Promise<Outcome>

/** Takes requests through the steps to their end, with one promise for each step that has to wait, and none otherwise. */
function compileWalk(steps: readonly Step[], finish: Finish): AnswerRequest {
  const [only] = steps
  if (only && steps.length === 1) {
    return (request, operation) => {
      const run: Run = { request, operation, returned: undefined }
      const pending = only(run)
      return pending ? pending.then(() => finish(run)) : finish(run)
    }
  }
  return (request, operation) => walk(steps, 0, { request, operation, returned: undefined }, finish)
}

/** Several steps as one. */
function join(steps: readonly Step[]): Step {
  const [only] = steps
  return only && steps.length === 1 ? only : (run) => walk(steps, 0, run, nothing)
}

function nothing(): void {}

function walk<T>(
  steps: readonly Step[],
  start: number,
  run: Run,
  finish: (run: Run) => T | Promise<T>,
): T | Promise<T> {
  for (let index = start; index < steps.length; index++) {
    const pending = (steps[index] as Step)(run)
    if (pending) return pending.then(() => walk(steps, index + 1, run, finish))
  }
  return finish(run)
}

function compileVerifier(operation: Operation, settings: Settings, listener: FindListener): Verifier {
  return compileAuth(operation.auth.value, {
    csrf: operation.options.csrf ?? settings.csrf ?? false,
    timeout: settings.authTimeout,
    listener,
  })
}

function requireAuth(verify: Verifier, proceed: AnswerRequest, refuse: Refuse): AnswerRequest {
  const admit = (request: RequestContext, operation: Operation, verdict: Verdict): Outcome | Promise<Outcome> => {
    // The only way on: an explicit pass. Whatever else a verdict may be, the handler is not reached.
    if (!verdict.passed) return refuse(verdict, request)
    request.auth = verdict.value
    if (!request.renewSession) return proceed(request, operation)
    return renewSession(request).then(() => proceed(request, operation))
  }
  return (request, operation) => {
    const verdict = verify(request, operation)
    if (!(verdict instanceof Promise)) return admit(request, operation, verdict)
    return verdict.then((later) => admit(request, operation, later))
  }
}

async function renewSession(request: RequestContext): Promise<void> {
  const renewed = await request.renewSession?.()
  if (renewed === undefined) return
  request.renewedCookie = renewed
  request.responseHeaders.append('set-cookie', renewed)
}

function requireSameOrigin(listener: FindListener): Step {
  return ({ request, operation }) => {
    if (isSafeMethod(request.method)) return
    if (isSameOrigin(request, request.origin, request.trustedOrigins)) return
    listener()?.({ type: 'origin.refused', request, operation })
    throw CSRF_FAILED
  }
}

function callHandler(listener: FindListener): Step {
  const end = (run: Run, returned: unknown): void => {
    run.returned = returned
    listener()?.({ type: 'handler.ended', request: run.request, operation: run.operation })
  }
  const fail = ({ request, operation }: Run, thrown: unknown): never => {
    const error = toHttpError(thrown)
    listener()?.({ type: 'handler.ended', request, operation, error })
    throw error
  }
  return (run) => {
    const { request, operation } = run
    const { handler } = operation
    listener()?.({ type: 'handler.started', request, operation, auth: request.auth })
    let returned: unknown
    try {
      returned = handler(request as never)
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
