import type { RowName } from '../model/row-name.ts'
import type { Family, Scenario } from '../model/scenario.ts'

/** Families that say something of an operation itself: who may use it, and whether it is what the document and the fixtures say. */
const FAMILIES: ReadonlySet<Family> = new Set([
  'control',
  'role',
  'level',
  'own',
  'list',
  'document',
  'superuser',
  'name',
  'token',
])

/**
 * Rows about the way to an operation: its guard is missing, or is passed by another method, by another spelling of the path, by
 * a header or by a place of the credential. Most of the others bend a value, which one authenticator compares for all operations.
 */
// oxfmt-ignore
const ROWS: ReadonlySet<string> = new Set<RowName>([
  'missing', 'missing.broken-body', 'key.wrong', 'key.empty', 'key.prefix', 'key.claims', 'key.no-signature',
  'basic.wrong-password', 'basic.wrong-user', 'bearer.scheme-only', 'bearer.jwt-signature', 'bearer.jwt-none', 'bearer.jwt-claims',
  'bearer.query-access-token', 'bearer.cookie', 'header.in-query', 'header.in-query-usual', 'header.in-cookie', 'cookie.in-query',
  'session.fixture-invalid', 'session.json', 'session.base64-json', 'session.in-header',
  'method.HEAD', 'method.GET', 'method.POST', 'method.OPTIONS', 'method.preflight', 'method.preflight-same', 'method.lower',
  'method.x-http-method-override', 'method.query-_method', 'method.claims-GET', 'method.claims-OPTIONS',
  'path.slash', 'path.two-slashes', 'path.double-last', 'path.upper', 'path.mixed', 'path.encoded-first', 'path.encoded-last', 'path.matrix',
  'path.dot-inner', 'path.end-json', 'path.other-version', 'path.without-version', 'path.public-query',
  'probe.x-original-url', 'probe.x-original-url-root', 'probe.internal', 'probe.remote-user', 'probe.xff-localhost', 'probe.ajax',
  'probe.content-type-text', 'probe.query-debug-1', 'probe.query-admin-true',
  'csrf.cross-site', 'csrf.other-origin', 'csrf.nowhere', 'csrf.as-text', 'cors.credentials', 'repeat.around-good',
  'address.localhost', 'address.xff',
  'claim.role-header', 'claim.flag-header', 'claim.user-header', 'claim.tenant-header', 'claim.role-query', 'claim.flag-query', 'claim.user-query',
])

/** Whether every operation is asked a scenario, however many there are that look like it. */
export function isCore({ family, row }: Scenario): boolean {
  return FAMILIES.has(family) || ROWS.has(row)
}
