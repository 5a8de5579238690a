import { AUTHENTICATOR, type Authenticator } from './authenticator.ts'
import { copyDeclaration, declarationOf } from './declared-at.ts'
import { noteGuard } from './guard-code.ts'
import { isCallable, nameOf } from '../base/callable.ts'
import type { Combination } from './combinators.ts'
import { SCHEME } from './named.ts'
import { scopesOf } from './scopes.ts'
import { REQUEST } from '../model/carrier.ts'
import { type AuthDescription, describeLeaf, type LeafDescription, type SecurityScheme } from '../model/description.ts'
import type { AuthCallable } from './infer.ts'

/** A classified auth value that {@link checkAuth} accepts. */
export type AuthNode =
  | { readonly kind: 'authenticator'; readonly value: Authenticator }
  | { readonly kind: 'callable'; readonly value: AuthCallable }
  | { readonly kind: 'list'; readonly members: readonly unknown[] }
  | { readonly kind: 'inherit' }
  | ({ readonly kind: 'all' } & Extract<Combination, { [AUTHENTICATOR]: 'all' }>)
  | ({ readonly kind: 'optional' } & Extract<Combination, { [AUTHENTICATOR]: 'optional' }>)
  | ({ readonly kind: 'check' } & Extract<Combination, { [AUTHENTICATOR]: 'check' }>)

/** The value itself where it is an authenticator, and not a function, a list or a combination. */
export function findAuthenticator(value: unknown): Authenticator | undefined {
  return readBrand(value) === 'authenticator' ? (value as Authenticator) : undefined
}

/** Classifies an auth value; `undefined` if it is not one. */
export function readAuth(value: unknown): AuthNode | undefined {
  if (Array.isArray(value)) return { kind: 'list', members: value }
  if (typeof value === 'function') {
    return isCallable(value) ? { kind: 'callable', value: value as AuthCallable } : undefined
  }
  switch (readBrand(value)) {
    case 'authenticator':
      return { kind: 'authenticator', value: value as Authenticator }
    case 'inherit':
      return { kind: 'inherit' }
    case 'all':
      return { kind: 'all', ...(value as Extract<Combination, { [AUTHENTICATOR]: 'all' }>) }
    case 'optional':
      return { kind: 'optional', ...(value as Extract<Combination, { [AUTHENTICATOR]: 'optional' }>) }
    case 'check':
      return { kind: 'check', ...(value as Extract<Combination, { [AUTHENTICATOR]: 'check' }>) }
    default:
      return undefined
  }
}

function readBrand(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return (value as Partial<Record<typeof AUTHENTICATOR, unknown>>)[AUTHENTICATOR]
}

/** The description of an auth value in which no `inherit` is left. */
export function describeAuth(value: unknown): AuthDescription {
  const node = readAuth(value)
  switch (node?.kind) {
    case 'authenticator':
      return describeAuthenticator(node.value)
    case 'callable':
      return withDeclaration(node.value, describeCallable(node.value))
    case 'list':
    case 'all':
      return { kind: node.kind, members: node.members.map(describeAuth) }
    case 'optional':
      return { kind: 'optional', member: describeAuth(node.member) }
    case 'check':
      return describeCheck(node)
    default:
      throw new TypeError('describeAuth: not an auth value')
  }
}

function describeCheck({ member, guard, link }: Extract<AuthNode, { kind: 'check' }>): AuthDescription {
  const scopes = scopesOf(guard)
  const plain = { kind: 'check', member: describeAuth(member), guard: link.name } as const
  const description = scopes === undefined ? plain : { ...plain, scopes }
  noteGuard(guard, description)
  return description
}

/** @param description the authenticator's own, where it was asked already */
export function describeAuthenticator(
  authenticator: Authenticator,
  description: LeafDescription = authenticator.describe(),
): LeafDescription {
  return withDeclaration(authenticator, description)
}

/** A copy, since an authenticator may hand out the same description again and again. */
function withDeclaration(authenticator: object, description: LeafDescription): LeafDescription {
  const copy = { ...description }
  copyDeclaration(declarationOf(authenticator), copy)
  return copy
}

/** The description of a custom callable, which says nothing but its name unless `named` gave it a scheme. */
export function describeCallable(callable: AuthCallable): LeafDescription {
  const scheme = (callable as { readonly [SCHEME]?: SecurityScheme })[SCHEME]
  return describeLeaf(REQUEST, { name: nameOf(callable, 'callable'), ...(scheme === undefined ? {} : { scheme }) })
}
