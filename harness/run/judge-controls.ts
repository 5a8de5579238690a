import { isSafeMethod } from '../../server/internal.ts'
import { isAdmitted } from '../check/success.ts'
import { verdictOf, type VerdictContext } from '../check/verdict.ts'
import type { RoutePlan } from '../model/plan.ts'
import { NoAnswer } from '../replay/connection.ts'
import { isProtected } from '../model/route.ts'
import { isRow } from '../model/row-name.ts'
import { type PlayedRoute, playedOf } from './played.ts'

/** The result of the positive controls of a route. */
export interface Control {
  readonly state: 'good' | 'failed' | 'none' | 'public'
  /** Why nothing can be said of what is made from the credential. */
  readonly failure: string | undefined
  /** Why it is not good, where only the rest of the request was not. */
  readonly reason?: string
  /** Name of the one that failed. */
  readonly failed?: string
}

/** The answers of an operation that has done what it does: there is nothing left to do it with. */
const GONE: ReadonlySet<number> = new Set([404, 409, 410])

/**
 * A control is one only with a success, or with what the fixtures expect of the handler: any other 404 or 422 proves
 * nothing of who is let in.
 */
export function judgeControls(plan: RoutePlan, played: PlayedRoute, context: VerdictContext): Control {
  const { route, scenarios } = plan
  const controls = scenarios.filter(({ control }) => control === 'control')
  if (controls.length === 0) return { state: isProtected(route) ? 'none' : 'public', failure: undefined }
  const fixture = context.fixtures.routes[route.key]
  let reason: string | undefined
  let wasGood = false
  for (const scenario of controls) {
    const answer = played.replays.get(scenario.id)?.[0]?.answer
    if (answer === undefined) continue
    const one = playedOf(plan, scenario, played)
    const verdict = verdictOf(one, { ...context, remark: () => undefined })
    const which = isRow(scenario, 'valid') ? 'positive control' : `positive control ${scenario.name}`
    if (verdict.outcome === 'failed') {
      const got = verdict.finding?.problems[0].got ?? ''
      return { state: 'failed', failure: `${which} failed: ${got}`, failed: scenario.name }
    }
    const hasRun = (verdict.exchanges[0]?.handlerRuns ?? 0) > 0
    const isGood = !(answer instanceof NoAnswer) && (isAdmitted({ fixture }, answer) || (hasRun && answer.status < 400))
    wasGood ||= isGood
    const isUsedUp = wasGood && !isSafeMethod(route.method) && !(answer instanceof NoAnswer) && GONE.has(answer.status)
    if (!isGood && !isUsedUp) reason ??= `${which} got ${answer instanceof NoAnswer ? answer.message : answer.status}`
  }
  return reason === undefined
    ? { state: 'good', failure: undefined }
    : { state: 'failed', failure: route.takesOther, reason }
}
