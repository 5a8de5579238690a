import type { Exploration } from '../ask/exploration.ts'
import type { Route } from '../model/route.ts'
import { paramsOf, withoutSlash } from './path-nouns.ts'

type Known = Pick<Exploration, 'routes'>

/** A parameter of a path, and whether it takes the rest of it. */
const PARAM = /\[(\.\.\.)?[^\]]+\]/g

/** By path: each is looked at for every record of a run. */
const shapes = new Map<string, string>()

/** A path without the names of its parameters: `GET /tasks/[id]` and `PUT /tasks/[taskId]/labels` are about one task. */
export function shapeOf(path: string): string {
  const shape = shapes.get(path) ?? withoutSlash(path).replaceAll(PARAM, '[$1]')
  shapes.set(path, shape)
  return shape
}

/** The operation at a path, with the names that the path has for its parameters. */
export function operationAt(method: string, path: string, { routes }: Known): Route | undefined {
  const shape = shapeOf(path)
  const found = routes.find((one) => one.method === method && shapeOf(one.path) === shape)
  return found && namedAs(found, path)
}

/** The operation at the first of some ends of a path, in the same way. */
export function operationBelow(
  method: string,
  path: string,
  ends: readonly RegExp[],
  { routes }: Known,
): Route | undefined {
  const shape = shapeOf(path)
  const below = routes.filter((one) => one.method === method && shapeOf(one.path).startsWith(shape))
  const found = ends.flatMap((end) => below.find((one) => end.test(shapeOf(one.path).slice(shape.length))) ?? []).at(0)
  return found && namedAs(found, path)
}

/** An operation, whose parameters are called as those of another path at the same places. */
export function namedAs(route: Route, path: string): Route {
  const names = paramsOf({ path })
  if (paramsOf(route).every((name, at) => names[at] === undefined || names[at] === name)) return route
  let at = 0
  const own = (param: string, rest: string | undefined): string => {
    const name = names[at++]
    return name === undefined ? param : `[${rest ?? ''}${name}]`
  }
  return { ...route, path: route.path.replaceAll(PARAM, own) }
}

/** Values of a path by the names that its operation itself has for them. */
export function ownParams(
  route: Pick<Route, 'key' | 'path'>,
  params: Readonly<Record<string, string>>,
  { routes }: Known,
): Readonly<Record<string, string>> {
  const own = routes.find(({ key }) => key === route.key) ?? route
  const names = paramsOf(own)
  return Object.fromEntries(paramsOf(route).map((name, at) => [names[at] ?? name, params[name] ?? '']))
}

/** Whether two paths of an operation have the same values. */
export function isSameRecord(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
