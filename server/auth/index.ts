/** The door `svc/security`. */
export { APIKeyCookie, APIKeyHeader, APIKeyQuery, cookieKey, headerKey, queryKey } from './api-key.ts'
export { basic, HttpBasicAuth } from './basic.ts'
export { bearer, HttpBearer } from './bearer.ts'
export { all, check, optional } from './combine.ts'
export { constantTimeEqual } from './constant-time-equal.ts'
export { named } from './named.ts'
export { fwAuth, fwAuthSuperuser, login, logout, SessionAuth } from './session-auth.ts'

export type { AuthenticatorOptions } from './authenticator.ts'
export type { AuthDescription, LeafDescription, SecurityScheme } from '../model/description.ts'
export type { AuthCallable, AuthInput, AuthItem, AuthList, Combined } from './infer.ts'
export type { AuthRequest } from '../http/request.ts'
export type { SessionUser } from '../base/registry.ts'
