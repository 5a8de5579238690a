import type { Played } from '../check/verdict.ts'
import type { RoutePlan } from '../model/plan.ts'
import { isRow, type RowName } from '../model/row-name.ts'
import { extraOf, type Scenario } from '../model/scenario.ts'
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
  return {
    scenario,
    route: extraOf(scenario, 'combined')?.on ?? route,
    replayed: replays.get(scenario.id) ?? [],
    control: controlOf(scenarios, replays),
    without: withoutOf(scenarios, replays),
    // Working out the request beside it costs more than the verdict, and hardly any route needs one.
    nonsense: nonsense.size === 0 ? undefined : (request) => nonsense.get(keyOf(request)),
    controlFailure,
    ignored,
    counterpart: counterparts.get(scenario.id),
    stopped: stopped?.id === scenario.id ? stopped.last : undefined,
  }
}

/** The answers of the route to a good credential, at the beginning and at the end. */
export function controlOf(scenarios: readonly Scenario[], replays: PlayedRoute['replays']): Played['control'] {
  const { valid, last } = controlsOf(scenarios)
  const first = valid && replays.get(valid.id)?.[0]
  if (first === undefined || first.answer instanceof NoAnswer) return undefined
  const { request, answer } = first
  return { request, planned: valid?.steps[0]?.request, answer, again: last && answerOf(last, replays) }
}

function withoutOf(scenarios: readonly Scenario[], replays: PlayedRoute['replays']): RawResponse | undefined {
  const { missing } = controlsOf(scenarios)
  return missing && answerOf(missing, replays)
}

function answerOf({ id }: Scenario, replays: PlayedRoute['replays']): RawResponse | undefined {
  const answer = replays.get(id)?.[0]?.answer
  return answer instanceof NoAnswer ? undefined : answer
}

/** The scenarios of a route with whose answers those of the others are compared. */
interface Controls {
  readonly valid: Scenario | undefined
  readonly last: Scenario | undefined
  readonly missing: Scenario | undefined
}

const controls = new WeakMap<readonly Scenario[], Controls>()

/** Asked for with every answer of a route, so they are looked for once. */
function controlsOf(scenarios: readonly Scenario[]): Controls {
  const known = controls.get(scenarios)
  if (known !== undefined) return known
  const control = (wanted: RowName): Scenario | undefined =>
    scenarios.find((one) => one.control === 'control' && isRow(one, wanted))
  const found = {
    valid: control('valid'),
    last: control('valid.last'),
    missing: scenarios.find((one) => isRow(one, 'missing')),
  }
  controls.set(scenarios, found)
  return found
}

/** The key of an answer among {@link PlayedRoute.nonsense}. */
export function keyOf({ method, target }: { readonly method: string; readonly target: string }): string {
  return `${method} ${target}`
}
