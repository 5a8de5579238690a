import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { printedVerdict } from '../check/printed-verdict.ts'
import { stoppedBefore } from '../check/stopped-before.ts'
import { verdictOf } from '../check/verdict.ts'
import { addOutcome, endedOf, NO_COUNTS } from '../model/counts.ts'
import { CoverageMap } from './coverage.ts'
import { IdleLimit } from './idle-limit.ts'
import type { Counts } from '../model/counts.ts'
import type { RoutePlan } from '../model/plan.ts'
import type { RunSummary } from '../model/summary.ts'
import { DEFAULT_TIMEOUT } from '../model/timeout.ts'
import type { Verdict } from '../model/verdict.ts'
import { describeUnreachable, NoAnswer, type Unreachable } from '../replay/connection.ts'
import { isProtected } from '../model/route.ts'
import { judgeControls } from './judge-controls.ts'
import { LateHandlers } from './late-handlers.ts'
import { type Ending, endingOf, isMostlyOpen } from './exit-code.ts'
import { Crowd, MODEST, Pace } from './pace.ts'
import { type PlayedRoute, playedOf } from './played.ts'
import { Player } from './player.ts'
import { createLiveness, type Liveness } from './liveness.ts'
import { findWrongBase } from './wrong-base.ts'
import { inTurns } from './order.ts'
import { describeKept, Rest, type RestPart } from './rest.ts'
import { resultOf } from './run-result.ts'
import { HarnessError } from '../model/failure.ts'
import { createLate } from '../subject/scenario.ts'
import type { RunInput } from './run-input.ts'
import { createStageTools } from './stage.ts'

/** Milliseconds after the last answer of a route in which a handler may still start that should not. */
const QUIESCENCE = 25

/** One run of a plan: replays it, judges it, reports events. */
export class Run {
  readonly #input: RunInput
  readonly #coverage: CoverageMap
  readonly #late: LateHandlers | undefined
  #counts: Counts = NO_COUNTS
  /** Scenarios that failed, reported or not. */
  #failures = 0
  readonly #withoutControl: string[] = []
  #unreachable: Unreachable | undefined
  #hasAnswered = false
  #protected = 0
  readonly #undecided: string[] = []
  #questions = 0
  readonly #pace: Pace
  readonly #liveness: Liveness | undefined
  readonly #crowd: Crowd | undefined
  readonly #rest: Rest
  /** Scenarios that were kept back and then sent, for the end of the reports. */
  readonly #later: (readonly [RestPart, Played])[] = []

  constructor(input: RunInput) {
    this.#input = input
    this.#pace = new Pace(input.rate)
    const { ledger, context } = input
    this.#liveness = ledger === undefined ? createLiveness(input) : undefined
    const liveness = this.#liveness
    this.#crowd = liveness && new Crowd(Math.max(input.jobs, MODEST), () => liveness.recover())
    this.#late =
      ledger &&
      new LateHandlers(ledger, (played) => {
        if (verdictOf(played, { ...context, remark: () => undefined }).outcome !== 'failed') return
        this.#settle(verdictOf({ ...played, scenario: createLate(played.scenario, played.route) }, context))
      })
    this.#rest = new Rest(input.sample ?? 0, context)
    this.#coverage = new CoverageMap(input.plan, ledger !== undefined)
  }

  /** Runs the whole plan. Routes run side by side and are reported in their order. */
  async start(): Promise<RunSummary> {
    const started = performance.now()
    await this.#findBase()
    await this.#findStopped()
    await this.#playAll()
    this.#sayKept()
    await this.#sweep()
    await this.#playStage()
    return this.#summary(performance.now() - started)
  }

  /** A server may have ended with a request of the preparation: then no scenario of the plan says anything. */
  async #findStopped(): Promise<void> {
    const { before, plan, context } = this.#input
    if (before?.isLost !== true || this.#liveness === undefined || (await this.#liveness.check())) return
    const verdict = stoppedBefore(before, plan, context)
    if (verdict !== undefined) this.#settle(verdict)
  }

  async #findBase(): Promise<void> {
    const { plan, targets, ledger, before } = this.#input
    const wrong = ledger === undefined ? await findWrongBase(plan, targets, before) : undefined
    if (wrong !== undefined) throw new HarnessError('SVC_BASE_WRONG', wrong)
  }

  async #playAll(): Promise<void> {
    const limit = new IdleLimit(this.#input.jobs)
    let reported: Promise<unknown> = Promise.resolve()
    const { routes } = this.#input.plan
    // The answers of a route are let go when it is reported: with hundreds of routes they would be most of the memory.
    const played = new Map<RoutePlan, Promise<Played | undefined>>()
    const ended: Promise<void>[] = []
    let earlier: Promise<unknown> = Promise.resolve()
    let rest: Promise<unknown> = earlier
    for (const [turn, those] of inTurns(routes, this.#input.context.fixtures).entries()) {
      // Logouts and logins may take away what the others need.
      if (turn === 2) earlier = rest = earlier.then(() => this.#playRest(limit))
      for (const routePlan of those) {
        const result = earlier.then(() => limit.run(() => this.#play(routePlan, turn > 1)))
        played.set(routePlan, result)
        const end = result.then(ignore, ignore)
        ended.push(end)
        if (turn > 0) earlier = end
      }
      earlier = Promise.all(ended)
    }
    const results = routes.map((routePlan) => {
      const before = reported
      reported = this.#reportAfter(before, routePlan, played.get(routePlan) as Promise<Played | undefined>)
      played.delete(routePlan)
      return reported
    })
    await Promise.all([...results, rest])
    for (const [part, one] of this.#later) await this.#reportRest(part, one)
  }

  #sayKept(): void {
    const message = describeKept(this.#rest.kept())
    if (message !== undefined) this.#input.context.remark({ kind: 'notice', message })
  }

  /** Sends scenarios that were kept back, where answers ask for it: side by side, deletions one after the other. */
  async #playRest(limit: IdleLimit): Promise<void> {
    const play = async (part: RestPart): Promise<void> => {
      const played = await limit.run(() => this.#play(part, false))
      if (played !== undefined) this.#later.push([part, played])
    }
    for (let parts = this.#rest.next(); parts.length > 0 && !this.#isOver(); parts = this.#rest.next()) {
      const isDeleting = ({ route }: RoutePlan): boolean => route.method === 'DELETE'
      await Promise.all(parts.filter((part) => !isDeleting(part)).map(play))
      for (const part of parts.filter(isDeleting)) await play(part)
    }
    // Sessions are over with a logout, and accounts are locked by wrong passwords, which come after it.
    await this.#playStage()
  }

  /** @param isAboutLogins one login may end another that is under way, so what fails is tried again */
  async #play(routePlan: RoutePlan, isAboutLogins: boolean): Promise<Played | undefined> {
    if (this.#isOver()) return undefined
    const started = performance.now()
    const { targets, context, ledger, repeat, bail, timeout = DEFAULT_TIMEOUT } = this.#input
    const player = new Player(routePlan, {
      targets,
      context,
      ledger,
      repeat: repeat || isAboutLogins,
      timeout,
      pace: this.#pace,
      liveness: this.#liveness,
      crowd: this.#crowd,
      isOver: () => this.#isOver(),
      onFailed: bail > 0 ? () => void this.#failures++ : undefined,
    })
    const result = await player.play()
    this.#rest.note(routePlan, result)
    return { ...result, duration: performance.now() - started, settled: this.#quiesce() }
  }

  /** Handlers that start after the answer count too. Waited for once for all requests of a route. */
  async #quiesce(): Promise<void> {
    if (this.#input.ledger === undefined) return
    await nextTurn()
    await nextTurn()
    await delay(QUIESCENCE)
  }

  async #reportAfter(
    earlier: Promise<unknown>,
    routePlan: RoutePlan,
    played: Promise<Played | undefined>,
  ): Promise<void> {
    const outcome = await played
    await earlier
    await this.#report(routePlan, outcome)
  }

  async #report(routePlan: RoutePlan, played: Played | undefined): Promise<void> {
    if (played === undefined) return
    await played.settled
    const { emit, context } = this.#input
    const { route, scenarios } = routePlan
    emit({ type: 'route.started', route: route.key })
    const verdicts: Verdict[] = []
    const control = judgeControls(routePlan, played, context)
    for (const scenario of scenarios) {
      const replayed = played.replays.get(scenario.id)
      if (replayed === undefined) continue
      for (const { answer } of replayed) {
        if (!(answer instanceof NoAnswer)) continue
        if (answer.reason === 'refused' || answer.reason === 'untrusted') this.#unreachable = answer.reason
      }
      const failure = control.failed === scenario.name ? undefined : control.failure
      const one = playedOf(routePlan, scenario, played, failure)
      const verdict = verdictOf(one, context)
      this.#settle(verdict)
      verdicts.push(verdict)
      if (verdict.outcome === 'passed') this.#late?.watch(one)
    }
    const result = resultOf(routePlan, verdicts, control, played.duration, this.#input.safe)
    emit({ type: 'route.ended', result })
    if (!isProtected(route)) return
    this.#protected++
    if (control.state !== 'good') this.#withoutControl.push(route.key)
    if (isMostlyOpen(result.counts)) this.#undecided.push(route.key)
  }

  async #reportRest(part: RestPart, played: Played): Promise<void> {
    await played.settled
    const { context } = this.#input
    const { failure } = judgeControls(part, played, context)
    for (const scenario of part.sent)
      if (played.replays.has(scenario.id)) this.#settle(verdictOf(playedOf(part, scenario, played, failure), context))
  }

  #settle(verdict: Verdict): void {
    this.#counts = addOutcome(this.#counts, verdict.outcome)
    this.#hasAnswered ||= verdict.exchanges.some(({ status }) => status > 0)
    this.#coverage.add(verdict)
    this.#input.emit({ type: 'scenario.ended', verdict })
  }

  /** The last look at the ledger: a handler that started long after its answer makes a finding of its own. */
  async #sweep(): Promise<void> {
    const { ledger, printed, plan, context } = this.#input
    if (ledger === undefined) return
    await this.#quiesce()
    const routes = plan.routes.map(({ route }) => route)
    for (const secret of printed?.secrets() ?? []) {
      const verdict = printedVerdict(secret, routes, context)
      if (verdict !== undefined) this.#settle(verdict)
    }
    this.#late?.end()
  }

  async #playStage(): Promise<void> {
    const { stage, targets, context, timeout = DEFAULT_TIMEOUT } = this.#input
    if (stage === undefined || this.#isOver()) return
    const base = { targets, context, timeout, pace: this.#pace, liveness: this.#liveness }
    const settle = (verdict: Verdict): void => this.#settle(verdict)
    await stage(createStageTools({ base, isOver: () => this.#isOver(), settle, ask: () => void this.#questions++ }))
  }

  #isOver(): boolean {
    const { bail, signal } = this.#input
    return (
      signal?.aborted === true ||
      this.#liveness?.isStopped === true ||
      (bail > 0 && Math.max(this.#failures, this.#counts.failed) >= bail)
    )
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

  #exit(): Ending {
    const { lenient = false, strict, signal, context, safe } = this.#input
    const isSilent = !this.#hasAnswered && this.#liveness?.isStopped !== true && endedOf(this.#counts) > 0
    return endingOf({
      counts: this.#counts,
      undecided: lenient ? [] : this.#undecided,
      withoutControl: strict ? this.#withoutControl : [],
      questions: strict ? this.#questions : 0,
      isInterrupted: signal?.aborted === true,
      isStopped: this.#liveness?.isStopped === true,
      unreachable: isSilent ? describeUnreachable(this.#unreachable ?? 'silent', context.origin) : undefined,
      isUnproven: !lenient && !safe && this.#protected > 0 && this.#withoutControl.length === this.#protected,
    })
  }
}

function ignore(): void {}

/** The verdicts of a route, its milliseconds, and a promise that resolves when nothing more is expected to happen. */
type Played = PlayedRoute & { readonly duration: number; readonly settled: Promise<void> }
