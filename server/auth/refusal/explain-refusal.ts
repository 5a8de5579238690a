import { isHttpError } from '../../base/errors.ts'
import type { AuthRequest, CredentialSource, RequestContext } from '../../http/request.ts'
import { formatAuth } from '../../model/description.ts'
import type { Observation } from '../../model/observation.ts'
import { formatOperation, type Operation } from '../../model/operation.ts'
import { UNUSABLE } from '../authenticator.ts'
import { describeAuthenticator, describeCallable, readAuth } from '../describe.ts'
import { isLoginRefused } from '../session-auth.ts'
import type { RefusalContext } from './context.ts'
import { explainCredential, type Looked } from './explain-credential.ts'
import { findOriginFault } from './origin-fault.ts'
import type { CodeReason, Reason, Refusal, ResourceReason } from './refusal.ts'
import { describeThrown, nameFalsy, positionFields } from './thrown.ts'

/**
 * The reasons for which a request was refused: each alternative in order, with the place where it looked, what was there
 * instead, and the function that said no. No hook is called, and nothing in it is a value of the request.
 *
 * @param observations those of one request, in order, `request.ended` included
 * @param context what else is known, for better reasons
 * @returns `undefined` for a request that was not refused. Never rejects.
 * @example
 * const refusal = await explainRefusal(observations, { operations: api.operations() })
 * if (refusal) console.warn(formatRefusal(refusal).join('\n'))
 */
export async function explainRefusal(
  observations: readonly Observation[],
  context: RefusalContext = {},
): Promise<Refusal | undefined> {
  const ended = observations.find((observation) => observation.type === 'request.ended')
  if (!ended?.operation) return undefined
  const { operation, status } = ended
  // A kind from outside may throw where nothing else does; a request that was answered must not fail for its log.
  const reason = await findReason(observations, operation, status, context).catch(() => undefined)
  if (!reason) return undefined
  const { description, level, source } = operation.auth
  const auth = formatAuth(description)
  return { operation: formatOperation(operation), status, auth, level, ...positionFields(source), reason }
}

async function findReason(
  observations: readonly Observation[],
  operation: Operation,
  status: number,
  context: RefusalContext,
): Promise<Reason | undefined> {
  for (const observation of observations) {
    if (observation.type === 'throttle.refused') return { type: 'throttle', wait: observation.wait }
    if (observation.type === 'resource.refused') return explainResource(observation)
    if (observation.type === 'origin.refused')
      return { type: 'origin', origin: findOriginFault(observation.request as RequestContext) }
  }
  const request = observations[0]?.request as RequestContext
  if (status === 403 && isLoginRefused(request))
    return { type: 'origin', by: 'login', origin: findOriginFault(request) }
  const trace = new Trace(observations, operation, context)
  if (trace.isEmpty) return findCode(observations, operation, status)
  const reason = await trace.read(operation.auth.value)
  return hasPassed(reason) ? findCode(observations, operation, status) : reason
}

function explainResource(observation: Extract<Observation, { readonly type: 'resource.refused' }>): ResourceReason {
  const { resource, by, source, reason, error } = observation
  const thrown = reason === 'threw' ? { thrown: describeThrown(error) } : {}
  return { type: 'resource', resource, by, ...positionFields(source), outcome: reason, ...thrown }
}

/** A handler or a middleware that answered 401 or 403. */
function findCode(observations: readonly Observation[], operation: Operation, status: number): CodeReason | undefined {
  for (const observation of observations) {
    if (observation.type !== 'handler.ended' && observation.type !== 'middleware.ended') continue
    const { error } = observation
    if (!isHttpError(error) || !isRefusal(error.status)) continue
    const thrown = describeThrown(error)
    return observation.type === 'handler.ended'
      ? { type: 'handler', ...positionFields(operation.source), thrown }
      : { type: 'middleware', ...positionFields(observation.middleware.source), thrown }
  }
  const hasHandled = observations.some(({ type }) => type === 'handler.started')
  return hasHandled && isRefusal(status) ? { type: 'handler', ...positionFields(operation.source) } : undefined
}

function isRefusal(status: number): boolean {
  return status === 401 || status === 403
}

type Step = Extract<Observation, { readonly type: `authenticator.${string}` | 'guard.refused' }>

/** Follows the auth value of an operation along the observations of a request: members are asked one after the other. */
class Trace {
  readonly #steps: readonly Step[]
  readonly #operation: Operation
  readonly #context: RefusalContext
  readonly #request: AuthRequest & CredentialSource
  #next = 0

  constructor(observations: readonly Observation[], operation: Operation, context: RefusalContext) {
    this.#steps = observations.filter(
      (observation) => observation.type === 'guard.refused' || observation.type.startsWith('authenticator.'),
    ) as readonly Step[]
    this.#operation = operation
    this.#context = context
    this.#request = observations[0]?.request as AuthRequest & CredentialSource
  }

  /** Whether nothing was asked. */
  get isEmpty(): boolean {
    return this.#steps.length === 0
  }

  async read(value: unknown, isAsked = true): Promise<Reason> {
    const node = readAuth(value)
    switch (node?.kind) {
      case 'list':
        return this.#readMembers('list', node.members, isAsked)
      case 'all':
        return this.#readMembers('all', node.members, isAsked)
      case 'optional': {
        const member = await this.read(node.member, isAsked)
        const passed = hasPassed(member) || !(isForbidden(member) || this.#hasCredential(node.member))
        return { type: 'optional', passed, members: [member] }
      }
      case 'check': {
        const member = await this.read(node.member, isAsked)
        const guard = { type: 'guard', guard: node.link.name, ...positionFields(node.link.source) } as const
        if (!hasPassed(member)) return { ...guard, outcome: 'untried', member }
        const step = this.#steps[this.#next]
        if (step?.type !== 'guard.refused' || step.guard !== node.link) return { ...guard, outcome: 'passed', member }
        this.#next++
        const lacks = step.lacks && { lacks: step.lacks }
        const how = step.reason === 'refused' ? { returned: nameFalsy(step.returned) } : describeFailure(step.error)
        return { ...guard, outcome: step.reason, ...how, ...lacks, member }
      }
      case 'authenticator': {
        const description = describeAuthenticator(node.value)
        return this.#readLeaf({ description, authenticator: node.value }, isAsked)
      }
      case 'callable':
        return this.#readLeaf({ description: describeCallable(node.value), callable: node.value }, isAsked)
      default:
        throw new TypeError('explainRefusal: not a resolved auth value')
    }
  }

  async #readMembers(type: 'list' | 'all', values: readonly unknown[], isAsked: boolean): Promise<Reason> {
    const members: Reason[] = []
    let isOpen = isAsked
    for (const value of values) {
      const member = await this.read(value, isOpen && this.#next < this.#steps.length)
      members.push(member)
      // The first that passes decides a list, the first that fails an `all`.
      if (hasPassed(member) === (type === 'list')) isOpen = false
    }
    return { type, passed: type === 'list' ? members.some(hasPassed) : members.every(hasPassed), members }
  }

  #readLeaf(leaf: Omit<Looked, 'step'>, isAsked: boolean): Promise<Reason> {
    return explainCredential(
      { ...leaf, step: isAsked ? this.#take() : undefined },
      { request: this.#request, operation: this.#operation, ...this.#context },
    )
  }

  /** How the next authenticator ended. */
  #take(): Looked['step'] {
    const step = this.#steps[this.#next++]
    if (step?.type === 'authenticator.called') return this.#take()
    return step?.type === 'guard.refused' ? undefined : step
  }

  /** As evaluation asks it of what is optional (semantics 4.2). */
  #hasCredential(value: unknown): boolean {
    const node = readAuth(value)
    switch (node?.kind) {
      case 'authenticator':
        return hasCredential(() => node.value.read(this.#request))
      case 'list':
      case 'all':
        return node.members.some((member) => this.#hasCredential(member))
      case 'optional':
      case 'check':
        return this.#hasCredential(node.member)
      default:
        return false
    }
  }
}

function hasCredential(read: () => unknown): boolean {
  try {
    const credential = read()
    return credential === UNUSABLE || credential !== undefined
  } catch {
    return true
  }
}

function describeFailure(error: unknown): Pick<Reason & { readonly type: 'guard' }, 'thrown'> {
  return error === undefined ? {} : { thrown: describeThrown(error) }
}

function hasPassed(reason: Reason): boolean {
  if (reason.type === 'credential' || reason.type === 'guard') return reason.outcome === 'passed'
  return 'passed' in reason && reason.passed
}

/** Whether a refusal is 403: of a guard, or of a cookie without same-origin proof. */
function isForbidden(reason: Reason): boolean {
  if (reason.type === 'guard') return reason.outcome === 'refused' || isForbidden(reason.member)
  if (reason.type === 'credential') return reason.outcome === 'csrf'
  return 'members' in reason && reason.members.some(isForbidden)
}
