import { isSafeMethod, leavesOf, templateOf } from '../../server/internal.ts'
import { isProtected, type Route } from '../model/route.ts'
import { isObject } from '../text/json.ts'
import { isIdOf } from '../text/id-name.ts'
import type { ResourcePlaceFixture } from './place-fixture.ts'

/** The users whose records `--init` writes: an owner, and another one. */
export const OWNERS = ['ann', 'bob'] as const

/** Stands for an id that only the project's people know; {@link isPlaceholder} finds it again. */
const PLACEHOLDER = '<id>'

/** Whether a text of the fixtures is still to be replaced. */
export function isPlaceholder(value: unknown): boolean {
  return value === PLACEHOLDER
}

/** The parameters of each declared resource that a path names, with those of the resources around it, and its operations. */
export function recordsIn(routes: readonly Route[]): ReadonlyMap<string, RecordShape> {
  const shapes = new Map<string, RecordShape>()
  for (const { key, resources = [] } of routes) {
    const params: string[] = []
    for (const { name, params: own } of resources) {
      params.push(...own)
      if (name === null || own.length === 0) continue
      const known = shapes.get(name)
      const least = known === undefined || params.length < known.params.length ? [...params] : known.params
      shapes.set(name, { params: least, keys: [...new Set([...(known?.keys ?? []), key])] })
    }
  }
  return shapes
}

/** The parameters that name one record, outermost first, and the operations that declare its resource. */
export interface RecordShape {
  readonly params: readonly string[]
  readonly keys: readonly string[]
}

/** The authenticators of routes with records: a stranger is another user of the same one. */
export function ownersOf(routes: readonly Route[], shapes: ReadonlyMap<string, RecordShape>): ReadonlySet<string> {
  const keys = new Set([...shapes.values()].flatMap((shape) => shape.keys))
  return new Set(
    routes.filter(({ key }) => keys.has(key)).flatMap(({ auth }) => leavesOf(auth).map(({ name }) => name)),
  )
}

/** A place for the id of a record, for each owner. */
export function placeholdersOf({ params }: RecordShape): Readonly<Record<string, unknown>> {
  return Object.fromEntries(OWNERS.map((user) => [user, fill(params)]))
}

/**
 * The parameters of one route: `undefined` where a reading operation gets those of its users' records. What changes or deletes
 * needs a record of its own, which only the project's people can name.
 */
export function paramsBeside(
  { method, path, resources = [] }: Route,
  known: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | undefined {
  const owned = new Set(resources.flatMap(({ name, params }) => (name === null ? [] : params)))
  const names = templateOf(path).params.map(({ name }) => name)
  const open = names.filter((name) => !(owned.has(name) && isSafeMethod(method)))
  if (open.length === 0) return undefined
  return Object.fromEntries(open.map((name) => [name, owned.has(name) ? PLACEHOLDER : (known[name] ?? '1')]))
}

/** The operations that take the id of a resource outside of their path, by what their queries and bodies call it. */
export function placesElsewhere(resource: string, routes: readonly Route[]): readonly ResourcePlaceFixture[] {
  return routes.filter(isProtected).flatMap(({ key, sample }) => {
    const query = Object.keys(sample?.query ?? {}).find((name) => isIdOf(resource, name))
    const member = Object.keys(jsonOf(sample) ?? {}).find((name) => isIdOf(resource, name))
    return [
      ...(query === undefined ? [] : [{ route: key, query }]),
      ...(member === undefined ? [] : [{ route: key, body: `/${member}` }]),
    ]
  })
}

/** The parameters or members with a place for each that is called like the id of a resource. */
export function withPlaceholders<T>(values: Readonly<Record<string, T>>, resources: Iterable<string>): object {
  const names = [...resources]
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, names.some((one) => isIdOf(one, name)) ? PLACEHOLDER : value]),
  )
}

function jsonOf(sample: Route['sample']): object | undefined {
  if (sample?.body === undefined || !/json/i.test(sample.body.contentType)) return undefined
  const value: unknown = JSON.parse(sample.body.text)
  return isObject(value) ? value : undefined
}

function fill(params: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(params.map((name) => [name, PLACEHOLDER]))
}
