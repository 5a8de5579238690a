import { isThenable } from '../base/thenable.ts'
import { formatPosition } from '../base/errors.ts'
import type { RequestContext } from '../http/request.ts'
import type { GuardLink, ObservationListener, SkipReason } from '../model/observation.ts'
import type { Operation } from '../model/operation.ts'
import { UNUSABLE, type Authenticator } from './authenticator.ts'
import { cookieRiskOf, cookieRiskOfFunction, lacksProof } from './cookie-risk.ts'
import type { Guard } from './combinators.ts'
import { declarationOf } from './declared-at.ts'
import { describeAuthenticator, describeCallable, readAuth } from './describe.ts'
import { AuthTimeout, within } from '../base/time-limit.ts'
import { forgotten, saysNothing } from './forgotten-return.ts'
import { lackingScopes, scopesOf } from './scopes.ts'
import type { LeafDescription } from '../model/description.ts'
import type { AuthCallable } from './infer.ts'

/** The result of an authenticator. A failure that is `forbidden` is 403, any other 401. */
export type Verdict =
  | { readonly passed: true; readonly value: unknown }
  | {
      readonly passed: false
      readonly forbidden: Forbidden | undefined
      /** The scopes that a guard demands, where the token lacks one. */
      readonly scopes?: readonly string[]
    }

/** Why a caller with a credential is refused: the guard of a `check`, or a cookie without same-origin proof. */
export type Forbidden = 'guard' | 'csrf'

/**
 * Judges a request to an operation. Synchronous as long as no hook returned a promise. Throws what a hook throws. The
 * operation is for listeners: those that declare one value share its verifier.
 */
export type Verifier = (request: RequestContext, operation: Operation) => Verdict | Promise<Verdict>

/** The facts with which a verifier is compiled. */
export interface Evaluation {
  /** Whether cookies must prove that the request is same-origin (semantics 4.6). */
  readonly csrf: boolean
  /** Milliseconds that one hook may take before the answer is 503. */
  readonly timeout: number
  /** Asked on every request, so that listeners may come and go. */
  readonly listener: () => ObservationListener | undefined
}

interface Step {
  readonly verify: Verifier
  /** Whether the request has anything of this kind; a callable cannot know. */
  readonly hasCredential: (request: RequestContext) => boolean
}

const FAILED: Verdict = Object.freeze({ passed: false, forbidden: undefined })
const REFUSED_BY_GUARD: Verdict = Object.freeze({ passed: false, forbidden: 'guard' })
const REFUSED_BY_CSRF: Verdict = Object.freeze({ passed: false, forbidden: 'csrf' })

/** Compiles an auth value, in which no `inherit` is left, into what judges each request (semantics 4). */
export function compileAuth(value: unknown, evaluation: Evaluation): Verifier {
  return compileStep(value, evaluation).verify
}

function compileStep(value: unknown, evaluation: Evaluation): Step {
  const node = readAuth(value)
  switch (node?.kind) {
    case 'authenticator':
      return compileAuthenticator(node.value, evaluation)
    case 'callable':
      return compileCallable(node.value, evaluation)
    case 'list':
      return compileList(node.members.map((member) => compileStep(member, evaluation)))
    case 'all':
      return compileAll(node.members.map((member) => compileStep(member, evaluation)))
    case 'optional':
      return compileOptional(compileStep(node.member, evaluation))
    case 'check':
      return compileCheck(compileStep(node.member, evaluation), node.guard, node.link, evaluation)
    default:
      throw new TypeError('compileAuth: not a resolved auth value')
  }
}

function compileAuthenticator(authenticator: Authenticator, evaluation: Evaluation): Step {
  const description = describeAuthenticator(authenticator)
  const mayBeCookie = cookieRiskOf(authenticator, description)
  const judge = compileJudge(description, evaluation)
  const verify: Verifier = (request, operation) => {
    const credential = authenticator.read(request)
    if (credential === undefined) return judge.skip(request, operation, 'absent')
    if (credential === UNUSABLE) return judge.skip(request, operation, 'unusable')
    if (lacksProof(request, mayBeCookie, evaluation.csrf)) return judge.skip(request, operation, 'csrf')
    judge.begin(request, operation)
    let value: unknown
    try {
      value = authenticator.verify(request, credential)
    } catch (error) {
      return judge.fail(request, operation, error)
    }
    return judge.settle(request, operation, value)
  }
  return { verify, hasCredential: (request) => authenticator.read(request) !== undefined }
}

function compileCallable(callable: AuthCallable, evaluation: Evaluation): Step {
  const description = describeCallable(callable)
  const mayBeCookie = cookieRiskOfFunction(description)
  const judge = compileJudge(description, evaluation)
  const verify: Verifier = (request, operation) => {
    if (lacksProof(request, mayBeCookie, evaluation.csrf)) return judge.skip(request, operation, 'csrf')
    judge.begin(request, operation)
    let value: unknown
    try {
      value = callable(request)
    } catch (error) {
      return judge.fail(request, operation, error)
    }
    return judge.settle(request, operation, value)
  }
  return { verify, hasCredential: () => false }
}

/** In order; the first that passes wins and later ones are not called. Any failure moves on. */
function compileList(members: readonly Step[]): Step {
  const tryFrom = (
    request: RequestContext,
    operation: Operation,
    start: number,
    failure: Verdict,
    before: Pick<RequestContext, 'session' | 'renewSession'>,
  ): Verdict | Promise<Verdict> => {
    let worst = failure
    for (let index = start; index < members.length; index++) {
      // A member may have failed after its session was found: then it is not what lets the request in.
      Object.assign(request, before)
      const verdict = (members[index] as Step).verify(request, operation)
      if (verdict instanceof Promise) {
        return verdict.then((later) =>
          later.passed ? later : tryFrom(request, operation, index + 1, harsher(worst, later), before),
        )
      }
      if (verdict.passed) return verdict
      worst = harsher(worst, verdict)
    }
    return worst
  }
  return {
    verify: (request, operation) => {
      const { session, renewSession } = request
      return tryFrom(request, operation, 0, FAILED, { session, renewSession })
    },
    hasCredential: (request) => members.some((member) => member.hasCredential(request)),
  }
}

/** In order; the first that fails decides. */
function compileAll(members: readonly Step[]): Step {
  const gather = (
    request: RequestContext,
    operation: Operation,
    values: readonly unknown[],
  ): Verdict | Promise<Verdict> => {
    const gathered = [...values]
    while (gathered.length < members.length) {
      const verdict = (members[gathered.length] as Step).verify(request, operation)
      if (verdict instanceof Promise) {
        return verdict.then((later) => (later.passed ? gather(request, operation, [...gathered, later.value]) : later))
      }
      if (!verdict.passed) return verdict
      gathered.push(verdict.value)
    }
    return { passed: true, value: Object.freeze(gathered) }
  }
  return {
    verify: (request, operation) => gather(request, operation, []),
    hasCredential: (request) => members.some((member) => member.hasCredential(request)),
  }
}

/** Nothing of its kinds in the request passes with `undefined`; whatever is there must be right. */
function compileOptional(member: Step): Step {
  const settle = (verdict: Verdict, request: RequestContext): Verdict =>
    verdict.passed || verdict.forbidden || member.hasCredential(request) ? verdict : { passed: true, value: undefined }
  return {
    verify: (request, operation) => {
      const verdict = member.verify(request, operation)
      return verdict instanceof Promise ? verdict.then((later) => settle(later, request)) : settle(verdict, request)
    },
    hasCredential: member.hasCredential,
  }
}

function compileCheck(member: Step, ask: Guard, guard: GuardLink, { timeout, listener }: Evaluation): Step {
  const scopes = scopesOf(ask)
  const refused: Verdict = scopes ? Object.freeze({ ...REFUSED_BY_GUARD, scopes }) : REFUSED_BY_GUARD
  const decide = (verdict: Verdict, request: RequestContext, operation: Operation): Verdict | Promise<Verdict> => {
    if (!verdict.passed) return verdict
    const settle = (answer: unknown): Verdict => {
      if (saysNothing(answer)) throw forgotten(`the guard ${ask.name || 'without a name'}`, answer)
      if (answer) return verdict
      const lacks = scopes && lackingScopes(ask, request)
      const how = { reason: 'refused', returned: answer, ...(lacks ? { lacks } : {}) } as const
      listener()?.({ type: 'guard.refused', request, operation, guard, ...how })
      return refused
    }
    const fail = (error: unknown): never => {
      const reason = error instanceof AuthTimeout ? 'timeout' : 'threw'
      listener()?.({ type: 'guard.refused', request, operation, guard, reason, error })
      throw error
    }
    try {
      const answer = ask(verdict.value, request)
      return isThenable(answer) ? within(answer, timeout).then(settle).catch(fail) : settle(answer)
    } catch (error) {
      return fail(error)
    }
  }
  return {
    verify: (request, operation) => {
      const verdict = member.verify(request, operation)
      return verdict instanceof Promise
        ? verdict.then((later) => decide(later, request, operation))
        : decide(verdict, request, operation)
    },
    hasCredential: member.hasCredential,
  }
}

interface Judge {
  skip(request: RequestContext, operation: Operation, reason: SkipReason): Verdict
  begin(request: RequestContext, operation: Operation): void
  settle(request: RequestContext, operation: Operation, returned: unknown): Verdict | Promise<Verdict>
  fail(request: RequestContext, operation: Operation, error: unknown): never
}

/** Awaits the result of a hook, tests it for truth, and notifies the listener. */
function compileJudge(authenticator: LeafDescription, { timeout, listener }: Evaluation): Judge {
  const fail = (request: RequestContext, operation: Operation, error: unknown): never => {
    const reason = error instanceof AuthTimeout ? 'timeout' : 'threw'
    if (reason === 'threw') request.wasRefused = true
    listener()?.({ type: 'authenticator.failed', request, operation, authenticator, reason, error })
    throw error
  }
  const decide = (request: RequestContext, operation: Operation, value: unknown): Verdict => {
    if (saysNothing(value)) return fail(request, operation, forgotten(hookOf(authenticator), value))
    if (value) {
      listener()?.({ type: 'authenticator.passed', request, operation, authenticator, value })
      return { passed: true, value }
    }
    if (request.isGenuine) request.isGenuine = false
    else request.wasRefused = true
    listener()?.({
      type: 'authenticator.failed',
      request,
      operation,
      authenticator,
      reason: 'refused',
      returned: value,
    })
    return FAILED
  }
  return {
    fail,
    skip: (request, operation, reason) => {
      listener()?.({ type: 'authenticator.skipped', request, operation, authenticator, reason })
      return reason === 'csrf' ? REFUSED_BY_CSRF : FAILED
    },
    begin: (request, operation) => listener()?.({ type: 'authenticator.called', request, operation, authenticator }),
    settle: (request, operation, returned) => {
      if (!isThenable(returned)) return decide(request, operation, returned)
      return within(returned, timeout).then(
        (later) => decide(request, operation, later),
        (error: unknown) => fail(request, operation, error),
      )
    },
  }
}

function hookOf(authenticator: LeafDescription): string {
  const source = declarationOf(authenticator)
  return `the hook of ${authenticator.name}${source ? ` (${formatPosition(source)})` : ''}`
}

/** The first 403, for a caller who was identified, outweighs every 401. */
function harsher(known: Verdict, next: Verdict): Verdict {
  return !known.passed && known.forbidden ? known : next
}
