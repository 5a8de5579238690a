import type { Played } from '../check/verdict.ts'
import type { RoutePlan } from '../model/plan.ts'
import type { Scenario } from '../model/scenario.ts'
import { NoAnswer } from '../replay/connection.ts'
import type { Replayed } from '../replay/replay.ts'
import type { RawResponse } from '../replay/response-reader.ts'

/** The answers to the scenarios of one route. */
export interface PlayedRoute {
  readonly replays: ReadonlyMap<string, readonly Replayed[]>
  readonly counterparts: ReadonlyMap<string, RawResponse>
  /** Answers to requests beside the route, by {@link keyOf}. */
  readonly nonsense: ReadonlyMap<string, RawResponse>
  /** The scenario after which the server stopped answering, and the last requests before. */
  readonly stopped?: { readonly id: string; readonly last: readonly string[] } | undefined
}

/** The result of a scenario after its route was played. */
export function playedOf(
  { route, scenarios, ignored }: RoutePlan,
  scenario: Scenario,
  { replays, counterparts, nonsense, stopped }: PlayedRoute,
  controlFailure?: string,
): Played {
  const counterpart = counterparts.get(scenario.id)
  return {
    scenario,
    route: scenario.on ?? route,
    replayed: replays.get(scenario.id) ?? [],
    control: controlOf(scenarios, replays),
    without: withoutOf(scenarios, replays),
    // Working out the request beside it costs more than the verdict, and hardly any route needs one.
    ...(nonsense.size === 0 ? {} : { nonsense: (request) => nonsense.get(keyOf(request)) }),
    controlFailure,
    ignored,
    ...(counterpart === undefined ? {} : { counterpart }),
    ...(stopped?.id === scenario.id ? { stopped: stopped.last } : {}),
  }
}

/** The answers of the route to a good credential, at the beginning and at the end. */
function controlOf(scenarios: readonly Scenario[], replays: PlayedRoute['replays']): Played['control'] {
  const [first, again] = controlsOf(scenarios).map((scenario) => scenario && replays.get(scenario.id)?.[0])
  if (first === undefined || first.answer instanceof NoAnswer) return undefined
  const { request, answer } = first
  return { request, answer, again: again?.answer instanceof NoAnswer ? undefined : again?.answer }
}

function withoutOf(scenarios: readonly Scenario[], replays: PlayedRoute['replays']): RawResponse | undefined {
  const answer = replays.get(controlsOf(scenarios)[2]?.id ?? '')?.[0]?.answer
  return answer instanceof NoAnswer ? undefined : answer
}

const controls = new WeakMap<readonly Scenario[], readonly (Scenario | undefined)[]>()

/** Asked for with every answer of a route, so they are looked for once. */
function controlsOf(scenarios: readonly Scenario[]): readonly (Scenario | undefined)[] {
  const known = controls.get(scenarios)
  if (known !== undefined) return known
  const found = [
    ...['valid', 'valid.last'].map((name) => scenarios.find((one) => one.control === 'is' && one.name === name)),
    scenarios.find(({ name }) => name === 'missing'),
  ]
  controls.set(scenarios, found)
  return found
}

/** The key of an answer among {@link PlayedRoute.nonsense}. */
export function keyOf({ method, target }: { readonly method: string; readonly target: string }): string {
  return `${method} ${target}`
}
