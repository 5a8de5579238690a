import { isSafeMethod } from '../../server/internal.ts'
import { isProtected, type Route } from '../model/route.ts'
import { isIdOf } from '../text/id-name.ts'
import { formatPlace } from '../text/repository-place.ts'
import type { Exploration } from '../ask/exploration.ts'
import { bodyOfFixture } from './resource-places.ts'
import { leavesOfJson } from '../ask/values.ts'

/** A resource that the application declares, by what it is called in a query or a body. */
interface Named {
  readonly name: string
  /** The path parameter that names it, for the line that is to be written. */
  readonly param: string
  /** Ids of the fixtures' records; empty where they name none. */
  readonly ids: ReadonlySet<string>
}

/**
 * Ids in queries and bodies that are called like a resource, on operations that never asked it: `order`, `orderId` or `order_ids` of
 * `POST /refunds`. One line each, since what an operation does with the id is known to its people alone; what `at` of the fixtures
 * names is tried, and says more.
 */
export async function noticeUnasked(world: Exploration): Promise<void> {
  const known = namedIn(world)
  for (const route of world.routes) {
    const asked = isProtected(route) ? world.askedOf?.(route) : undefined
    if (asked === undefined || !world.wants('resource.other', route)) continue
    for (const { name, param, ids } of known.filter((one) => !asked.has(one.name))) {
      const found = inputsOf(route, world).find((input) => isIdOf(name, input.name) && fits(input, ids))
      if (found === undefined || isTried(route, world)) continue
      const { where, name: member } = found
      const place = route.source === undefined ? '' : ` (${formatPlace(route.source)})`
      const fix = `ask with ${name}.get(request, { ${param}: request.${where}.${member} }), or have it tried: at, and spare where it changes something, in the fixtures`
      world.notice(
        `${route.key}${place} takes ${member} in its ${where}, and asks no resource ${name} whose it is: ${fix}`,
      )
    }
  }
}

function namedIn({ routes, fixtures }: Exploration): readonly Named[] {
  const declared = routes.flatMap(({ resources = [] }) => resources)
  const owned = fixtures.resources ?? []
  return [...new Set([...declared, ...owned].flatMap(({ name }) => name ?? []))].map((name) => {
    const of = owned.filter((one) => one.name === name).flatMap((one) => Object.values(one.of))
    const params = declared.find((one) => one.name === name && one.params.length > 0)?.params
    const [param = 'id'] = params ?? Object.keys(of[0] ?? {}).slice(-1)
    return { name, param, ids: new Set(of.flatMap((record) => Object.values(record))) }
  })
}

interface Input {
  readonly where: 'query' | 'body'
  readonly name: string
  /** The values that the fixtures give it. */
  readonly values: readonly string[]
}

function inputsOf(route: Route, world: Exploration): readonly Input[] {
  const query = world.fixtures.routes[route.key]?.query ?? {}
  const leaves = leavesOfJson(bodyOfFixture(route, world))
  const inQuery = [...Object.keys(query), ...(route.queryNames ?? [])]
  const inBody = [...leaves.map(({ name }) => name), ...(route.bodyNames ?? [])]
  return [
    ...inQuery.map(
      (name) => ({ where: 'query', name, values: [query[name]].filter((one) => one !== undefined) }) as const,
    ),
    ...inBody.map((name) => {
      const values = leaves.filter((leaf) => leaf.name === name).map(({ value }) => String(value))
      return { where: 'body', name, values } as const
    }),
  ]
}

/** `order=asc` sorts: where records are known, a value that names none of them is something else. */
function fits({ values }: Input, ids: ReadonlySet<string>): boolean {
  return values.length === 0 || ids.size === 0 || values.some((value) => ids.has(value))
}

/** Whether the fixtures have it tried; operations that change something are tried with spare records alone. */
function isTried({ key, method }: Route, { fixtures }: Exploration): boolean {
  return (
    fixtures.resources?.some(
      ({ at = [], isSpare }) =>
        (isSpare || isSafeMethod(method)) && at.some((place) => place.route === key && place.in !== 'path'),
    ) === true
  )
}
