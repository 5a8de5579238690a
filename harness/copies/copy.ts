import { AuthenticationError, type AuthRequest, type AuthDescription, type Operation } from 'svc'
import { describeLeaf, REQUEST } from '../../server/internal.ts'
import type { AnyApi } from '../model/application.ts'
import { answerInCopy, THROWN } from './copy-handler.ts'
import { allOfAny, optionalAny } from './untyped.ts'
import type { Fault } from '../model/scenario.ts'
import { type Combine, combinedOperations } from './combinations.ts'
import { companionsOf } from '../subject/oracle.ts'
import { FAULT_VALUES } from './fault-values.ts'
import { successError } from './norms.ts'

/** Which fault applies to a request; `undefined` for one that is not of the run. */
export type FindFault = (request: AuthRequest) => Fault | undefined

/**
 * A copy of an application in which each authenticator does what the request's fault says, and each handler does
 * nothing, without middleware. Levels, lists, exception handlers and routing are the application's own. Beside them each authenticator stands
 * as it is, as a member of every combination.
 */
export function copyWithFaults(
  api: AnyApi,
  base: string,
  findFault: FindFault,
  combinations: Readonly<Record<string, Combine>>,
): AnyApi {
  const operations = api.operations()
  const faulty = operations.map((operation) => rewrite(operation, findFault))
  return api.withOperations([...faulty, ...combinedOperations(operations, combinations)], { base })
}

/** Milliseconds for an authenticator that never answers; its companions answer at once. */
const AUTH_TIMEOUT = 50

/** The same copy, for authenticators that never answer. Those of the application may be slow, so none is in here. */
export function copyWithoutPatience(api: AnyApi, base: string, findFault: FindFault): AnyApi {
  const faulty = api.operations().map((operation) => rewrite(operation, findFault))
  return api.withOperations(faulty, { base, authTimeout: AUTH_TIMEOUT })
}

/**
 * A copy whose authenticators are the application's own and whose handlers do nothing.
 *
 * @param sessionClock of its sessions; their own if absent
 */
export function copyWithoutHandlers(api: AnyApi, base: string, sessionClock?: () => number): AnyApi {
  const operations = api.operations().map((operation) => {
    const { csrf } = operation.options
    return withoutRest(operation, csrf === undefined ? {} : { csrf })
  })
  return api.withOperations(operations, { base, ...(sessionClock === undefined ? {} : { sessionClock }) })
}

/**
 * An operation with its auth alone: what comes after authentication may refuse what an authenticator has let in. Its parameters
 * belong to no user, which is said, since the copy has the options of the application.
 */
function withoutRest(operation: Operation, options: Operation['options'] = {}): Operation {
  const bare = { ...operation, options, middleware: [], handler: answerInCopy }
  const { resources } = operation
  if (resources === undefined) return bare
  return { ...bare, resources: resources.map((link) => ({ ...link, name: null, definition: undefined, only: [] })) }
}

function rewrite(operation: Operation, findFault: FindFault): Operation {
  const { description } = operation.auth
  const bare = withoutRest(operation)
  if (description === null || description === undefined) return bare
  let next = 0
  const build = (node: AuthDescription): unknown => {
    switch (node.kind) {
      case 'list':
        return node.members.map(build)
      case 'all':
        return allOfAny(...node.members.map(build))
      case 'optional':
        return optionalAny(build(node.member))
      case 'check':
        return build(node.member)
      default:
        return createLeaf(node.name, next++, description, findFault)
    }
  }
  const auth = { ...operation.auth, value: build(description), description: asCallables(description) }
  return { ...bare, auth }
}

function createLeaf(
  name: string,
  index: number,
  auth: AuthDescription,
  findFault: FindFault,
): (request: AuthRequest) => unknown {
  const leaf = (request: AuthRequest): unknown => {
    const fault = findFault(request)
    if (fault === undefined || fault.leaf < 0) return null
    if (fault.leaf === index) return behave(fault.behaviour, request)
    return companionsOf(auth, fault.leaf).includes(index) ? { companion: name } : null
  }
  return Object.defineProperty(leaf, 'name', { value: name })
}

/** The description that belongs to the copy's value: the same shape, every leaf a function, no guards. */
function asCallables(description: AuthDescription): AuthDescription {
  switch (description.kind) {
    case 'list':
    case 'all':
      return { ...description, members: description.members.map(asCallables) }
    case 'optional':
      return { ...description, member: asCallables(description.member) }
    case 'check':
      return asCallables(description.member)
    default:
      return describeLeaf(REQUEST, { name: description.name })
  }
}

function behave(behaviour: Fault['behaviour'], request: AuthRequest): unknown {
  switch (behaviour) {
    case 'undefined':
      return undefined
    case 'null':
      return null
    case 'false':
      return false
    case 'zero':
      return 0
    case 'empty':
      return ''
    case 'nan':
      return Number.NaN
    case 'promise-null':
      return Promise.resolve(null)
    case 'promise-false':
      return Promise.resolve(false)
    case 'object':
      return FAULT_VALUES.object
    case 'string':
      return FAULT_VALUES.string
    case 'number':
      return FAULT_VALUES.number
    case 'promise-object':
      return Promise.resolve(FAULT_VALUES.object)
    case 'reads-body':
      return request.text().then(() => FAULT_VALUES.object)
    case 'throws':
      throw new Error(`${THROWN} by a wrapped authenticator`)
    case 'rejects':
      return Promise.reject(new Error(`${THROWN} later by a wrapped authenticator`))
    case 'throws-registered':
      throw new AuthenticationError()
    case 'throws-response':
      throw successError(`${THROWN} by a wrapped authenticator`)
    case 'never':
      return new Promise(() => undefined)
  }
}
