/**
 * The internal door: what the harness, the program and development share with the server and users do not need. It is not
 * in `exports` of the package, and may change from one version to the next.
 */
export type { ClosedPath } from './application.ts'
export type { Rebuild } from './rebuild.ts'
export type { SealOptions, SessionLimits } from './sessions/sessions.ts'
export {
  BASIC,
  BEARER,
  type Carrier,
  formatCarrier,
  hasAuthorizationScheme,
  isCookie,
  isNamed,
  isPair,
  isSameCarrier,
  isText,
  type NamedCarrier,
  REQUEST,
  SESSION,
} from './auth/carrier.ts'
export { declarationOf } from './auth/declared-at.ts'
export { admitsAnonymous, describeLeaf, formatAuth, formatLeaf, leavesOf, usesSessions } from './auth/description.ts'
export { isSafeMethod } from './http/csrf.ts'
export { headerOf } from './http/request.ts'
export { looksLikeLogin, looksLikeLogout } from './openapi/login.ts'
export { templateOf } from './openapi/path-template.ts'
export { groupBy } from './group-by.ts'
export { makeFolder } from './make-folder.ts'
export { METHODS } from './operation.ts'
export { findNearest } from './nearest.ts'
export { plural } from './plural.ts'
export { namesOf, type OptionNames } from './option-names.ts'
export { unescapeStep } from './schema/schema-tree.ts'
export { createPaint, type Paint } from './paint.ts'
export { isLoopback } from './http/known-hosts.ts'
