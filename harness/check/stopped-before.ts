import type { Plan } from '../model/plan.ts'
import { isRow } from '../model/row-name.ts'
import type { Scenario } from '../model/scenario.ts'
import type { Verdict } from '../model/verdict.ts'
import { NoAnswer } from '../replay/connection.ts'
import type { Traffic } from '../replay/traffic.ts'
import { routeOf } from './altered.ts'
import { type VerdictContext, verdictOf } from './verdict.ts'

/**
 * A server that ended before the first scenario of a run: the last of the requests that were sent is the one that ended it, and the
 * finding is of its operation.
 */
export function stoppedBefore(
  { last, lines }: Pick<Traffic, 'last' | 'lines'>,
  { routes }: Plan,
  context: VerdictContext,
): Verdict | undefined {
  const request = last.at(-1)
  if (request === undefined) return undefined
  const found = routeOf(
    request,
    routes.map(({ route }) => route),
  )
  const planned = routes.find(({ route }) => route === found) ?? routes[0]
  const like = planned?.scenarios.find((one) => isRow(one, 'missing')) ?? planned?.scenarios[0]
  if (planned === undefined || like === undefined) return undefined
  const scenario: Scenario = { ...like, title: 'a request of the preparation' }
  const [step] = like.steps
  if (step === undefined) return undefined
  const answer = new NoAnswer('refused')
  return verdictOf(
    {
      scenario,
      route: planned.route,
      replayed: [{ step, request, bytes: '', probe: undefined, answer, startedAt: context.runStart, duration: 0 }],
      stopped: lines,
      controlFailure: undefined,
      ignored: [],
    },
    context,
  )
}
