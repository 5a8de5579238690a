import { isProtected, type Route } from '../model/route.ts'
import type { Exploration } from '../ask/exploration.ts'
import { paramsOf } from '../whose/path-nouns.ts'
import { leavesOfJson } from '../ask/values.ts'
import { OPEN } from './unguarded.ts'

/** Steps that are for strangers, whole words of them. */
const STRANGERS = new RegExp(`^(?:${OPEN.source})(?:$|[-_])`, 'i')

/** Guarded operations of a folder that make an open one among them a question. */
const MANY = 3

/**
 * Reads that are open alone in a folder whose other operations ask for a credential, and that answer a request without one: a guard is forgotten there as
 * easily as left out.
 */
export async function exploreOpenAlone(world: Exploration): Promise<void> {
  if (world.isUndeclared) return askUndeclared(world)
  for (const [folder, routes] of groupsOf(world.routes)) {
    const [alone, more] = routes.filter((route) => !isProtected(route))
    const guarded = routes.length - 1
    if (alone === undefined || more !== undefined || guarded < MANY || !isAsked(alone, world)) continue
    const answer = await world.ask({ route: alone, as: undefined })
    if (answer?.isGood !== true) continue
    world.question(
      alone,
      `is open, and the other ${guarded} operations below /${folder} ask for a credential: on purpose? Write roles, ${alone.key}: { allow: [anonymous] }, or deny: [anonymous]`,
    )
  }
}

/** Reads that answer a request without a credential, where the document says of no operation whether it asks for one. */
async function askUndeclared(world: Exploration): Promise<void> {
  const guarded = world.routes.filter(isProtected).length
  const open = world.routes.filter((route) => !isProtected(route) && isAsked(route, world))
  if (guarded <= open.length) return
  for (const route of open) {
    const answer = await world.ask({ route, as: undefined })
    if (answer?.isGood !== true || leavesOfJson(answer.json).length === 0) continue
    world.question(
      route,
      `answered without a credential, ${guarded} operations ask for one, and the document does not say which do: on purpose? Write roles, allow: [anonymous], or deny: [anonymous]`,
    )
  }
}

function isAsked(route: Route, world: Exploration): boolean {
  const isSaid = world.fixtures.routes[route.key]?.allow.includes('anonymous') === true
  const isPlain = route.method === 'GET' && (world.isUndeclared || paramsOf(route).length === 0)
  return (
    isPlain &&
    !isSaid &&
    !route.path.split('/').some((step) => STRANGERS.test(step)) &&
    world.whyNot(route) === undefined &&
    world.wants('unguarded', route)
  )
}

/** The operations by the first step of their paths that not all of them have. */
function groupsOf(routes: readonly Route[]): ReadonlyMap<string, readonly Route[]> {
  const steps = routes.map(({ path }) => path.split('/').filter((step) => step !== ''))
  const [first = []] = steps.toSorted((one, other) => one.length - other.length)
  const apart = first.findIndex((step, at) => steps.some((one) => one[at] !== step))
  const shared = apart < 0 ? first.length : apart
  const groups = new Map<string, Route[]>()
  for (const [at, route] of routes.entries()) {
    const folder = steps[at]?.[shared]
    if (folder === undefined || folder.startsWith('[')) continue
    groups.set(folder, [...(groups.get(folder) ?? []), route])
  }
  return groups
}
