import type { AuthDescription, LeafDescription } from 'svc'
import { BEARER, type Carrier, describeLeaf, REQUEST } from '../../server/internal.ts'
import { HarnessError } from '../model/failure.ts'
import type { RequestSample, Route } from '../model/route.ts'
import { carrierOfAuthorization } from '../model/scheme.ts'
import { isObject, type Json, objectAt, resolveReference, textOf, valueAt } from '../text/json.ts'
import { readInputs } from './inputs.ts'
import { listAt, sampleRequest } from './sample.ts'

/** The routes of a server by its document. */
export interface DocumentRoutes {
  readonly title: string
  readonly version: string
  /** Path of the first server of the document, such as `/v1`, or empty. */
  readonly base: string
  readonly routes: readonly Route[]
  /** Parts of the document that cannot be tested, each with its reason. */
  readonly unknown: readonly string[]
}

/**
 * The requests that a document describes, those of public operations too, by method and path: `POST /api/login`.
 *
 * @throws HarnessError for a document of another kind.
 */
export function readSamples(document: unknown): ReadonlyMap<string, RequestSample> {
  const { base, routes } = readDocument(document)
  const paths = objectAt(document, 'paths')
  return new Map(
    routes.map(({ method, path, auth }) => {
      const item = itemOf(document as Json, paths[path.replaceAll('[', '{').replaceAll(']', '}')])
      const operation = Object.fromEntries(operationsOf(item))[method] as Json
      return [`${method} ${base}${path}`, sampleRequest(document as Json, item, operation, auth, method)]
    }),
  )
}

/** The path of each scheme's OAuth 2.0 token endpoint that takes a name and a password (RFC 6749 section 4.3). */
export function readTokenPaths(document: unknown, base: URL): Readonly<Record<string, string>> {
  const json = document as Json
  const schemes = objectAt(objectAt(json, 'components'), 'securitySchemes')
  return Object.fromEntries(
    Object.entries(schemes).flatMap(([name, declared]) => {
      const flows = objectAt(resolveReference(json, declared), 'flows')
      const address = textOf(objectAt(flows, 'password')['tokenUrl'], '')
      const root = base.href.replace(/\/?$/, '/')
      if (address === '' || !URL.canParse(address, root)) return []
      const url = new URL(address, root)
      return url.origin === base.origin ? [[name, url.pathname + url.search] as const] : []
    }),
  )
}

/** `query` is of OpenAPI 3.2. TRACE is answered by the HTTP layer. */
const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'query']

/** The operations of a path by method, `additionalOperations` of OpenAPI 3.2 among them. */
export function operationsOf(item: Json): readonly (readonly [method: string, operation: Json])[] {
  const all = [
    ...METHODS.map((method) => [method.toUpperCase(), item[method]] as const),
    ...Object.entries(objectAt(item, 'additionalOperations')),
  ]
  return all.flatMap(([method, operation]) => (isObject(operation) ? [[method, operation] as const] : []))
}

/** A path with what its `$ref` holds; what stands beside the reference counts, too. */
export function itemOf(document: Json, declared: unknown): Json {
  if (!isObject(declared) || declared['$ref'] === undefined) return isObject(declared) ? declared : {}
  const { $ref: _, ...own } = declared
  return { ...resolveReference(document, declared), ...own }
}

/** Why nothing of a path can be tested: a reference that leads nowhere in this document; `undefined` for others. */
function lostReference(document: Json, declared: unknown): string | undefined {
  const reference = isObject(declared) ? declared['$ref'] : undefined
  if (typeof reference !== 'string') return undefined
  const isFound = reference.startsWith('#/') && isObject(valueAt(document, reference.slice(1)))
  return isFound ? undefined : `it is described in ${reference}, which is not in the document: bundle it`
}

/**
 * Reads the operations of an OpenAPI 3.0, 3.1 or 3.2 document with their security (OpenAPI 3.1, section 4.8.30).
 *
 * @throws HarnessError for a document of another kind.
 */
export function readDocument(document: unknown): DocumentRoutes {
  if (!isObject(document) || typeof document['openapi'] !== 'string' || !/^3\.[0-2]\./.test(document['openapi'])) {
    throw new HarnessError(
      'SVC_DOCUMENT_INVALID',
      'the document is not OpenAPI 3.0, 3.1 or 3.2, nor Swagger 2.0: it has no "openapi": "3.…"',
    )
  }
  const info = objectAt(document, 'info')
  const unknown: string[] = []
  const base = baseOf(document)
  const schemes = objectAt(objectAt(document, 'components'), 'securitySchemes')
  const routes = Object.entries(objectAt(document, 'paths')).flatMap(([path, declared]) => {
    const item = itemOf(document, declared)
    const lost = lostReference(document, declared)
    if (lost !== undefined) unknown.push(`${path}  ${lost}`)
    return operationsOf(item).map(([method, declaredAs]) => {
      const operation = withPathParameters(document, path, item, declaredAs)
      const security = operation['security'] ?? document['security']
      const route = toRoute(document, path, method, base, security, schemes, operation, unknown)
      const { body, ...sample } = sampleRequest(document, item, operation, route.auth, method)
      // A public operation may be the login: what it answers to made-up data is its own affair.
      const inputs = readInputs(document, operation, item, route)
      return { ...route, inputs, sample: route.auth === null || body === undefined ? sample : { ...sample, body } }
    })
  })
  return { title: textOf(info['title'], 'API'), version: textOf(info['version'], ''), base, routes, unknown }
}

/** An operation whose document calls parameters of the path those of the query: the path names them. */
function withPathParameters(document: Json, path: string, item: Json, operation: Json): Json {
  const own = listAt(operation, 'parameters').map((one) => resolveReference(document, one))
  const all = [...listAt(item, 'parameters').map((one) => resolveReference(document, one)), ...own]
  const isInPath = (name: unknown): boolean =>
    path.includes(`{${String(name)}}`) && !all.some((one) => one['name'] === name && one['in'] === 'path')
  if (!own.some((one) => one['in'] === 'query' && isInPath(one['name']))) return operation
  const parameters = own.map((one) =>
    one['in'] === 'query' && isInPath(one['name']) ? { ...one, in: 'path', required: true } : one,
  )
  return { ...operation, parameters }
}

function toRoute(
  document: Json,
  path: string,
  method: string,
  base: string,
  security: unknown,
  schemes: Json,
  operation: Json,
  unknown: string[],
): Route {
  const bracketed = path.replace(/\{([^}]+)\}/g, '[$1]')
  const key = `${method} ${bracketed}`
  // A scheme is remarked once, on the first route that has it.
  const auth = readSecurity(document, security, schemes, (reason) => {
    if (!unknown.some((known) => known.endsWith(`  ${reason}`))) unknown.push(`${key}  ${reason}`)
  })
  return {
    key,
    method,
    path: bracketed,
    base,
    auth,
    level: operation['security'] === undefined && security !== undefined ? 'api' : 'operation',
    authSource: undefined,
    source: undefined,
    csrf: false,
    declaresBody: operation['requestBody'] !== undefined,
  }
}

/** A list is OR, the names in one entry are AND, an empty entry makes it optional; nothing at all is public. */
function readSecurity(
  document: Json,
  security: unknown,
  schemes: Json,
  note: (reason: string) => void,
): AuthDescription | null {
  if (!Array.isArray(security) || security.length === 0) return null
  const members: AuthDescription[] = []
  let optional = false
  for (const requirement of security) {
    const names = isObject(requirement) ? Object.keys(requirement) : []
    if (names.length === 0) {
      optional = true
      continue
    }
    const leaves = names.map(nameOfScheme).map((name) => readScheme(document, name, schemes[name], note))
    const [first] = leaves
    if (first !== undefined) members.push(leaves.length === 1 ? first : { kind: 'all', members: leaves })
  }
  const [only] = members
  if (only === undefined) return null
  const auth: AuthDescription = members.length === 1 ? only : { kind: 'list', members }
  return optional ? { kind: 'optional', member: auth } : auth
}

/** OpenAPI 3.2 allows the address of a scheme in the place of its name. */
function nameOfScheme(written: string): string {
  return written.startsWith(SCHEMES) ? written.slice(SCHEMES.length) : written
}

const SCHEMES = '#/components/securitySchemes/'

function readScheme(document: Json, name: string, declared: unknown, note: (reason: string) => void): LeafDescription {
  const scheme = resolveReference(document, declared)
  const carrier = carrierOf(scheme, name)
  if (carrier.in === 'request') {
    const kind = `${String(scheme['type'])} ${textOf(scheme['scheme'], '')}`.trim().toLowerCase()
    note(`the security scheme ${name} is "${kind}", of which only a missing credential is tried`)
  }
  return describeLeaf(carrier, { name })
}

/** Documents of other servers write the type in any case. */
function carrierOf(scheme: Json, name: string): Carrier {
  switch (String(scheme['type']).toLowerCase()) {
    case 'apikey':
      return { in: placeOf(scheme), name: textOf(scheme['name'], name) }
    case 'oauth2':
    case 'openidconnect':
      return BEARER
    case 'http':
      return carrierOfAuthorization(textOf(scheme['scheme'], ''))
    default:
      return REQUEST
  }
}

function placeOf(scheme: Json): 'query' | 'header' | 'cookie' {
  const place = scheme['in']
  return place === 'query' || place === 'cookie' ? place : 'header'
}

/** The address of a server, with the defaults of its variables (OpenAPI 3.1 section 4.8.6). */
function addressOf({ url, variables }: Json): string {
  const all = isObject(variables) ? variables : {}
  return textOf(url, '').replaceAll(/\{([^}]*)\}/g, (text, name: string) => {
    const variable = all[name]
    return isObject(variable) ? textOf(variable['default'], text) : text
  })
}

function baseOf(document: Json): string {
  const servers = document['servers']
  const url = Array.isArray(servers) && isObject(servers[0]) ? addressOf(servers[0]) : ''
  const path = /^[a-z]+:\/\//i.test(url) && URL.canParse(url) ? new URL(url).pathname : url
  return path
    .replace(/\/+$/, '')
    .replace(/^(?=[^/])/, '/')
    .replace(/^\/$/, '')
}
