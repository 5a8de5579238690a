import type { AuthRequest, CredentialSource, RequestContext } from '../http/request.ts'
import {
  Authenticator,
  type AuthenticatorOptions,
  describeNamed,
  nameFunctionForm,
  type ReadCredential,
} from './authenticator.ts'
import { singleValue } from './single-value.ts'
import { checkKeyArguments } from './arguments.ts'
import { markMaker } from '../base/callable.ts'
import type { NamedCarrier } from '../model/carrier.ts'
import { markDescribed } from './cookie-risk.ts'
import { describeLeaf, type LeafDescription } from '../model/description.ts'

/** A key in one declared place; it is read there and nowhere else. */
abstract class ApiKey extends Authenticator<[key: string]> {
  abstract readonly in: NamedCarrier['in']
  /** Name of the parameter, the header or the cookie. */
  readonly paramName: string = 'key'

  override describe(): LeafDescription {
    return describeLeaf({ in: this.in, name: this.paramName }, describeNamed(this))
  }

  override verify(request: RequestContext, [key]: [key: string]): unknown {
    return this.authenticate(request, key)
  }

  /** The hook: truthy passes and becomes `request.auth`, falsy fails; may be async; may throw. */
  abstract authenticate(request: AuthRequest, key: string): unknown
}

/**
 * A key in the query parameter {@link paramName}: `GET /pets?key=…`, form-decoded once. Given twice, it is unusable.
 * Keys in URLs end up in logs and histories; prefer {@link APIKeyHeader}.
 */
export abstract class APIKeyQuery extends ApiKey {
  override readonly in = 'query' as const

  override read(request: CredentialSource): ReadCredential<[key: string]> {
    return singleValue(request.queryValues(this.paramName))
  }
}

/** A key in the header {@link paramName}, in any case, as received. Two lines of it are unusable. */
export abstract class APIKeyHeader extends ApiKey {
  override readonly in = 'header' as const

  override read(request: CredentialSource): ReadCredential<[key: string]> {
    return singleValue(request.headerValues(this.paramName))
  }
}

/** A key in the cookie {@link paramName}, case-sensitive, as received. Given twice, it is unusable. */
export abstract class APIKeyCookie extends ApiKey {
  override readonly in = 'cookie' as const

  override read(request: CredentialSource): ReadCredential<[key: string]> {
    return singleValue(request.cookieValues(this.paramName))
  }
}

type Authenticate<T> = (request: AuthRequest, key: string) => T
interface Hook<Name extends string, T> {
  readonly paramName: Name
  authenticate(request: AuthRequest, key: string): T
}

/** The function form of a kind of key. */
export type KeyFunction<Kind> = <const Name extends string, T>(
  paramName: Name,
  authenticate: Authenticate<T>,
  options?: AuthenticatorOptions,
) => Kind & Hook<Name, T>

/** {@link APIKeyQuery} as a function: `queryKey('api_key', (request, key) => findClient(key))`. */
export const queryKey: KeyFunction<APIKeyQuery> = functionForm('queryKey', APIKeyQuery)

/** {@link APIKeyHeader} as a function: `headerKey('X-API-Key', (request, key) => findClient(key))`. */
export const headerKey: KeyFunction<APIKeyHeader> = functionForm('headerKey', APIKeyHeader)

/** {@link APIKeyCookie} as a function: `cookieKey('key', (request, key) => findClient(key))`. */
export const cookieKey: KeyFunction<APIKeyCookie> = functionForm('cookieKey', APIKeyCookie)

function functionForm<Kind extends ApiKey>(maker: string, kind: abstract new () => Kind): KeyFunction<Kind> {
  // Abstract for its hook only, which the class below supplies.
  const Base = kind as unknown as new () => Pick<ApiKey, 'paramName'>
  return (paramName, authenticate, options = {}) => {
    checkKeyArguments(maker, [paramName, authenticate, options])
    class FunctionKey extends Base {
      override readonly paramName = paramName
      authenticate(request: AuthRequest, key: string): unknown {
        return authenticate(request, key)
      }
    }
    return nameFunctionForm(new FunctionKey(), options, authenticate.name || paramName) as never
  }
}

for (const kind of [APIKeyQuery, APIKeyHeader, APIKeyCookie]) markDescribed(kind)

markMaker(queryKey, 'queryKey')
markMaker(headerKey, 'headerKey')
markMaker(cookieKey, 'cookieKey')
