/**
 * The internal door: what the harness, the program and development share with the server and users do not need. It is not
 * in `exports` of the package, and may change from one version to the next.
 */
export type { ClosedPath } from './answering/application.ts'
export type { Rebuild } from './api/rebuild.ts'
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
} from './model/carrier.ts'
export { declarationOf } from './auth/declared-at.ts'
export { guardCodeOf } from './auth/guard-code.ts'
export { type ReadKeys, standInForIssuers, withTokenKeys } from './auth/token-keys.ts'
export { admitsAnonymous, describeLeaf, formatAuth, formatLeaf, leavesOf, usesSessions } from './model/description.ts'
export { formatAuthWith } from './model/description.ts'
export { isSafeMethod } from './http/csrf.ts'
export { headerOf } from './http/request.ts'
export { bodyNamesOf } from './schema/declared-names.ts'
export { describeApi } from './openapi/document.ts'
export { findMisshape, findMisshapes, type ProvokedMisshape } from './openapi/error-shapes.ts'
export { ACCESS_FILE, readAccessRun } from './openapi/access-run.ts'
export type { AccessRun, TestedRoute } from './openapi/page/configuration.ts'
export { looksLikeLogin, looksLikeLogout } from './openapi/looks-like-login.ts'
export { templateOf } from './openapi/path-template.ts'
export { applicationCallerOf, applicationFramesOf } from './base/call-site.ts'
export { groupBy } from './base/group-by.ts'
export { makeFolder } from './base/make-folder.ts'
export { METHODS } from './model/operation.ts'
export { findNearest } from './base/nearest.ts'
export { plural } from './base/plural.ts'
export { keyOf, quote } from './base/quote.ts'
export { namesOf, type OptionNames } from './base/option-names.ts'
export { isThenable } from './base/thenable.ts'
export { EXIT, type ExitCode } from './base/exit-codes.ts'
export { unescapeStep } from './schema/schema-tree.ts'
export { createPaint, type Paint } from './base/paint.ts'
export { isLoopback } from './http/known-hosts.ts'
