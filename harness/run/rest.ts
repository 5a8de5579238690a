import { plural } from '../../server/internal.ts'
import { type VerdictContext, verdictOf } from '../check/verdict.ts'
import type { RoutePlan } from '../model/plan.ts'
import { isRow, type RowName } from '../model/row-name.ts'
import type { Scenario } from '../model/scenario.ts'
import { NoAnswer } from '../replay/connection.ts'
import { judgeControls } from './judge-controls.ts'
import { type PlayedRoute, playedOf } from './played.ts'

/** A part of the plan of a route that was kept back, with the scenarios that it is compared with. */
export interface RestPart extends RoutePlan {
  /** The scenarios that were kept back: the others were sent before. */
  readonly sent: readonly Scenario[]
}

/** Wrong credentials in their own place: whatever else is wrong, these are refused by the authenticator itself. */
const REFUSED: ReadonlySet<string> = new Set<RowName>([
  'missing',
  'key.wrong',
  'key.empty',
  'basic.wrong-password',
  'bearer.scheme-only',
  'session.fixture-invalid',
])

/** One operation, as it answered. */
interface Seen {
  readonly plan: RoutePlan
  /** Statuses of its refusals: operations with the same ones are taken to ask the same authenticator. */
  readonly look: string
  /** Scenarios that failed, findings or ignored ones. */
  readonly failed: Set<string>
  /** A request without a credential passed: the others would say nothing else. */
  readonly isOpen: boolean
  /** Scenarios that have not been sent. */
  kept: readonly Scenario[]
}

/**
 * The scenarios that a sample kept back, and which of them are sent after all: to operations that refuse in a way that too few of
 * those with the whole catalogue have, to those on which the core found what it found nowhere else, and the rows that failed
 * anywhere among operations of the same authenticators and kind of method.
 */
export class Rest {
  readonly #size: number
  readonly #context: VerdictContext
  readonly #groups = new Map<string, Map<string, Seen>>()

  /** @param size how many of each look are asked the whole catalogue */
  constructor(size: number, context: VerdictContext) {
    this.#size = size
    this.#context = { ...context, remark: () => undefined }
  }

  /** Notes the answers of an operation to its first scenarios, or to some that were kept back. */
  note(plan: RoutePlan, played: PlayedRoute): void {
    const { group: name } = plan
    if (name === undefined) return
    const group = this.#groups.get(name) ?? new Map<string, Seen>()
    this.#groups.set(name, group)
    const failed = this.#failedIn(plan, played)
    const before = group.get(plan.route.key)
    if (before !== undefined) {
      for (const one of failed) before.failed.add(one)
      return
    }
    const isOpen = plan.scenarios.some((scenario) => isRow(scenario, 'missing') && failed.has(keyOf(scenario)))
    const look = lookOf(plan, played)
    // Requests that pass where nothing is guarded say nothing of the authenticator.
    group.set(plan.route.key, { plan, look, failed: isOpen ? new Set() : failed, isOpen, kept: plan.rest ?? [] })
  }

  /** The scenarios that are to be sent now, with the controls of each operation; nothing more when it is empty. */
  next(): readonly RestPart[] {
    return [...this.#groups.values()].flatMap((group) => this.#nextOf([...group.values()]))
  }

  /** How many scenarios were not sent, and to how many operations. */
  kept(): { readonly scenarios: number; readonly routes: number } {
    const kept = [...this.#groups.values()].flatMap((group) => [...group.values()].filter((one) => one.kept.length > 0))
    return { scenarios: kept.reduce((sum, one) => sum + one.kept.length, 0), routes: kept.length }
  }

  #nextOf(group: readonly Seen[]): readonly RestPart[] {
    const isWhole = (one: Seen): boolean => one.kept.length === 0
    const looks = new Map<string, number>()
    const known = new Set<string>()
    const takeWhole = ({ look, failed }: Seen): void => {
      looks.set(look, (looks.get(look) ?? 0) + 1)
      for (const key of failed) known.add(key)
    }
    for (const one of group) if (isWhole(one)) takeWhole(one)
    const parts: RestPart[] = []
    for (const one of group) {
      if (isWhole(one) || one.isOpen) continue
      const isOther = (looks.get(one.look) ?? 0) < this.#size || [...one.failed].some((key) => !known.has(key))
      const sent = isOther ? one.kept : one.kept.filter((scenario) => known.has(keyOf(scenario)))
      if (isOther) takeWhole(one)
      if (sent.length === 0) continue
      parts.push(partOf(one.plan, sent))
      one.kept = one.kept.filter((scenario) => !sent.includes(scenario))
    }
    return parts
  }

  #failedIn(plan: RoutePlan, played: PlayedRoute): Set<string> {
    const { failure } = judgeControls(plan, played, this.#context)
    const failed = plan.scenarios.filter((scenario) => {
      if (!played.replays.has(scenario.id)) return false
      const { outcome } = verdictOf(playedOf(plan, scenario, played, failure), this.#context)
      return outcome === 'failed' || outcome === 'ignored'
    })
    return new Set(failed.map(keyOf))
  }
}

/** A line for what was not sent; `undefined` where everything was. */
export function describeKept({ scenarios, routes }: ReturnType<Rest['kept']>): string | undefined {
  if (scenarios === 0) return undefined
  const what = `${plural(scenarios, 'scenario')} of ${plural(routes, 'operation')}`
  return `${what} not sent: they refuse as others of the same authenticators do, which got every scenario; --sample 0 sends all of them`
}

/** A part of the plan of a route: its controls and its request without a credential are what the others are compared with. */
function partOf({ rest: _, ...plan }: RoutePlan, sent: readonly Scenario[]): RestPart {
  const isNeeded = (scenario: Scenario): boolean => scenario.control === 'control' || isRow(scenario, 'missing')
  return { ...plan, scenarios: [...plan.scenarios.filter(isNeeded), ...sent], sent }
}

/** The same scenario on another route. */
function keyOf({ name, authenticator = '' }: Scenario): string {
  return `${authenticator} ${name}`
}

function lookOf({ scenarios }: RoutePlan, { replays }: PlayedRoute): string {
  return scenarios
    .filter(({ row }) => REFUSED.has(row))
    .map((scenario) => {
      const answer = replays.get(scenario.id)?.[0]?.answer
      return answer === undefined || answer instanceof NoAnswer ? 0 : answer.status
    })
    .filter((status, at, all) => all.indexOf(status) === at)
    .toSorted((a, b) => a - b)
    .join(' ')
}
