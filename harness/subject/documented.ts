import type { AuthDescription, LeafDescription } from 'svc'
import { findMisshapes, type ProvokedMisshape, templateOf } from '../../server/internal.ts'
import type { AnyApi } from '../model/application.ts'
import type { Documented } from '../model/scenario.ts'
import type { Route } from '../model/route.ts'
import { type Json, objectAt } from '../text/json.ts'

/** An OpenAPI document as the application serves it. */
export interface ServedDocument {
  readonly json: unknown
  /** Without the prefix that only https allows. */
  readonly sessionCookie: string
  /** Errors that come in another shape than it describes. */
  readonly misshapes?: readonly ProvokedMisshape[]
}

/** Fetches the OpenAPI document of an application; `undefined` if it serves none to anonymous requests. */
export async function readServedDocument(api: AnyApi, base: string): Promise<ServedDocument | undefined> {
  const response = await api.fetch(new Request(`http://127.0.0.1${base}/openapi.json`))
  if (response.status !== 200) return undefined
  const json: unknown = await response.json().catch(() => undefined)
  // Of a document that is not one, other findings say so.
  const misshapes = isDocument(json) ? await findMisshapes(api, json) : []
  return { json, sessionCookie: bareName(api.sessions.cookieName), misshapes }
}

function isDocument(json: unknown): json is Parameters<typeof findMisshapes>[1] {
  const items = Object.values(objectAt({ json }, 'json')['paths'] ?? {}) as readonly unknown[]
  const operations = items.flatMap((item) => Object.values(objectAt({ item }, 'item')))
  return operations.every((operation) => typeof objectAt({ operation }, 'operation')['responses'] === 'object')
}

/** The auth of a route in a document; `undefined` for a route that it does not show. */
export function findDocumented(
  { json: document, sessionCookie, misshapes = [] }: ServedDocument,
  { base, path, method }: Route,
): Documented | undefined {
  const paths = objectAt(document, 'paths')
  const wanted = templateOf(base + path).template
  // By its own names first: a rest and a parameter in one place have one shape.
  const template = wanted in paths ? wanted : Object.keys(paths).find((path) => shapeOf(path) === shapeOf(wanted))
  const item = template === undefined ? undefined : paths[template]
  const operation = objectAt(item, method.toLowerCase())
  if (Object.keys(operation).length === 0) return undefined
  const schemes = objectAt(objectAt(document, 'components'), 'securitySchemes')
  const security = operation['security'] ?? objectAt({ document }, 'document')['security']
  const custom = objectAt(operation, 'x-svc-auth')['custom']
  const responses = objectAt(operation, 'responses')
  return {
    ...(Array.isArray(security)
      ? { ways: distinct(security.map((requirement) => placesOf(requirement, schemes, sessionCookie))) }
      : {}),
    isCustom: Array.isArray(custom) && custom.length > 0,
    statuses: Object.keys(responses),
    shapes: { responses, document: objectAt({ document }, 'document') },
    misshapes: misshapes.filter(({ where }) => where === `${method} ${template}`),
  }
}

/**
 * The ways in that a document has to name, worked out from the declaration alone: a list is OR in order, `all` is every
 * combination, `optional` adds the way without anything. What has no security scheme cannot be named.
 */
export function waysOf(auth: AuthDescription): readonly (readonly string[])[] {
  const named = alternatives(auth).flatMap((leaves) => {
    const places = leaves.map(placeOfLeaf).filter((place) => place !== undefined)
    return places.length > 0 || leaves.length === 0 ? [[...new Set(places)].toSorted()] : []
  })
  return distinct(named)
}

/** Two authenticators may look in one place: for a client that is one way. */
function distinct(ways: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(ways.map((places) => [places.join(), places])).values()]
}

function alternatives(auth: AuthDescription): readonly (readonly LeafDescription[])[] {
  switch (auth.kind) {
    case 'list':
      return auth.members.flatMap(alternatives)
    case 'all':
      return auth.members
        .map(alternatives)
        .reduce((left, right) => left.flatMap((one) => right.map((other) => [...one, ...other])), [[]])
    case 'optional':
      return [...alternatives(auth.member), []]
    case 'check':
      return alternatives(auth.member)
    default:
      return [[auth]]
  }
}

function placeOfLeaf(leaf: LeafDescription): string | undefined {
  const { carrier, scheme } = leaf
  if (scheme !== undefined) return placeOfScheme(scheme)
  switch (carrier.in) {
    case 'authorization':
      return `http ${carrier.scheme.toLowerCase()}`
    case 'session':
      // Under which name the cookie goes depends on how the application is served.
      return SESSION
    case 'request':
      return undefined
    default:
      return placeOfKey(carrier.in, carrier.name)
  }
}

const SESSION = 'cookie session'

function placesOf(requirement: unknown, schemes: Json, sessionCookie: string): readonly string[] {
  const places = Object.keys(objectAt({ requirement }, 'requirement')).map((name) => {
    const scheme = objectAt(schemes, name)
    const isSession = scheme['in'] === 'cookie' && bareName(String(scheme['name'])) === sessionCookie
    return isSession ? SESSION : placeOfScheme(scheme)
  })
  return [...new Set(places)].toSorted()
}

function bareName(cookie: string): string {
  return cookie.replace(/^__Host-/, '')
}

function placeOfScheme(scheme: Json): string {
  const [type, name] = [String(scheme['type']), String(scheme['name'])]
  if (type === 'apiKey') return placeOfKey(String(scheme['in']), name)
  return type === 'http' ? `http ${String(scheme['scheme']).toLowerCase()}` : type
}

/** Header names are the same in any case (RFC 9110 section 5.1). */
function placeOfKey(place: string, name: string): string {
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`
}

/** A path without the names of its parameters. */
function shapeOf(path: string): string {
  return path.replace(/\[[^\]]*\]|\{[^}]*\}/g, '{}')
}
