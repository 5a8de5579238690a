import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { type Played, verdictOf, type VerdictContext } from '../check/verdict.ts'
import { addOutcome, NO_COUNTS, type Counts } from '../model/counts.ts'
import { CoverageMap } from './coverage.ts'
import type { Ledger } from '../observe/ledger.ts'
import { Limit } from './limit.ts'
import type { ExitCode, RunSummary } from '../model/summary.ts'
import type { Plan, RoutePlan } from '../model/plan.ts'
import type { RunEvent } from '../model/event.ts'
import type { Scenario } from '../model/scenario.ts'
import type { Verdict } from '../model/verdict.ts'
import { describeUnreachable, NoAnswer, type Unreachable } from '../replay/connection.ts'
import { replay, type Replayed } from '../replay/replay.ts'
import type { RawResponse } from '../replay/response-reader.ts'
import { isProtected } from '../model/route.ts'
import { type Control, failedControl, resultOf } from './run-result.ts'
import { createScenario } from '../subject/scenario.ts'
import type { Targets } from '../targets/targets.ts'

/** Milliseconds after the last answer of a route in which a handler may still start that should not. */
const QUIESCENCE = 25
/** Requests in flight for one route. */
const PER_ROUTE = 8

/** What a run is made of. */
export interface RunInput {
  readonly plan: Plan
  readonly targets: Targets
  readonly context: VerdictContext
  /** Absent for a server in another process. */
  readonly ledger: Ledger | undefined
  readonly emit: (event: RunEvent) => void
  /** Routes at the same time. */
  readonly jobs: number
  /** Failed scenarios after which nothing more is begun; 0 for no such limit. */
  readonly bail: number
  /** A route without a good control is a reason to exit with 4. */
  readonly strict: boolean
  /** Against a server of somebody else no control is attempted. */
  readonly safe: boolean
  /** Findings are tried a second time, and both must agree. */
  readonly repeat: boolean
  readonly signal?: AbortSignal
}

/** One run of a plan: replays it, judges it, tells what happens. */
export class Run {
  readonly #input: RunInput
  readonly #coverage: CoverageMap
  readonly #settled = new Map<string, (verdict: Verdict | undefined) => void>()
  readonly #verdicts = new Map<string, Promise<Verdict | undefined>>()
  readonly #late: { readonly played: Played; readonly runs: number }[] = []
  #counts: Counts = NO_COUNTS
  #withoutControl = 0
  #unreachable: Unreachable | undefined

  constructor(input: RunInput) {
    this.#input = input
    this.#coverage = new CoverageMap(input.plan)
    for (const { scenarios } of input.plan.routes) {
      for (const { id } of scenarios) this.#verdicts.set(id, new Promise((resolve) => this.#settled.set(id, resolve)))
    }
  }

  /** The verdict of a scenario when it is there; `undefined` for one that the run did not come to. */
  verdict(id: string): Promise<Verdict | undefined> {
    return this.#verdicts.get(id) ?? Promise.resolve(undefined)
  }

  /** Runs the whole plan. Routes run side by side and are told in their order. */
  async start(): Promise<RunSummary> {
    const started = performance.now()
    const limit = new Limit(this.#input.jobs)
    let told: Promise<unknown> = Promise.resolve()
    const results = this.#input.plan.routes.map((routePlan) => {
      const played = limit.run(() => this.#play(routePlan))
      const earlier = told
      told = this.#tellAfter(earlier, routePlan, played)
      return told
    })
    try {
      await Promise.all(results)
      await this.#sweep()
    } finally {
      // Whoever waits for a verdict that will not come must not wait for ever.
      for (const settle of this.#settled.values()) settle(undefined)
    }
    return this.#summary(performance.now() - started)
  }

  async #play(routePlan: RoutePlan): Promise<PlayedRoute | undefined> {
    if (this.#isOver()) return undefined
    const started = performance.now()
    const { first, middle, last } = inOrder(routePlan.scenarios)
    const replays = new Map<string, readonly Replayed[]>()
    const counterparts = new Map<string, RawResponse>()
    const onTaken = (value: string): void => this.#input.context.redactor.add({ value, label: 'taken' })
    const one = async (planned: Scenario): Promise<void> => {
      if (this.#isOver()) return
      const scenario = (await this.#input.targets.fresh?.(planned)) ?? planned
      const target = this.#input.targets.of(scenario)
      replays.set(scenario.id, await replay(scenario, target, onTaken))
      if (scenario.counterpart === undefined) return
      const answer = await target.send(scenario.counterpart, 'own').answer.catch(() => undefined)
      if (answer !== undefined) counterparts.set(scenario.id, answer)
    }
    for (const scenario of first) await one(scenario)
    const limit = new Limit(PER_ROUTE)
    await Promise.all(middle.map((scenario) => limit.run(() => one(scenario))))
    for (const scenario of last) await one(scenario)
    if (this.#input.repeat) await this.#repeat(routePlan, replays, counterparts, one)
    return { replays, counterparts, duration: performance.now() - started, settled: this.#quiesce() }
  }

  /** Another server may have had a bad moment: what fails must fail twice. */
  async #repeat(
    routePlan: RoutePlan,
    replays: Map<string, readonly Replayed[]>,
    counterparts: Map<string, RawResponse>,
    one: (scenario: Scenario) => Promise<void>,
  ): Promise<void> {
    for (const scenario of routePlan.scenarios) {
      const replayed = replays.get(scenario.id)
      if (replayed === undefined) continue
      const played = this.#played(routePlan, scenario, replayed, counterparts.get(scenario.id), undefined, replays)
      if (verdictOf(played, { ...this.#input.context, remark: () => undefined }).outcome === 'failed')
        await one(scenario)
    }
  }

  /** Handlers that start after the answer count too. Waited for once for all requests of a route. */
  async #quiesce(): Promise<void> {
    if (this.#input.ledger === undefined) return
    await nextTurn()
    await nextTurn()
    await delay(QUIESCENCE)
  }

  async #tellAfter(
    earlier: Promise<unknown>,
    routePlan: RoutePlan,
    played: Promise<PlayedRoute | undefined>,
  ): Promise<void> {
    const outcome = await played
    await earlier
    await this.#tell(routePlan, outcome)
  }

  async #tell(routePlan: RoutePlan, played: PlayedRoute | undefined): Promise<void> {
    if (played === undefined) return
    await played.settled
    const { emit, context } = this.#input
    const { route, scenarios } = routePlan
    emit({ type: 'route.started', route: route.key })
    const verdicts: Verdict[] = []
    const control = this.#judgeControls(routePlan, played)
    for (const scenario of scenarios) {
      const replayed = played.replays.get(scenario.id)
      if (replayed === undefined) continue
      for (const { answer } of replayed)
        if (answer instanceof NoAnswer && (answer.reason === 'refused' || answer.reason === 'untrusted'))
          this.#unreachable = answer.reason
      const one = this.#played(
        routePlan,
        scenario,
        replayed,
        played.counterparts.get(scenario.id),
        control.failed === scenario.name ? undefined : control.failure,
        played.replays,
      )
      const verdict = verdictOf(one, context)
      this.#settle(verdict)
      verdicts.push(verdict)
      if (verdict.outcome === 'passed') this.#late.push({ played: one, runs: this.#runsOf(one) })
    }
    emit({ type: 'route.ended', result: resultOf(routePlan, verdicts, control, played.duration, this.#input.safe) })
    if (isProtected(route) && control.state !== 'good') this.#withoutControl++
  }

  #settle(verdict: Verdict): void {
    this.#counts = addOutcome(this.#counts, verdict.outcome)
    this.#coverage.add(verdict)
    this.#input.emit({ type: 'scenario.ended', verdict })
    this.#settled.get(verdict.scenario.id)?.(verdict)
  }

  #judgeControls({ route, scenarios, ignored }: RoutePlan, played: PlayedRoute): Control {
    const controls = scenarios.filter(({ control }) => control === 'is')
    if (controls.length === 0) return { state: isProtected(route) ? 'none' : 'public', failure: undefined }
    for (const scenario of controls) {
      const replayed = played.replays.get(scenario.id)
      if (replayed === undefined) continue
      const one = { scenario, route, replayed, controlBody: undefined, controlFailure: undefined, ignored }
      const { finding, outcome } = verdictOf(one, { ...this.#input.context, remark: () => undefined })
      if (outcome === 'failed') return failedControl(scenario.name, finding?.problems[0].got ?? '')
    }
    return { state: 'good', failure: undefined }
  }

  #played(
    { route, scenarios, ignored }: RoutePlan,
    scenario: Scenario,
    replayed: readonly Replayed[],
    counterpart: RawResponse | undefined,
    controlFailure: string | undefined,
    replays: ReadonlyMap<string, readonly Replayed[]>,
  ): Played {
    const control = replays.get(scenarios.find((one) => one.control === 'is')?.id ?? '')?.[0]?.answer
    const controlBody = control === undefined || control instanceof NoAnswer ? undefined : control.body
    return {
      scenario,
      route: scenario.on ?? route,
      replayed,
      controlBody,
      controlFailure,
      ignored,
      ...(counterpart === undefined ? {} : { counterpart }),
    }
  }

  /** The last look at the ledger: a handler that started long after its answer makes a finding of its own. */
  async #sweep(): Promise<void> {
    if (this.#input.ledger === undefined) return
    await this.#quiesce()
    for (const { played, runs } of this.#late) {
      if (this.#runsOf(played) === runs) continue
      if (verdictOf(played, { ...this.#input.context, remark: () => undefined }).outcome !== 'failed') continue
      const { route, ...facts } = played.scenario
      const scenario = createScenario({
        ...facts,
        route: played.route,
        name: `late.${facts.name}`,
        title: `${facts.title} some time after its answer`,
      })
      this.#settle(verdictOf({ ...played, scenario }, this.#input.context))
    }
  }

  #runsOf({ replayed }: Played): number {
    const { ledger } = this.#input
    return replayed.reduce(
      (sum, { probe }) => sum + (probe === undefined ? 0 : (ledger?.read(probe).runs.length ?? 0)),
      0,
    )
  }

  #isOver(): boolean {
    const { bail, signal } = this.#input
    return signal?.aborted === true || (bail > 0 && this.#counts.failed >= bail)
  }

  #summary(duration: number): RunSummary {
    const { plan } = this.#input
    const { exitCode, reason } = this.#exit()
    const summary: RunSummary = {
      counts: this.#counts,
      routes: plan.routes.length,
      protectedRoutes: plan.routes.filter(({ route }) => isProtected(route)).length,
      coverage: this.#coverage.result(),
      exitCode,
      ...(reason === undefined ? {} : { reason }),
      duration,
    }
    this.#input.emit({ type: 'run.ended', summary })
    return summary
  }

  #exit(): { readonly exitCode: ExitCode; readonly reason?: string } {
    const { passed, failed, inconclusive } = this.#counts
    if (this.#input.signal?.aborted) return { exitCode: 130, reason: 'interrupted' }
    if (failed > 0) return { exitCode: 1, reason: `${failed} ${failed === 1 ? 'scenario' : 'scenarios'} failed` }
    if (this.#unreachable !== undefined && passed === 0)
      return { exitCode: 3, reason: describeUnreachable(this.#unreachable, this.#input.context.origin) }
    if (passed === 0)
      return {
        exitCode: 4,
        reason: inconclusive > 0 ? 'nothing was decided: every scenario is inconclusive' : 'nothing was tested',
      }
    if (this.#input.strict && this.#withoutControl > 0) {
      return { exitCode: 4, reason: `--strict: ${this.#withoutControl} protected routes have no positive control` }
    }
    return { exitCode: 0 }
  }
}

interface PlayedRoute {
  readonly replays: ReadonlyMap<string, readonly Replayed[]>
  readonly counterparts: ReadonlyMap<string, RawResponse>
  readonly duration: number
  /** Resolves when nothing more is expected to happen. */
  readonly settled: Promise<void>
}

function inOrder(scenarios: readonly Scenario[]): {
  readonly first: Scenario[]
  readonly middle: Scenario[]
  readonly last: Scenario[]
} {
  const last = scenarios.filter((scenario) => scenario.last === true)
  const first = scenarios.filter((scenario) => scenario.control === 'is' && scenario.last !== true)
  const middle = scenarios.filter((scenario) => !first.includes(scenario) && !last.includes(scenario))
  return { first, middle, last }
}
