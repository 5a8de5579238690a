import { findNearest } from '../../base/nearest.ts'
import { type Carrier, isNamed, isSameCarrier, type NamedCarrier } from '../../model/carrier.ts'
import { type LeafDescription, leavesOf } from '../../model/description.ts'
import { formatOperation } from '../../model/operation.ts'
import type { Asked } from './context.ts'
import { knownScheme } from './known-schemes.ts'
import type { FoundPlace, Reader } from './refusal.ts'

/** A place with a name, as the project or the request spells it. */
type In = NamedCarrier['in']

/**
 * The other places of a request in which something is that may be the credential: names of the project, and nearly those.
 * Not those that the operation reads: they have reasons of their own.
 */
export function findThere(carrier: Carrier, asked: Asked): readonly FoundPlace[] {
  const found: FoundPlace[] = []
  const own = leavesOf(asked.operation.auth.description)
  const [line = ''] = asked.request.headerValues('authorization')
  const isOwn = own.some((leaf) => leaf.carrier.in === 'authorization')
  if (carrier.in !== 'authorization' && line !== '' && !isOwn) found.push(describeLine(line))
  const wanted = nameOf(carrier, asked)
  for (const place of listNames(asked)) {
    if (own.some((leaf) => isReadBy(place, leaf, asked))) continue
    const known = findKnown(place, carrier, wanted, asked)
    if (known) found.push(known)
  }
  return found.slice(0, MOST_PLACES)
}

/** Authenticators of other operations that look at the same place. */
export function findReaders(carrier: Carrier, { operation, operations = [] }: Asked): readonly Reader[] {
  const own = new Set(leavesOf(operation.auth.description).map(({ name }) => name))
  const readers = new Map<string, Reader>()
  for (const other of operations) {
    for (const { name, carrier: read } of leavesOf(other.auth.description)) {
      if (!own.has(name) && !readers.has(name) && isSameCarrier(read, carrier))
        readers.set(name, { authenticator: name, operation: formatOperation(other) })
    }
  }
  return [...readers.values()].slice(0, MOST_PLACES)
}

const MOST_PLACES = 3
const MOST_NAMES = 200

function describeLine(line: string): FoundPlace {
  const scheme = knownScheme(line)
  const { length } = line.split(' ', 1)[0] as string
  return { in: 'authorization', ...(scheme === undefined ? {} : { scheme }), length }
}

/** The name that was looked for. */
function nameOf(carrier: Carrier, { request }: Asked): { readonly in: In; readonly name: string } | undefined {
  if (carrier.in === 'authorization') return { in: 'header', name: 'Authorization' }
  if (carrier.in === 'session') return { in: 'cookie', name: request.sessions.cookieName }
  return isNamed(carrier) ? carrier : undefined
}

function listNames({ request }: Asked): readonly NamedCarrier[] {
  const headers = [...request.headers.keys()].filter((name) => name !== 'authorization' && name !== 'cookie')
  const queries = [...new Set(request.url.searchParams.keys())]
  return [
    ...headers.slice(0, MOST_NAMES).map((name) => ({ in: 'header' as const, name })),
    ...queries.slice(0, MOST_NAMES).map((name) => ({ in: 'query' as const, name })),
    ...Object.keys(request.cookies)
      .slice(0, MOST_NAMES)
      .map((name) => ({ in: 'cookie' as const, name })),
  ]
}

function findKnown(
  place: NamedCarrier,
  carrier: Carrier,
  wanted: ReturnType<typeof nameOf>,
  asked: Asked,
): FoundPlace | undefined {
  const declared = findDeclared(place, asked)
  if (declared) return declared
  if (!wanted) return undefined
  const lower = place.name.toLowerCase()
  // The same name elsewhere; a session's cookie with or without the prefix of https.
  if (place.in !== wanted.in && lower === wanted.name.toLowerCase()) return { in: place.in, name: wanted.name }
  if (carrier.in === 'session' && isOtherMode(place, wanted.name)) return { in: 'cookie', name: place.name }
  if (carrier.in === 'authorization' && place.in === 'query' && lower === 'access_token')
    return { in: 'query', name: 'access_token' }
  if (place.in !== wanted.in || !isSimilar(place.name, wanted.name)) return undefined
  const onlyCase = lower === wanted.name.toLowerCase()
  return { in: place.in, similarTo: wanted.name, length: place.name.length, onlyCase }
}

/** A place that an authenticator of the project reads, in the project's spelling. */
function findDeclared(place: NamedCarrier, asked: Asked): FoundPlace | undefined {
  const { operations = [] } = asked
  const readers = new Map<string, Reader>()
  let declared: NamedCarrier | undefined
  for (const other of operations) {
    for (const leaf of leavesOf(other.auth.description)) {
      if (!isReadBy(place, leaf, asked)) continue
      declared ??= namedOf(leaf, asked)
      if (!readers.has(leaf.name) && readers.size < MOST_PLACES)
        readers.set(leaf.name, { authenticator: leaf.name, operation: formatOperation(other) })
    }
  }
  return declared && { in: declared.in, name: declared.name, readers: [...readers.values()] }
}

function isReadBy(place: NamedCarrier, leaf: LeafDescription, asked: Asked): boolean {
  const read = namedOf(leaf, asked)
  return read !== undefined && isSameCarrier(read, place)
}

function namedOf({ carrier, scheme }: LeafDescription, { request }: Asked): NamedCarrier | undefined {
  if (isNamed(carrier)) return carrier
  if (carrier.in === 'session') return { in: 'cookie', name: request.sessions.cookieName }
  return carrier.in === 'request' && scheme?.type === 'apiKey' ? scheme : undefined
}

function isOtherMode({ in: kind, name }: NamedCarrier, cookieName: string): boolean {
  return kind === 'cookie' && (name === `__Host-${cookieName}` || `__Host-${name}` === cookieName)
}

/** Short names are near to too many words. */
function isSimilar(name: string, wanted: string): boolean {
  if (name.toLowerCase() === wanted.toLowerCase()) return true
  return wanted.length > 4 && name.length > 2 && findNearest(name, [wanted]) !== undefined
}
