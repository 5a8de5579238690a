import type { AuthRequest, CredentialSource, RequestContext } from '../http/request.ts'
import {
  Authenticator,
  type AuthenticatorOptions,
  describeNamed,
  nameFunctionForm,
  type ReadCredential,
  UNUSABLE,
} from './authenticator.ts'
import { markMaker } from './callable.ts'
import { BEARER } from './carrier.ts'
import { describeLeaf, type LeafDescription } from './description.ts'

/**
 * `Authorization: Bearer <token>` (RFC 6750 section 2.1): the scheme in any case, one space, one run of visible ASCII.
 * A token in a query or a form is not read.
 *
 * @example
 * class TokenAuth extends HttpBearer {
 *   authenticate(request: AuthRequest, token: string) {
 *     return constantTimeEqual(token, 'supersecret') ? token : null
 *   }
 * }
 */
export abstract class HttpBearer extends Authenticator<[token: string]> {
  override describe(): LeafDescription {
    return describeLeaf(BEARER, describeNamed(this))
  }

  override read(request: CredentialSource): ReadCredential<[token: string]> {
    return readScheme(request, 'bearer', readToken)
  }

  override verify(request: RequestContext, [token]: [token: string]): unknown {
    return this.authenticate(request, token)
  }

  /** The hook: truthy passes and becomes `request.auth`, falsy fails; may be async; may throw. */
  abstract authenticate(request: AuthRequest, token: string): unknown
}

/** {@link HttpBearer} as a function: `bearer((request, token) => findUser(token))`. */
export function bearer<T>(
  authenticate: (request: AuthRequest, token: string) => T,
  options: AuthenticatorOptions = {},
): HttpBearer & { authenticate(request: AuthRequest, token: string): T } {
  class BearerFunction extends HttpBearer {
    override authenticate(request: AuthRequest, token: string): T {
      return authenticate(request, token)
    }
  }
  return nameFunctionForm(new BearerFunction(), options, authenticate.name || 'bearer')
}

/**
 * The credentials of one `Authorization` line of the given scheme (RFC 9110 section 11.6.2).
 *
 * @returns `undefined` where there is no such line or it has another scheme; {@link UNUSABLE} where it is repeated.
 */
export function readScheme<Credential extends readonly unknown[]>(
  request: CredentialSource,
  scheme: string,
  readCredentials: (text: string) => Credential | typeof UNUSABLE,
): ReadCredential<Credential> {
  const lines = request.headerValues('authorization')
  if (lines.length === 0) return undefined
  if (lines.length > 1) return UNUSABLE
  const line = lines[0] as string
  const named = line.slice(0, scheme.length).toLowerCase() === scheme
  if (!named || TOKEN_CHARACTER.test(line.charAt(scheme.length))) return undefined
  return line.charAt(scheme.length) === ' ' ? readCredentials(line.slice(scheme.length + 1)) : UNUSABLE
}

/** RFC 9110 section 5.6.2: a scheme goes on as long as these do, so `BearerX` is another scheme. */
const TOKEN_CHARACTER = /[!#$%&'*+\-.^_`|~\dA-Za-z]/
const VISIBLE_ASCII = /^[\u0021-\u007e]+$/

function readToken(text: string): [token: string] | typeof UNUSABLE {
  return VISIBLE_ASCII.test(text) ? [text] : UNUSABLE
}

markMaker(bearer, 'bearer')
