import type { AuthRequest, CredentialSource, RequestContext } from '../http/request.ts'
import { LoadError } from '../base/errors.ts'
import { AUTHENTICATOR, type Authenticator } from './authenticator.ts'
import { findMaker, isCallable, markMaker } from '../base/callable.ts'
import {
  type Carrier,
  formatCarrier,
  hasAuthorizationScheme,
  isNamed,
  isSameCarrier,
  BEARER,
} from '../model/carrier.ts'
import { READS_ANYTHING, readsAnything } from './cookie-risk.ts'
import { copyDeclaration, declarationOf, findCaller, noteDeclaration } from './declared-at.ts'
import { scopesOf } from './scopes.ts'
import { markKeyed, withTokenKeys } from './token-keys.ts'
import type { SecurityScheme } from '../model/description.ts'
import type { AuthCallable, AuthenticatorLike } from './infer.ts'

/** Where a callable keeps the scheme that `named` gave it. */
export const SCHEME: unique symbol = Symbol.for('svc.scheme') as never

/**
 * Gives an authenticator another name in the document, in logs and in fixtures; the original keeps its own. The scheme
 * describes what a function reads; of another authenticator it says more about the same place: the format of a token,
 * or where to get one.
 *
 * @example
 * named('signature', verifySignature, { type: 'apiKey', in: 'header', name: 'X-Signature' })
 * @example
 * named('jwt', bearer(verifyToken), { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
 */
export function named<const A extends AuthCallable | AuthenticatorLike>(
  name: string,
  authenticator: A,
  scheme?: SecurityScheme,
): A
export function named(name: string, authenticator: unknown, scheme?: SecurityScheme): unknown {
  if (typeof name !== 'string' || name === '') throw refuse('takes the name first, a text that is not empty')
  if (typeof authenticator === 'function') return nameCallable(name, authenticator as AuthCallable, scheme)
  if (isAuthenticator(authenticator)) return renameAuthenticator(name, authenticator, scheme)
  // As it is, so that the check at load reports a misspelt import.
  if (typeof authenticator !== 'object' || authenticator === null) return authenticator
  throw refuse('takes one authenticator or a function; a list or a combination has no name. Name its members')
}

function nameCallable(name: string, callable: AuthCallable, scheme: SecurityScheme | undefined): AuthCallable {
  // As it is, so that the check at load finds what a wrapper would hide: a class, a generator, a maker, a guard for scopes.
  if (!isCallable(callable) || findMaker(callable) !== undefined || scopesOf(callable) !== undefined) return callable
  const renamed = (request: AuthRequest): unknown => callable(request)
  noteDeclaration(renamed)
  return Object.defineProperties(renamed, { name: { value: name }, [SCHEME]: { value: scheme } })
}

/** Delegates by call and not by prototype, since a subclass may keep private fields. */
function renameAuthenticator(
  name: string,
  original: Authenticator,
  scheme: SecurityScheme | undefined,
): Authenticator & AuthenticatorLike {
  if (scheme !== undefined) requireSamePlace(name, original, scheme)
  const renamed = {
    [AUTHENTICATOR]: 'authenticator' as const,
    [READS_ANYTHING]: readsAnything(original),
    name,
    describe: () => ({ ...original.describe(), name, ...(scheme === undefined ? {} : { scheme }) }),
    read: (request: CredentialSource) => original.read(request),
    explain: (request: CredentialSource) => original.explain?.(request),
    verify: (request: RequestContext, credential: readonly unknown[]) => original.verify(request, credential),
    authenticate: (...args: never[]) => (original as unknown as AuthenticatorLike).authenticate(...(args as [never])),
  }
  copyDeclaration(declarationOf(original), renamed)
  markKeyed(renamed, (read) => {
    const keyed = withTokenKeys(original, read)
    return keyed && renameAuthenticator(name, keyed as Authenticator, scheme)
  })
  return Object.freeze(renamed)
}

function isAuthenticator(value: unknown): value is Authenticator {
  return (value as Partial<Authenticator> | null | undefined)?.[AUTHENTICATOR] === 'authenticator'
}

/** A document that names another place than the one that is read would be wrong for every client made from it. */
function requireSamePlace(name: string, original: Authenticator, scheme: SecurityScheme): void {
  const { carrier } = original.describe()
  if (isReadFrom(scheme, carrier)) return
  const problem = `gives ${name} the scheme ${JSON.stringify(scheme)}, but it is read from ${formatCarrier(carrier)}`
  throw refuse(`${problem}. Write a scheme of that place, or leave it out`)
}

function isReadFrom(scheme: SecurityScheme, carrier: Carrier): boolean {
  switch (scheme.type) {
    case 'apiKey':
      return isNamed(carrier) && isSameCarrier({ in: scheme.in, name: scheme.name }, carrier)
    case 'http':
      return hasAuthorizationScheme(carrier, scheme.scheme)
    case 'oauth2':
    case 'openIdConnect':
      return hasAuthorizationScheme(carrier, BEARER.scheme)
    default:
      return false
  }
}

function refuse(problem: string): LoadError {
  return new LoadError('SVC_AUTH_NAMED', `named(name, authenticator, scheme) ${problem}.`, findCaller())
}

markMaker(named, 'named')
