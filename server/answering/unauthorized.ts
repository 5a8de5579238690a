import type { Verdict } from '../auth/run-authenticators.ts'
import { InsufficientScope } from '../auth/scopes.ts'
import { AuthenticationError, AuthorizationError, HttpError } from '../base/errors.ts'
import type { Answer, Outcome } from '../http/answer.ts'
import type { RequestContext } from '../http/request.ts'
import type { Operation } from '../model/operation.ts'
import { defaultAnswer, type ExceptionHandlers } from './exceptions.ts'

/** The facts with which refusals are compiled. */
interface RefusalContext {
  readonly handlers: ExceptionHandlers
  /** The 401 of each list of challenges made so far: operations share them. */
  readonly unauthorized: Map<string, Answer>
}

/** One instance: collecting a stack for each refused request is most of what a 401 would cost. */
const UNAUTHENTICATED: HttpError = Object.freeze(new AuthenticationError())
const FORBIDDEN: HttpError = Object.freeze(new AuthorizationError())
export const CSRF_FAILED: HttpError = Object.freeze(new HttpError(403, 'CSRF check failed'))

/** The answer to a request that was not let in. */
export type Refuse = (
  verdict: Verdict & { readonly passed: false },
  request: RequestContext,
) => Outcome | Promise<Outcome>

/** Where an operation has a 401 of its own, that one: it says the same as the usual one does, to a person. */
export function withOwnRefusal({ refuse: own }: Operation, usual: Refuse, challenges: readonly string[]): Refuse {
  if (!own) return usual
  return (verdict, request) =>
    (verdict.forbidden === undefined && verdict.scopes === undefined ? own(request as never, challenges) : undefined) ??
    usual(verdict, request)
}

/** A refusal is returned, and was made at load: it is thrown only where a registered handler shapes its answer. */
export function compileRefusal(
  { handlers, unauthorized: made }: RefusalContext,
  challenges: readonly string[],
): Refuse {
  const key = challenges.join('\n')
  const unauthorized = made.get(key) ?? defaultAnswer(UNAUTHENTICATED, challenges)
  made.set(key, unauthorized)
  return ({ forbidden, scopes }) => {
    if (scopes !== undefined) return refuseScopes(scopes, handlers)
    const error = forbidden === undefined ? UNAUTHENTICATED : forbidden === 'csrf' ? CSRF_FAILED : FORBIDDEN
    if (handlers.find(error)) throw error
    if (forbidden === undefined) return unauthorized
    return forbidden === 'csrf' ? CSRF_ANSWER : FORBIDDEN_ANSWER
  }
}

/** By the list that a guard demands, which is one object for each guard. */
const scopeRefusals = new WeakMap<readonly string[], { readonly error: HttpError; readonly answer: Answer }>()

function refuseScopes(scopes: readonly string[], handlers: ExceptionHandlers): Answer {
  const error: HttpError = scopeRefusals.get(scopes)?.error ?? Object.freeze(new InsufficientScope(scopes))
  const refusal = scopeRefusals.get(scopes) ?? { error, answer: defaultAnswer(error, []) }
  scopeRefusals.set(scopes, refusal)
  if (handlers.find(error)) throw error
  return refusal.answer
}

const FORBIDDEN_ANSWER = defaultAnswer(FORBIDDEN, [])
const CSRF_ANSWER = defaultAnswer(CSRF_FAILED, [])
