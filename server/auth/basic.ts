import { isUtf8 } from 'node:buffer'
import type { AuthRequest, CredentialSource, RequestContext } from '../http/request.ts'
import {
  Authenticator,
  type AuthenticatorOptions,
  describeNamed,
  nameFunctionForm,
  type ReadCredential,
  UNUSABLE,
} from './authenticator.ts'
import { checkArguments } from './arguments.ts'
import { readScheme } from './authorization-header.ts'
import { markMaker } from '../base/callable.ts'
import { BASIC } from '../model/carrier.ts'
import { describeLeaf, type LeafDescription } from '../model/description.ts'

/**
 * `Authorization: Basic <base64 of user:password>` (RFC 7617): the scheme in any case, one space, canonical padded
 * base64 of strict UTF-8 without control characters, split at the first colon, nothing percent-decoded. An empty user
 * or an empty password reaches the hook, both empty do not.
 */
export abstract class HttpBasicAuth extends Authenticator<[username: string, password: string]> {
  override describe(): LeafDescription {
    return describeLeaf(BASIC, describeNamed(this))
  }

  override read(request: CredentialSource): ReadCredential<[username: string, password: string]> {
    return readScheme(request, 'basic', readUserPass)
  }

  override verify(request: RequestContext, [username, password]: [username: string, password: string]): unknown {
    return this.authenticate(request, username, password)
  }

  /** The hook: truthy passes and becomes `request.auth`, falsy fails; may be async; may throw. */
  abstract authenticate(request: AuthRequest, username: string, password: string): unknown
}

/**
 * {@link HttpBasicAuth} as a function: `basic((request, username, password) => …)`.
 *
 * @throws `LoadError` `SVC_AUTH_ARGUMENTS`, `SVC_OPTION_UNKNOWN`
 */
export function basic<T>(
  authenticate: (request: AuthRequest, username: string, password: string) => T,
  options: AuthenticatorOptions = {},
): HttpBasicAuth & { authenticate(request: AuthRequest, username: string, password: string): T } {
  checkArguments('basic', [authenticate, options])
  class BasicFunction extends HttpBasicAuth {
    override authenticate(request: AuthRequest, username: string, password: string): T {
      return authenticate(request, username, password)
    }
  }
  return nameFunctionForm(new BasicFunction(), options, authenticate.name || 'basic')
}

// oxlint-disable-next-line no-control-regex -- RFC 7617 section 2 forbids them in both parts
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/

function readUserPass(text: string): [username: string, password: string] | typeof UNUSABLE {
  const bytes = Buffer.from(text, 'base64')
  // Node passes over what is not of the alphabet, and trailing bits could be anything: a credential has one spelling.
  if (bytes.toString('base64') !== text) return UNUSABLE
  if (!isUtf8(bytes)) return UNUSABLE
  const userPass = bytes.toString('utf8')
  if (CONTROL_CHARACTER.test(userPass)) return UNUSABLE
  const colon = userPass.indexOf(':')
  if (colon < 0 || userPass === ':') return UNUSABLE
  return [userPass.slice(0, colon), userPass.slice(colon + 1)]
}

markMaker(basic, 'basic')
