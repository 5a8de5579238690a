import type { Scheme, ShownDocument, ShownOperation } from './scalar.ts'

/** A security scheme of the document, as the page needs it. */
export interface SchemeFacts {
  readonly name: string
  /** The way to give it: type a token, a key, a user name and a password, or log in. */
  readonly kind: 'bearer' | 'basic' | 'key' | 'session'
  readonly in: 'header' | 'query' | 'cookie'
  /** The field, parameter or cookie that carries it. */
  readonly param: string
  /** Written before what is typed: the scheme of `Authorization`, where the client does not write it itself. */
  readonly prefix?: string
  /** Where it goes, in words: `header X-API-Key`. */
  readonly place: string
  readonly description: string
}

/** An operation of the document, as the page needs it. */
export interface OperationFacts {
  readonly id: string
  /** In lower case. */
  readonly method: string
  readonly path: string
  readonly operation: ShownOperation
  /** Names of schemes by alternative, in evaluation order. An empty alternative: anonymous requests pass. */
  readonly ways: readonly (readonly string[])[]
  /** The scopes that each alternative asks of its schemes, by their names. */
  readonly scopes: readonly Readonly<Record<string, readonly string[]>>[]
  /** Names of checks that no scheme describes. */
  readonly custom: readonly string[]
}

/** The schemes of a document in its order, sessions apart from keys in cookies. */
export function readSchemes(document: ShownDocument, sessionCookie: string): readonly SchemeFacts[] {
  return Object.entries(document.components?.securitySchemes ?? {}).flatMap(([name, scheme]) => {
    const facts = factsOf(scheme, sessionCookie)
    return facts ? [{ name, description: scheme.description ?? '', ...facts }] : []
  })
}

function factsOf(scheme: Scheme, sessionCookie: string): Omit<SchemeFacts, 'name' | 'description'> | undefined {
  if (scheme.type === 'apiKey' && scheme.in && scheme.name) {
    const place = { header: 'header', query: 'query parameter', cookie: 'cookie' }[scheme.in]
    const isSession = scheme.in === 'cookie' && scheme.name === sessionCookie
    const where = { in: scheme.in, param: scheme.name, place: `${place} ${scheme.name}` }
    return isSession ? { ...where, kind: 'session' } : { ...where, kind: 'key' }
  }
  const where = { in: 'header', param: 'Authorization', place: 'header Authorization' } as const
  if (isIssued(scheme)) return { ...where, kind: 'bearer' }
  if (scheme.type !== 'http') return undefined
  const name = scheme.scheme?.toLowerCase()
  if (name === 'bearer' || name === 'basic') return { ...where, kind: name }
  return { ...where, kind: 'key', prefix: `${scheme.scheme} ` }
}

/** Whether its tokens are those of a provider (OpenAPI 3.1 section 4.8.27): sent as any other bearer token. */
export function isIssued({ type }: Scheme): boolean {
  return type === 'oauth2' || type === 'openIdConnect'
}

/** The operations of a document, in its order. */
export function readOperations(document: ShownDocument): readonly OperationFacts[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      id: operation.operationId ?? `${method} ${path}`,
      method,
      path,
      operation,
      ways: (operation.security ?? []).map((requirement) => Object.keys(requirement)),
      scopes: operation.security ?? [],
      custom: operation['x-svc-auth']?.custom ?? [],
    })),
  )
}

/** Whether it needs no credential. */
export function isPublic({ operation, custom }: OperationFacts): boolean {
  return operation.security?.length === 0 && custom.length === 0
}

/** An alternative in words: `Token and HeaderKey`. */
export function formatWay(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : names.join(' and ')
}

/** Who may call, in words: `one of Token, HeaderKey`, `Token`, `Public`. */
export function formatAccess(facts: OperationFacts): string {
  const access = facts.operation['x-svc-auth']?.access
  if (access !== undefined) return access
  return isPublic(facts) ? 'Public' : [...facts.ways.flat(), ...facts.custom].join()
}
