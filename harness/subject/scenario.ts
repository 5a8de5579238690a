import type { Route } from '../model/route.ts'
import { printName } from '../model/row-name.ts'
import type { Scenario } from '../model/scenario.ts'
import { shortHash } from '../text/hash.ts'

/** The facts of a scenario: everything that does not follow from the route. Its steps are a sequence if it says no order. */
export type ScenarioInput = Omit<Scenario, 'id' | 'name' | 'route' | 'order'> & {
  readonly route: Route
  readonly order?: Scenario['order'] | undefined
}

/** A scenario with its stable id: a readable beginning and a hash of route, name and exercise. */
export function createScenario(input: ScenarioInput): Scenario {
  const name = printName(input)
  const id = idOf(input.route, { ...input, name })
  return { ...input, id, name, route: input.route.key, order: input.order ?? 'sequence' }
}

/** The same scenario, judged some time after its answers: its handler started then. */
export function createLate(scenario: Scenario, route: Route): Scenario {
  return createScenario({ ...scenario, route, late: true, title: `${scenario.title} some time after its answer` })
}

/** The id of a scenario of this name. */
export function idOf(
  { key }: Pick<Route, 'key'>,
  { name, authenticator = '', exercise }: Pick<Scenario, 'name' | 'authenticator' | 'exercise'>,
): string {
  return `${initials(name)}-${shortHash(key, name, authenticator, exercise)}`
}

/** By name: every route has the same few hundred. */
const known = new Map<string, string>()

function initials(name: string): string {
  const before = known.get(name)
  if (before !== undefined) return before
  const letters = name
    .split(/[.-]/)
    .slice(0, 2)
    .map((part) => part.charAt(0).toLowerCase())
    .join('')
  known.set(name, letters)
  return letters
}
