import type { AuthDescription, LeafDescription, Operation } from 'svc'
import { named } from 'svc/security'

/** The methods of an authenticator of the application. */
export interface LeafHooks {
  readonly read: (request: unknown) => unknown
  readonly verify: (request: MutantRequest, credential: readonly unknown[]) => unknown
}

/** The facts of a request that a fault reads. */
export interface MutantRequest {
  readonly method: string
}

/** Changes the hooks of one authenticator. */
export type ChangeLeaf = (hooks: LeafHooks, description: LeafDescription) => Partial<LeafHooks>

/**
 * An operation in which one authenticator has other hooks. Everything around it, combinations, guards and the names in
 * the ledger, stays as it is.
 *
 * @param leaf index among the authenticators that are not made of others, in evaluation order
 */
export function withLeaf(operation: Operation, leaf: number, change: ChangeLeaf): Operation {
  return mapLeaves(operation, (value, description, index) =>
    index === leaf ? changeLeaf(value, description, change) : value,
  )
}

/**
 * An operation with other authenticators at the places of its own, combinations and guards around them.
 *
 * @param change is given each authenticator that is not made of others, and its index in evaluation order
 */
export function mapLeaves(
  operation: Operation,
  change: (value: unknown, description: LeafDescription, index: number) => unknown,
): Operation {
  let next = 0
  const rebuild = (value: unknown, description: AuthDescription): unknown => {
    switch (description.kind) {
      case 'list':
        return description.members.map((member, i) => rebuild((value as readonly unknown[])[i], member))
      case 'all': {
        const { members } = value as { readonly members: readonly unknown[] }
        return { ...(value as object), members: description.members.map((member, i) => rebuild(members[i], member)) }
      }
      case 'optional':
      case 'check': {
        const { member } = value as { readonly member: unknown }
        return { ...(value as object), member: rebuild(member, description.member) }
      }
      default:
        return change(value, description, next++)
    }
  }
  const { value, description } = operation.auth
  if (description === null || description === undefined) return operation
  return { ...operation, auth: { ...operation.auth, value: rebuild(value, description) } }
}

/** An operation with another effective auth. */
export function withAuth(operation: Operation, value: unknown, description: AuthDescription | null): Operation {
  return { ...operation, auth: { ...operation.auth, value, description } }
}

/** The members of a list or of `all` at the top of an operation's auth, values beside descriptions. */
export function membersOf(operation: Operation): readonly (readonly [unknown, AuthDescription])[] {
  const { value, description } = operation.auth
  if (description?.kind !== 'list' && description?.kind !== 'all') return []
  const values = Array.isArray(value)
    ? (value as readonly unknown[])
    : (value as { members: readonly unknown[] }).members
  return description.members.map((member, i) => [values[i], member] as const)
}

/** An operation with other members in its list or in its `all`; one that is left alone stands by itself. */
export function withMembers(operation: Operation, members: ReturnType<typeof membersOf>): Operation {
  const { value, description } = operation.auth
  const [only] = members
  if (only !== undefined && members.length === 1) return withAuth(operation, only[0], only[1])
  const values = members.map(([member]) => member)
  const descriptions = members.map(([, member]) => member)
  return description?.kind === 'all'
    ? withAuth(operation, { ...(value as object), members: values }, { kind: 'all', members: descriptions })
    : withAuth(operation, values, { kind: 'list', members: descriptions })
}

/** The authenticators of an operation that are not made of others, in evaluation order, values beside descriptions. */
export function partsOf({
  value,
  description,
}: Pick<Operation['auth'], 'value' | 'description'>): readonly (readonly [unknown, LeafDescription])[] {
  if (description === null || description === undefined) return []
  switch (description.kind) {
    case 'list':
    case 'all': {
      const values = description.kind === 'list' ? value : (value as { readonly members: unknown }).members
      return description.members.flatMap((member, i) =>
        partsOf({ value: (values as readonly unknown[])[i], description: member }),
      )
    }
    case 'optional':
    case 'check':
      return partsOf({ value: (value as { readonly member: unknown }).member, description: description.member })
    default:
      return [[value, description]]
  }
}

/** One authenticator with other hooks; its name, and what it says of itself, stay. */
export function changeLeaf(value: unknown, description: LeafDescription, change: ChangeLeaf): unknown {
  if (typeof value === 'function') {
    const original = value as (request: unknown) => unknown
    const hooks: LeafHooks = { read: () => [], verify: (request) => original(request) }
    const { verify = hooks.verify } = change(hooks, description)
    const callable = (request: MutantRequest): unknown => verify(request, [])
    return Object.defineProperty(callable, 'name', { value: description.name })
  }
  // `named` makes a plain object that delegates, so its parts can be replaced one by one.
  const copy = named(description.name, value as never) as unknown as LeafHooks
  return Object.freeze({ ...copy, ...change(copy, description) })
}
