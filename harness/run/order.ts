import type { Scenario } from '../model/scenario.ts'

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
