import { isSafeMethod } from '../../server/internal.ts'
import type { Fixtures } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'
import type { Scenario } from '../model/scenario.ts'

/** Whether a route may end what others are asked with: a logout comes when nothing else needs its credentials. */
export function endsSessions({ method, base, path }: Route, { logout }: Pick<Fixtures, 'logout'>): boolean {
  if (isSafeMethod(method)) return false
  const named = logout?.request.target.split('?')[0]
  return base + path === named || /(?:log|sign)-?(?:out|off)|revoke/i.test(path)
}

/** The scenarios of one route: one after the other, side by side, and one after the other again. */
export interface Order {
  readonly first: readonly Scenario[]
  readonly middle: readonly Scenario[]
  readonly last: readonly Scenario[]
}

/** Controls come first. Of what is played side by side, a request that only a deadline answers is begun before the others. */
export function orderOf(scenarios: readonly Scenario[]): Order {
  const first: Scenario[] = []
  const waiting: Scenario[] = []
  const others: Scenario[] = []
  const last: Scenario[] = []
  for (const scenario of scenarios) {
    if (scenario.last === true) last.push(scenario)
    else if (scenario.control === 'is') first.push(scenario)
    else if (scenario.fault?.behaviour === 'never') waiting.push(scenario)
    else others.push(scenario)
  }
  return { first, middle: [...waiting, ...others], last }
}
