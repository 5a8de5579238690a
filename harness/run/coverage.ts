import { leavesOf } from '../../server/internal.ts'
import type { AuthCall, Verdict } from '../model/verdict.ts'
import { openParams } from '../model/open-params.ts'
import type { Coverage, CoverageCell, Share } from '../model/summary.ts'
import type { Plan } from '../model/plan.ts'

/** Gathers which authenticator did what on which route. */
export class CoverageMap {
  readonly #plan: Plan
  readonly #isLocal: boolean
  readonly #seen = new Map<string, Set<AuthCall['outcome']>>()
  readonly #decided = new Set<string>()

  /** @param isLocal whether the declarations are known: of an application in this process */
  constructor(plan: Plan, isLocal = false) {
    this.#plan = plan
    this.#isLocal = isLocal
  }

  /** Adds what one scenario saw. A wrapped authenticator is not the application's own and does not count. */
  add(verdict: Verdict): void {
    const { scenario, outcome, exchanges } = verdict
    if (outcome === 'passed' || outcome === 'failed') this.#decided.add(scenario.route)
    if (scenario.exercise === 'wrapped') return
    for (const { calls } of exchanges)
      for (const call of calls ?? []) this.#note(scenario.route, call.authenticator, call.outcome)
    // Of a server in another process only the answers are known.
    if (
      exchanges.some(({ calls }) => calls !== undefined) ||
      outcome !== 'passed' ||
      scenario.authenticator === undefined
    )
      return
    if (scenario.expect === 'allow') this.#note(scenario.route, scenario.authenticator, 'passed')
    if (scenario.expect === 'deny') this.#note(scenario.route, scenario.authenticator, 'refused')
  }

  result(): Coverage {
    const cells = this.#plan.routes.flatMap(({ route }) =>
      leavesOf(route.auth).map((leaf) => this.#cell(route.key, route.level, leaf.name)),
    )
    const names = [...new Set(cells.map(({ authenticator }) => authenticator))]
    const seenTo = (name: string, outcomes: readonly AuthCall['outcome'][]): boolean =>
      cells.some((cell) => cell.authenticator === name && outcomes.some((outcome) => cell.seen.includes(outcome)))
    return {
      routes: {
        done: this.#plan.routes.filter(({ route }) => this.#decided.has(route.key)).length,
        total: this.#plan.routes.length,
      },
      authenticators: {
        done: names.filter((name) => seenTo(name, ['passed']) && seenTo(name, REFUSALS)).length,
        total: names.length,
      },
      denyBranches: {
        done: cells.filter(({ seen }) => REFUSALS.some((outcome) => seen.includes(outcome))).length,
        total: cells.length,
      },
      ...(this.#isLocal ? { ids: this.#ids() } : {}),
      levels: [...new Set(this.#plan.routes.map(({ route }) => route.level).filter((level) => level !== 'none'))],
      cells,
    }
  }

  #ids(): Share {
    const open = this.#plan.routes.flatMap(({ route }) => openParams(route)?.length ?? [])
    return { done: open.filter((count) => count === 0).length, total: open.length }
  }

  #cell(route: string, level: CoverageCell['level'], authenticator: string): CoverageCell {
    return { route, level, authenticator, seen: [...(this.#seen.get(`${route}\n${authenticator}`) ?? [])] }
  }

  #note(route: string, authenticator: string, outcome: AuthCall['outcome']): void {
    const key = `${route}\n${authenticator}`
    const seen = this.#seen.get(key) ?? new Set()
    this.#seen.set(key, seen.add(outcome))
  }
}

const REFUSALS: readonly AuthCall['outcome'][] = ['refused', 'skipped', 'threw', 'timeout']
