import type { AuthRequest, CredentialSource, RequestContext } from '../http/request.ts'
import {
  Authenticator,
  type AuthenticatorOptions,
  describeNamed,
  nameFunctionForm,
  type ReadCredential,
  UNUSABLE,
} from './authenticator.ts'
import { readScheme } from './authorization.ts'
import { markMaker } from './callable.ts'
import { BEARER } from '../model/carrier.ts'
import { describeLeaf, type LeafDescription } from '../model/description.ts'

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

const VISIBLE_ASCII = /^[\u0021-\u007e]+$/

function readToken(text: string): [token: string] | typeof UNUSABLE {
  return VISIBLE_ASCII.test(text) ? [text] : UNUSABLE
}

markMaker(bearer, 'bearer')
