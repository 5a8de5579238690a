import type { Route } from '../model/route.ts'
import type { Scenario } from '../model/scenario.ts'
import { shortHash } from '../text/hash.ts'

/** What a scenario is made from: everything but what follows from the route. */
export type ScenarioInput = Omit<Scenario, 'id' | 'route'> & { readonly route: Route }

/** A scenario with its stable id: a readable beginning and a hash of route, name and exercise. */
export function createScenario(input: ScenarioInput): Scenario {
  const { route, ...rest } = input
  return {
    ...rest,
    id: `${initials(input.name)}-${shortHash(route.key, input.name, input.authenticator ?? '', input.exercise)}`,
    route: route.key,
  }
}

function initials(name: string): string {
  return name
    .split(/[.-]/)
    .slice(0, 2)
    .map((part) => part.charAt(0).toLowerCase())
    .join('')
}
