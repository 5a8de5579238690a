/** The door `svc/security`. */
export { Authenticator, describeNamed, UNUSABLE } from './authenticator.ts'
export { singleValue } from './single-value.ts'
export { readScheme } from './authorization-header.ts'
export { describeLeaf } from '../model/description.ts'
export { APIKeyCookie, APIKeyHeader, APIKeyQuery, cookieKey, headerKey, queryKey } from './api-key.ts'
export { basic, HttpBasicAuth } from './basic.ts'
export { bearer, HttpBearer } from './bearer.ts'
export { all, check, optional } from './combinators.ts'
export { constantTimeEqual } from './constant-time-equal.ts'
export { named } from './named.ts'
export { explainRefusal } from './refusal/explain-refusal.ts'
export { formatRefusal } from './refusal/refusal-text.ts'
export { resource } from '../resources/resource.ts'
export { fwAuth, login, logout, SessionAuth } from './session-auth.ts'
export { fwAuthSuperuser } from './superuser.ts'

export type { AuthenticatorOptions, ReadCredential } from './authenticator.ts'
export type { BearerOptions } from './bearer.ts'
export type { Carrier, Challenge, NamedCarrier } from '../model/carrier.ts'
export type { AuthDescription, LeafDescription, SecurityScheme } from '../model/description.ts'
export type { AuthCallable, AuthInput, AuthItem, AuthList, Combined } from './infer.ts'
export type { AuthRequest, CredentialSource, RequestContext } from '../http/request.ts'
export type { Resource, ResourceInput, ResourceRequest } from '../resources/infer.ts'
export type { SessionUser } from '../base/registry.ts'
export type { Fault, FaultWord } from './refusal/fault.ts'
export type { KnownCredential, RefusalContext } from './refusal/context.ts'
export type {
  CodeReason,
  CombinedReason,
  CredentialReason,
  FoundPlace,
  GuardReason,
  OriginFault,
  OriginReason,
  Place,
  Reader,
  Reason,
  Refusal,
  ResourceReason,
  ThrottleReason,
  Thrown,
} from './refusal/refusal.ts'
