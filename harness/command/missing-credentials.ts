import { leavesOf, plural } from '../../server/internal.ts'
import type { Plan, RoutePlan } from '../model/plan.ts'
import { isProtected } from '../model/route.ts'
import { takesTokens } from '../model/token-facts.ts'
import type { TestWorld } from './world.ts'

/** Without fixtures the run is green, and has proven refusals alone. */
export function describeWithoutFixtures(
  plan: Plan,
  { subject, address, program = 'svc test-auth' }: TestWorld,
): string | undefined {
  const count = findUncontrolled(plan).filter((one) => !isIssued(one)).length
  if (count === 0) return undefined
  const without = `${plural(count, 'protected route')} ${count === 1 ? 'has' : 'have'}`
  const init = subject.kind === 'remote' ? `${program} --init --url ${address?.url ?? '…'}` : 'svc test-auth --init'
  return `there are no fixtures, so ${without} no good credential: what they let in is not tested. ${init} writes a skeleton`
}

/**
 * The authenticators that fixtures leave out: those of routes written after the fixtures were.
 *
 * @param known authenticators that the fixtures name, if only to say that they have none, or that have a good one
 */
export function describeMissing(plan: Plan, known: ReadonlySet<string>, fixtures: string): string | undefined {
  const routes = new Map<string, string>()
  for (const { route } of findUncontrolled(plan).filter((one) => !isIssued(one)))
    for (const { name } of leavesOf(route.auth)) if (!known.has(name) && !routes.has(name)) routes.set(name, route.key)
  if (routes.size === 0) return undefined
  const named = [...routes].slice(0, SHOWN).map(([name, key]) => `${name} (${key})`)
  const more = routes.size > SHOWN ? ` and ${routes.size - SHOWN} more` : ''
  const [first] = routes.keys()
  return `${fixtures} has no good credential for ${named.join(', ')}${more}: what they let in is not tested. Add credentials: { ${first}: { valid: … } }`
}

/** The authenticators of tokens whose application lets in none that the run issues: only the fixtures can say what it demands. */
export function describeRefusedTokens(plan: Plan): string | undefined {
  const routes = findUncontrolled(plan).filter(isIssued)
  const [first] = routes
  if (first === undefined) return undefined
  const names = new Set(routes.flatMap(({ route }) => leavesOf(route.auth).map(({ name }) => name)))
  const which = `${[...names].slice(0, SHOWN).join(', ')} (${first.route.key})`
  return `claims or map of ${which} refuse the tokens that svc test-auth issues: what they let in is not tested. Write what they demand: users: { ann: { claims: { … } } }`
}

function isIssued({ route }: RoutePlan): boolean {
  return leavesOf(route.auth).every(takesTokens)
}

/** Authenticators that a message names. */
const SHOWN = 4

function findUncontrolled({ routes }: Plan): readonly RoutePlan[] {
  return routes.filter(({ route, noControl }) => noControl !== undefined && isProtected(route))
}
