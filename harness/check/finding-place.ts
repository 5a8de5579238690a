import { declarationOf, leavesOf } from '../../server/internal.ts'
import type { Finding, ProblemCode } from '../model/verdict.ts'
import type { Route } from '../model/route.ts'
import type { Scenario } from '../model/scenario.ts'

/** Where a mistake is mended: at the route, or at the authenticator. */
export function placeOfFinding(
  scenario: Scenario,
  route: Route,
  code: ProblemCode,
  hasRun: boolean,
): Pick<Finding, 'position' | 'applied'> {
  const isOfRoute = OF_ROUTE.has(code) || (code === 'crash' && hasRun)
  return isOfRoute ? { position: route.source ?? route.authSource } : placesOfAuthenticator(scenario, route)
}

/** Where the authenticator at fault is made, and where it is applied. */
function placesOfAuthenticator({ authenticator }: Scenario, route: Route): Pick<Finding, 'position' | 'applied'> {
  const leaves = leavesOf(route.auth)
  const leaf = leaves.length === 1 ? leaves[0] : leaves.find(({ name }) => name === authenticator)
  const applied = route.authSource ?? route.source
  const made = leaf && declarationOf(leaf)
  if (made === undefined || (made.file === applied?.file && made.line === applied.line)) return { position: applied }
  return { position: made, ...(applied === undefined ? {} : { applied }) }
}

/** Mistakes of a handler, or of what stands around it: the authenticator has done its work. */
const OF_ROUTE: ReadonlySet<ProblemCode> = new Set([
  'handler-runs',
  'other-user',
  'document',
  'foreign',
  'accident',
  'changed',
  'taken-over',
  'disclosed',
  'exposed',
  'called',
  'unlimited',
  'existence',
  'ordered',
])
