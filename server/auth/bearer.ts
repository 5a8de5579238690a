import type { AuthRequest, CredentialSource, RequestContext } from '../http/request.ts'
import {
  Authenticator,
  type AuthenticatorOptions,
  describeNamed,
  nameFunctionForm,
  type ReadCredential,
  UNUSABLE,
} from './authenticator.ts'
import { readScheme } from './authorization-header.ts'
import { markMaker } from '../base/callable.ts'
import { BEARER } from '../model/carrier.ts'
import { namesOf } from '../base/option-names.ts'
import { checkArguments, requireScheme } from './arguments.ts'
import { describeLeaf, type LeafDescription } from '../model/description.ts'

/**
 * `Authorization: Bearer <token>` (RFC 6750 section 2.1): the scheme in any case, one space, one run of visible ASCII.
 * A token in a query or a form is not read. {@link scheme} names another one for the same grammar.
 *
 * @example
 * class TokenAuth extends HttpBearer {
 *   authenticate(request: AuthRequest, token: string) {
 *     return constantTimeEqual(token, 'supersecret') ? token : null
 *   }
 * }
 */
export abstract class HttpBearer extends Authenticator<[token: string]> {
  /** The scheme of `Authorization` (RFC 9110 section 11.1) in front of the token: `Token`, `ApiKey`. */
  readonly scheme: string = BEARER.scheme

  override describe(): LeafDescription {
    const { scheme } = this
    if (scheme === BEARER.scheme) return describeLeaf(BEARER, describeNamed(this))
    requireScheme(scheme, this)
    return describeLeaf({ in: 'authorization', scheme }, describeNamed(this))
  }

  override read(request: CredentialSource): ReadCredential<[token: string]> {
    return readScheme(request, this.scheme === BEARER.scheme ? 'bearer' : this.scheme.toLowerCase(), readToken)
  }

  override verify(request: RequestContext, [token]: [token: string]): unknown {
    return this.authenticate(request, token)
  }

  /** The hook: truthy passes and becomes `request.auth`, falsy fails; may be async; may throw. */
  abstract authenticate(request: AuthRequest, token: string): unknown
}

/** Options of {@link bearer}. */
export interface BearerOptions extends AuthenticatorOptions {
  /** The scheme of `Authorization` in front of the token, in any case; `Bearer` if absent. */
  readonly scheme?: string
}

const OPTION_NAMES = namesOf<BearerOptions>({ name: true, description: true, scheme: true })

/**
 * {@link HttpBearer} as a function: `bearer((request, token) => findUser(token))`.
 *
 * @example
 * bearer(findUser, { scheme: 'Token' }) // Authorization: Token <token>
 * @throws `LoadError` `SVC_AUTH_ARGUMENTS`, `SVC_OPTION_UNKNOWN`
 */
export function bearer<T>(
  authenticate: (request: AuthRequest, token: string) => T,
  options: BearerOptions = {},
): HttpBearer & { authenticate(request: AuthRequest, token: string): T } {
  checkArguments('bearer', [authenticate, options], OPTION_NAMES)
  class BearerFunction extends HttpBearer {
    override authenticate(request: AuthRequest, token: string): T {
      return authenticate(request, token)
    }
  }
  return nameFunctionForm(new BearerFunction(), options, authenticate.name || 'bearer')
}

const VISIBLE_ASCII = /^[\u0021-\u007e]+$/

function readToken(text: string): [token: string] | typeof UNUSABLE {
  return VISIBLE_ASCII.test(text) ? [text] : UNUSABLE
}

markMaker(bearer, 'bearer')
