import type { Route } from '../model/route.ts'
import { printName } from '../model/row-name.ts'
import type { Scenario, Step } from '../model/scenario.ts'
import { weakestTransport } from './plain-request.ts'
import { shortHash } from '../text/hash.ts'

/** The facts that most scenarios share. */
type Usual = 'order' | 'exercise' | 'control' | 'expect' | 'transport'

/**
 * The facts of a scenario: everything that does not follow from the route. What is not said is usual: a sequence of requests on the wire
 * that needs its control; of the last of them it has the expectation, and the weakest transport that can send it.
 */
export type ScenarioInput = Omit<Scenario, 'id' | 'name' | 'route' | Usual> & {
  readonly [Fact in Usual]?: Scenario[Fact] | undefined
} & { readonly route: Route }

/** A scenario with its stable id: a readable beginning and a hash of route, name and exercise. */
export function createScenario(input: ScenarioInput): Scenario {
  const { route, order = 'sequence', exercise = 'wire', control = 'needs-control', steps } = input
  const last = steps.at(-1) as Step
  const expect = input.expect ?? last.expect
  const transport = input.transport ?? weakestTransport(last.request)
  const name = printName(input)
  const id = idOf(route, { ...input, name, exercise })
  return { ...input, id, name, route: route.key, order, exercise, control, expect, transport }
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
  return `${lettersOf(name)}-${shortHash(key, name, authenticator, exercise)}`
}

/** By name: every route has the same few hundred. */
const known = new Map<string, string>()

/** The beginning of the ids of scenarios of this name. */
export function lettersOf(name: string): string {
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
