import type { AuthDescription } from 'svc'
import { formatAuth, formatAuthWith } from '../../server/internal.ts'
import type { Route } from '../model/route.ts'
import { endsSessions } from './ends-sessions.ts'

/** A route among those of its application. */
interface Place {
  readonly route: Route
  readonly input: {
    readonly routes: readonly Route[]
    readonly local: boolean
    readonly fixtures: Parameters<typeof endsSessions>[1]
  }
}

/**
 * Whether a route is the one of its application on which everything about the bytes of a credential is tried. In this
 * process the same authenticators in the same order are the same code on each of their routes; elsewhere only the document
 * says that they are the same.
 */
export function isHome({ route, input }: Place): boolean {
  // A combination in a copy is a route of its own.
  if (!input.local || !input.routes.includes(route)) return true
  return homesOf(input.routes, formatAuth, input.fixtures).get(formatAuth(route.auth)) === route.key
}

/** The same by how authenticators are combined: where all of them are replaced, that is all that is left of them. */
export function isHomeOfShape({ route, input }: Place): boolean {
  return homesOf(input.routes, formatShape, input.fixtures).get(formatShape(route.auth)) === route.key
}

/** Whether no earlier operation has this path: in this process one router reads it for all of them. */
export function isFirstOfPath({ route, input }: Place): boolean {
  if (!input.local) return true
  const first = input.routes.find(({ path, auth }) => path === route.path && auth !== null && auth !== undefined)
  return first?.key === route.key
}

function formatShape(auth: AuthDescription | null | undefined): string {
  return formatAuthWith(auth, ({ superuser }) => (superuser === true ? 'superuser' : 'one'))
}

const known = new WeakMap<readonly Route[], Map<typeof formatAuth, ReadonlyMap<string, string>>>()

/** The keys of the routes by their auth: the plainest that asks for nothing but a credential, else the first. */
function homesOf(
  routes: readonly Route[],
  format: typeof formatAuth,
  fixtures: Parameters<typeof endsSessions>[1],
): ReadonlyMap<string, string> {
  const formats = known.get(routes) ?? new Map<typeof formatAuth, ReadonlyMap<string, string>>()
  known.set(routes, formats)
  const before = formats.get(format)
  if (before !== undefined) return before
  const homes = new Map<string, string>()
  const isPlain = (route: Route): boolean =>
    route.method === 'GET' && !route.path.includes('[') && !endsSessions(route, fixtures)
  const ordered = [...routes.filter(isPlain), ...routes.filter((route) => !isPlain(route))]
  for (const { auth, key } of ordered) if (!homes.has(format(auth))) homes.set(format(auth), key)
  formats.set(format, homes)
  return homes
}
