import { LoadError, type SourcePosition } from '../base/errors.ts'
import type { AuthLevel, EffectiveAuth } from '../model/operation.ts'
import type { Authenticator } from './authenticator.ts'
import { findMaker, isCallable, isClass } from '../base/callable.ts'
import type { Carrier } from '../model/carrier.ts'
import { describeAuth, describeAuthenticator, findAuthenticator, readAuth } from './describe.ts'
import { checkScopes, requireNoScopes } from './scopes.ts'
import { type AuthDescription, findDescriptionFault, type LeafDescription } from '../model/description.ts'

/** One level that says something about auth: the key `auth` is present there. */
export interface Declaration {
  readonly level: AuthLevel
  readonly value: unknown
  readonly source: SourcePosition | undefined
}

/** The auth of an operation for which no level declares any. */
export const UNDECLARED: EffectiveAuth = Object.freeze({
  value: undefined,
  description: undefined,
  level: 'none',
  source: undefined,
})

/**
 * The auth below one more level: the innermost level that declares any wins, and replaces (semantics 3). `inherit` in
 * its value stands for what `enclosing` says.
 *
 * @throws {@link LoadError} for a wrong value, and for an `inherit` that has nothing to stand for.
 */
export function applyDeclaration(enclosing: EffectiveAuth, declaration: Declaration): EffectiveAuth {
  const { level, value, source } = declaration
  // Most often: one authenticator, which describes itself once.
  const authenticator = findAuthenticator(value)
  if (authenticator) {
    const description = describeAuthenticator(authenticator, checkDescription(authenticator, source))
    return Object.freeze({ value, description, level, source })
  }
  checkAuth(value, source)
  if (value === null) return Object.freeze({ value: null, description: null, level, source })
  const resolved = substitute(value, enclosing, source)
  const description = describeAuth(resolved)
  checkCombinations(description, source)
  return Object.freeze({ value: resolved, description, level, source })
}

/**
 * Checks that a value may stand for `auth`.
 *
 * @throws {@link LoadError} that names what was found instead and how to mend it.
 */
export function checkAuth(value: unknown, source: SourcePosition | undefined): void {
  if (value === undefined) {
    throw new LoadError(
      'SVC_AUTH_UNDEFINED',
      'auth is written but undefined, which is what a misspelt import looks like. ' +
        'Give it an authenticator, null for public, or leave it out to inherit.',
      source,
    )
  }
  if (value !== null) checkMember(value, source)
}

function checkMember(value: unknown, source: SourcePosition | undefined): void {
  const node = readAuth(value)
  switch (node?.kind) {
    case 'callable':
      if (findMaker(value) !== undefined) throw uncalled(findMaker(value) as string, source)
      requireNoScopes(value, source)
      return
    case 'authenticator':
      checkDescription(node.value, source)
      return
    case 'inherit':
      return
    case 'list':
      checkList(node.members, source)
      return
    case 'all':
      checkAll(node.members, source)
      return
    case 'check':
      checkGuard(node.guard, source)
      checkMember(node.member, source)
      return
    case 'optional':
      checkMember(node.member, source)
      return
    case undefined:
      throw refuseValue(value, source)
  }
}

function checkList(members: readonly unknown[], source: SourcePosition | undefined): void {
  if (members.length === 0) {
    throw new LoadError(
      'SVC_AUTH_EMPTY_LIST',
      'auth is an empty list, which nothing can pass. List an authenticator, or write null for public.',
      source,
    )
  }
  // By index: `forEach` would step over the holes of a sparse list.
  for (let index = 0; index < members.length; index++) {
    const member = members[index]
    if (member === null || member === undefined) {
      throw new LoadError(
        'SVC_AUTH_NULL_IN_LIST',
        `auth has ${member} at position ${index + 1} of its list. ` +
          'Use optional(...) as the last member to let requests without a credential through.',
        source,
      )
    }
    if (Array.isArray(member)) {
      throw new LoadError(
        'SVC_AUTH_NESTED_LIST',
        `auth has a list inside its list, at position ${index + 1}. ` +
          'Write its members in the outer list, or all(...) if every one of them is needed.',
        source,
      )
    }
    checkMember(member, source)
  }
}

/** `all()` would let every request pass, and `all([a, b])` one that satisfies either of them. */
function checkAll(members: readonly unknown[], source: SourcePosition | undefined): void {
  if (members.length < 2) {
    const got = members.length === 0 ? 'none' : Array.isArray(members[0]) ? 'one, a list, of which any passes' : 'one'
    const problem = `all(...) needs two members or more; got ${got}. Write all(first, second).`
    throw new LoadError('SVC_AUTH_ALL_MEMBERS', problem, source)
  }
  members.forEach((member) => checkMember(member, source))
}

function checkGuard(guard: unknown, source: SourcePosition | undefined): void {
  if (typeof guard === 'function' && isCallable(guard) && findMaker(guard) === undefined) return
  const problem = `check(authenticator, guard) needs a function as guard; got ${nameGuard(guard)}. `
  throw new LoadError('SVC_AUTH_GUARD', `${problem}Write check(user, (user) => user.isEditor).`, source)
}

function nameGuard(guard: unknown): string {
  if (isClass(guard)) return 'a class'
  const maker = findMaker(guard)
  if (maker !== undefined) return `${maker}, which makes authenticators`
  return typeof guard === 'object' && readAuth(guard) !== undefined ? 'an authenticator' : nameValue(guard)
}

/** Without these facts a credential would count as harmless: a cookie would escape CSRF protection, a key the redaction of logs. */
function checkDescription(authenticator: Authenticator, source: SourcePosition | undefined): LeafDescription {
  const description = authenticator.describe()
  const fault = findDescriptionFault(description)
  if (fault === undefined) return description
  const problem = `auth is the authenticator ${authenticator.name ?? authenticator.constructor.name}, whose describe()`
  throw new LoadError('SVC_AUTH_DESCRIPTION', `${problem} ${fault}. Make it with this version of svc/security.`, source)
}

function uncalled(name: string, source: SourcePosition | undefined): LoadError {
  const problem = `auth is the function ${name} itself, not the authenticator that it returns. Write ${name}(…).`
  return new LoadError('SVC_AUTH_UNCALLED', problem, source)
}

function refuseValue(value: unknown, source: SourcePosition | undefined): LoadError {
  if (isClass(value)) {
    const name = (value as { readonly name: string }).name || '(class { … })'
    return new LoadError('SVC_AUTH_CLASS', `auth is the class ${name}, not an instance. Write new ${name}().`, source)
  }
  return new LoadError(
    'SVC_AUTH_INVALID',
    `auth must be an authenticator, a list of them, or null; got ${nameValue(value)}. ` +
      'Import one from "svc/security".',
    source,
  )
}

function nameValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'function') return `the generator function ${value.name || 'without a name'}`
  if (value instanceof Promise) return 'a promise, which must be awaited'
  if (typeof value === 'object' && value !== null) return 'an object that is not an authenticator'
  return String(value)
}

/** Puts what encloses in the place of every `inherit`; an enclosing list is spliced into a list. */
function substitute(value: unknown, enclosing: EffectiveAuth, source: SourcePosition | undefined): unknown {
  const node = readAuth(value)
  switch (node?.kind) {
    case 'inherit':
      return inheritedValue(enclosing, source)
    case 'list': {
      const members = node.members.flatMap((member) => substitute(member, enclosing, source))
      return Object.freeze(members)
    }
    case 'all': {
      const members = node.members.map((member) => substitute(member, enclosing, source))
      return Object.freeze({ ...(value as object), members: Object.freeze(members) })
    }
    case 'optional':
    case 'check':
      return Object.freeze({ ...(value as object), member: substitute(node.member, enclosing, source) })
    default:
      return value
  }
}

function inheritedValue(enclosing: EffectiveAuth, source: SourcePosition | undefined): unknown {
  if (enclosing.value !== undefined && enclosing.value !== null) return enclosing.value
  const reason = enclosing.value === null ? 'the enclosing level is public (null)' : 'no enclosing level declares auth'
  throw new LoadError('SVC_AUTH_INHERIT', `inherit stands for nothing here: ${reason}. Name an authenticator.`, source)
}

/** Combinations that could never do what they say. */
function checkCombinations(description: AuthDescription, source: SourcePosition | undefined): void {
  switch (description.kind) {
    case 'list': {
      const early = description.members.slice(0, -1).some((member) => member.kind === 'optional')
      if (early) {
        throw new LoadError(
          'SVC_AUTH_OPTIONAL_NOT_LAST',
          'auth has optional(...) before the end of its list, so what follows would never be asked. Put it last.',
          source,
        )
      }
      description.members.forEach((member) => checkCombinations(member, source))
      return
    }
    case 'all': {
      const schemes = new Set(description.members.flatMap(neededSchemes))
      if (schemes.size > 1) {
        throw new LoadError(
          'SVC_AUTH_ALL_AUTHORIZATION',
          `all(...) needs ${[...schemes].join(' and ')} in one Authorization header, which holds only one credential. ` +
            'Use a list for either of them, or read one from another header.',
          source,
        )
      }
      description.members.forEach((member) => checkCombinations(member, source))
      return
    }
    case 'check':
      if (description.scopes) checkScopes(description.member, description.scopes, source)
      checkCombinations(description.member, source)
      return
    case 'optional':
      checkCombinations(description.member, source)
      return
    default:
  }
}

/** The forms of the `Authorization` header without which a request cannot pass. */
function neededSchemes(description: AuthDescription): readonly string[] {
  switch (description.kind) {
    case 'check':
      return neededSchemes(description.member)
    case 'all':
      return description.members.flatMap(neededSchemes)
    case 'list': {
      const alternatives = description.members.map(neededSchemes)
      return alternatives.every((schemes) => schemes.length > 0) ? (alternatives[0] ?? []) : []
    }
    case 'optional':
      return []
    default:
      return schemesIn(description.carrier)
  }
}

function schemesIn(carrier: Carrier): readonly string[] {
  if (carrier.in === 'authorization') return [carrier.scheme]
  return carrier.in === 'header' && carrier.name.toLowerCase() === 'authorization' ? ['a key'] : []
}
