import { factsFor, verdictOf, type VerdictContext } from '../check/verdict.ts'
import { nonsenseOf } from '../check/altered.ts'
import { announcesBody, isLimited } from '../check/missing.ts'
import { mayNeed, needsOf } from '../check/needs.ts'
import { isRefusable } from '../check/refused.ts'
import { HarnessError } from '../model/failure.ts'
import type { Expectation } from '../model/expectation.ts'
import type { RoutePlan } from '../model/plan.ts'
import { extraOf, type Scenario } from '../model/scenario.ts'
import type { Finding } from '../model/verdict.ts'
import { NoAnswer } from '../replay/connection.ts'
import { replay, type Replayed, tokensIn } from '../replay/replay.ts'
import type { RawResponse } from '../replay/response-reader.ts'
import type { Target } from '../replay/target.ts'
import { endsSessions } from '../subject/ends-sessions.ts'
import type { Targets } from '../targets/targets.ts'
import { LateAnswers } from './late-answers.ts'
import { Limit } from './limit.ts'
import { waitForLogin } from './wait-for-login.ts'
import { controlOf, keyOf, type PlayedRoute, playedOf } from './played.ts'
import { orderOf } from './order.ts'
import type { Ledger } from '../observe/ledger.ts'
import type { Crowd, Pace } from './pace.ts'
import type { Liveness } from './liveness.ts'

/** Requests in flight for one route. */
const PER_ROUTE = 8
/** Expectations about what is sent to the route itself, without its credential. */
const REFUSING: ReadonlySet<Expectation> = new Set(['deny', 'forbid'])

/** The parts that a player uses. */
export interface PlayerInput {
  readonly targets: Targets
  readonly context: VerdictContext
  readonly ledger: Ledger | undefined
  readonly pace: Pace
  /** Absent for an application in this process. */
  readonly liveness: Liveness | undefined
  /** Absent for an application in this process. */
  readonly crowd?: Crowd | undefined
  /** Milliseconds to wait for an answer; more where the route is slow for a good credential, too. */
  readonly timeout: number
  /** Whether what fails is tried a second time. */
  readonly repeat: boolean
  /** Whether nothing more is to be sent. */
  readonly isOver: () => boolean
  /** Called for each scenario that fails, as soon as it is known; absent if failures do not end the run. */
  readonly onFailed?: (() => void) | undefined
}

/** Sends the scenarios of one route, and what is needed to judge their answers. */
export class Player {
  readonly #input: PlayerInput
  readonly #plan: RoutePlan
  readonly #replays = new Map<string, readonly Replayed[]>()
  readonly #counterparts = new Map<string, RawResponse>()
  readonly #nonsense = new Map<string, RawResponse>()
  readonly #repeated = new Set<string>()
  readonly #late: LateAnswers
  #isBeside = false
  #isSaid = false
  #stopped: PlayedRoute['stopped']

  constructor(plan: RoutePlan, input: PlayerInput) {
    this.#plan = plan
    this.#input = input
    this.#late = new LateAnswers(input.timeout, input.liveness?.silences)
  }

  /** The first control, everything else side by side, what was late alone, the last control; then what failed, once more. Before accounts are locked, too. */
  async play(): Promise<PlayedRoute> {
    const { first, middle, late, guesses, last } = orderOf(this.#plan.scenarios)
    for (const scenario of first) await this.#play(scenario)
    await this.#playBeside(middle)
    for (const scenario of late) await this.#play(scenario)
    if (guesses.length > 0) await this.#repeat()
    await this.#playBeside(guesses)
    await this.#late.sendAlone(async (scenario) => {
      await this.#play(scenario)
      return this.#replays.get(scenario.id)?.some(isSlow) === true
    })
    for (const scenario of last) await this.#play(scenario)
    await this.#repeat()
    return this.#result()
  }

  async #playBeside(scenarios: readonly Scenario[]): Promise<void> {
    const limit = new Limit(PER_ROUTE)
    const { crowd } = this.#input
    const play = (scenario: Scenario): Promise<void> =>
      crowd === undefined ? this.#play(scenario) : crowd.run(() => this.#play(scenario))
    this.#isBeside = true
    await Promise.all(scenarios.map((scenario) => limit.run(() => play(scenario))))
    this.#isBeside = false
  }

  #result(): PlayedRoute {
    return {
      replays: this.#replays,
      counterparts: this.#counterparts,
      nonsense: this.#nonsense,
      stopped: this.#stopped ?? this.#input.liveness?.hung,
    }
  }

  async #one(planned: Scenario, isAgain = false): Promise<void> {
    if (this.#input.isOver()) return
    const why = planned.expect === 'allow' ? this.#whyNoMore(planned) : undefined
    if (why !== undefined) return this.#sayOnce(`${why}: more good requests are not sent`)
    const { targets } = this.#input
    const scenario = await withOwnLogins(planned, targets)
    if (scenario === undefined) return void this.#replays.set(planned.id, [])
    const target = targets.of(scenario)
    const replayed = await this.#send(scenario, target)
    if (replayed === undefined) return
    this.#replays.set(scenario.id, replayed)
    if (!isAgain && (await this.#isOver(scenario, replayed))) return this.#one(planned, true)
    await this.#fetchFacts(scenario, replayed, target)
  }

  /** Why a request that goes through is not sent again. */
  #whyNoMore({ control }: Scenario): string | undefined {
    const why = this.#late.whyNoMore(this.#input.liveness !== undefined)
    const isLeaving = this.#plan.route.isLeaving === true && control !== 'control'
    return why ?? (isLeaving ? 'nothing shows that its records are those of the run, so they are left' : undefined)
  }

  #sayOnce(message: string): void {
    if (this.#isSaid) return
    this.#isSaid = true
    this.#input.context.remark({ kind: 'notice', route: this.#plan.route.key, message })
  }

  /** Whether logins of good credentials were over, and have been repeated: what was refused is sent again. */
  async #isOver(scenario: Scenario, replayed: readonly Replayed[]): Promise<boolean> {
    const { targets } = this.#input
    if (targets.isOver === undefined) return false
    const statuses = replayed.map(({ answer }) => (answer instanceof NoAnswer ? 0 : answer.status))
    const refused = statuses.map((status) => status === 401 || status === 403)
    const mayBeOver = scenario.control === 'control' || (refused.includes(true) && this.#hasFailed(scenario))
    let isOver = false
    // A refusal of anything but a good credential is what should come.
    for (const [at, { request }] of replayed.entries())
      if (refused[at] !== true || mayBeOver) isOver = (await targets.isOver(request, statuses[at] ?? 0)) || isOver
    return isOver
  }

  /**
   * Sends a scenario and reports a failure at once, where one may end the run. What is only known at the end of the
   * route, when handlers have had their time, is not waited for.
   */
  async #play(scenario: Scenario): Promise<void> {
    await this.#one(scenario)
    const { onFailed, repeat } = this.#input
    if (onFailed === undefined || !this.#hasFailed(scenario)) return
    if (repeat) await this.#again(scenario)
    if (this.#hasFailed(scenario)) onFailed()
  }

  /** A logout that was answered late has ended its session all the same. */
  #isOnce({ isSentOnce, expect }: Scenario): boolean {
    return isSentOnce === true || (expect === 'allow' && endsSessions(this.#plan.route, this.#input.context.fixtures))
  }

  #hasFailed(scenario: Scenario): boolean {
    return this.#findingOf(scenario) !== undefined
  }

  #findingOf(scenario: Scenario): Finding | undefined {
    if (!this.#replays.has(scenario.id)) return undefined
    const context = { ...this.#input.context, remark: () => undefined }
    return verdictOf(playedOf(this.#plan, scenario, this.#result()), context).finding
  }

  /** Sends a scenario, again where the server had too much of it or was slow; nothing where it has stopped. */
  async #send(scenario: Scenario, target: Target): Promise<readonly Replayed[] | undefined> {
    const { context, pace, liveness } = this.#input
    const onTaken = (value: string): void => context.redactor.add({ value, label: 'taken' })
    const isAgain = this.#late.has(scenario) || this.#isOnce(scenario)
    let patience = this.#late.patience(isAgain, scenario)
    for (let attempt = 0; ; attempt++) {
      if (!pace.isFree) await pace.turn(scenario.steps.length)
      if (this.#input.isOver()) return undefined
      liveness?.note(scenario.name)
      const began = performance.now()
      const replayed = await replay(scenario, target, onTaken, patience)
      for (const one of replayed) this.#late.note(one)
      // It answers tokens for one to refresh.
      if (context.routes.get(scenario.route)?.isOnce)
        for (const { answer } of replayed) for (const token of tokensIn(answer)) onTaken(token)
      if (liveness !== undefined && !(await this.#isAlive(scenario, replayed, liveness))) return undefined
      const limited = replayed.find((one) => isLimitedAnswer(one, scenario, this.#input.ledger))
      if (limited !== undefined && pace.slowDown(limited.answer as RawResponse, attempt)) continue
      if (isAnnounced(scenario) || !replayed.some(isSlow)) return replayed
      liveness?.late(scenario.id)
      if (!this.#isBeside && liveness?.isSilent === true) await liveness.recover()
      if (attempt > 0 || isAgain || limited !== undefined) return replayed
      if (this.#isBeside) {
        this.#late.add(scenario)
        this.#input.crowd?.late(began)
        return replayed
      }
      patience = this.#late.patience(true, scenario)
    }
  }

  /** Requests that a server has stopped to answer say nothing, except the first of them. */
  async #isAlive(scenario: Scenario, replayed: readonly Replayed[], liveness: Liveness): Promise<boolean> {
    const lost = replayed.some(
      ({ answer }) => answer instanceof NoAnswer && (answer.reason === 'closed' || answer.reason === 'refused'),
    )
    if (replayed.some(({ answer }) => !(answer instanceof NoAnswer))) liveness.answered()
    if (!lost) return true
    const wasStopped = liveness.isStopped
    if (await liveness.check()) return true
    if (wasStopped || liveness.culprit !== undefined) return false
    liveness.blame(scenario.id)
    this.#stopped = { id: scenario.id, last: liveness.last }
    this.#replays.set(scenario.id, replayed)
    return false
  }

  /** The answers to the same with a good credential, and to nonsense, where the verdict depends on them. */
  async #fetchFacts(scenario: Scenario, replayed: readonly Replayed[], target: Target): Promise<void> {
    const { context, ledger } = this.#input
    const control = controlOf(this.#plan.scenarios, this.#replays)
    for (const one of replayed) {
      if (!isRefusable({ scenario, step: one.step })) continue
      const entry = one.probe === undefined ? undefined : ledger?.read(one.probe)
      if (!mayNeed(one.answer, entry, control)) continue
      const facts = factsFor(playedOf(this.#plan, scenario, this.#result()), one, entry, context)
      const needs = needsOf(facts)
      const counterpart = extraOf(scenario, 'probe')?.counterpart
      if (needs.counterpart && counterpart !== undefined)
        await this.#fetch(target, counterpart, (answer) => this.#counterparts.set(scenario.id, answer))
      if (!needs.nonsense) continue
      const request = nonsenseOf(one.request, facts.route, facts.fixture)
      const key = keyOf(request)
      if (!this.#nonsense.has(key)) await this.#fetch(target, request, (answer) => this.#nonsense.set(key, answer))
    }
  }

  async #fetch(
    target: Target,
    request: Parameters<Target['send']>[0],
    keep: (answer: RawResponse) => void,
  ): Promise<void> {
    await this.#input.pace.turn(1)
    const answer = await target.send(request, 'own').answer.catch(() => undefined)
    if (answer !== undefined) keep(answer)
  }

  async #repeat(): Promise<void> {
    if (!this.#input.repeat) return
    for (const scenario of this.#plan.scenarios) if (this.#hasFailed(scenario)) await this.#again(scenario)
  }

  /**
   * Another server may have had a bad moment: what fails must fail twice, unless nothing answers any more. What was let in
   * was let in: its effect may be there once only.
   */
  async #again(scenario: Scenario): Promise<void> {
    const replayed = this.#replays.get(scenario.id) ?? []
    if (this.#stopped?.id === scenario.id || this.#repeated.has(scenario.id) || scenario.isSentOnce) return
    if (REFUSING.has(scenario.expect) && this.#findingOf(scenario)?.problems.some(({ code }) => code === 'accepted'))
      return
    this.#repeated.add(scenario.id)
    await waitForLogin(replayed)
    await this.#one(scenario)
    const isLost = this.#replays
      .get(scenario.id)
      ?.some(({ answer }, at) => answer instanceof NoAnswer && !(replayed[at]?.answer instanceof NoAnswer))
    // A second time it fails at once: what was kept the first time is still there.
    if (isLost || (scenario.turn === 'first' && this.#hasFailed(scenario))) this.#replays.set(scenario.id, replayed)
  }
}

/** The scenario with logins of its own; `undefined` where the server refuses them, as one does that has locked the account. */
async function withOwnLogins(planned: Scenario, targets: Targets): Promise<Scenario | undefined> {
  try {
    return targets.fresh === undefined ? planned : await targets.fresh(planned)
  } catch (error) {
    if (error instanceof HarnessError && error.code === 'SVC_FIXTURE_LOGIN') return undefined
    throw error
  }
}

function isLimitedAnswer({ answer, probe }: Replayed, scenario: Scenario, ledger: Ledger | undefined): boolean {
  if (answer instanceof NoAnswer) return false
  return isLimited({ answer, scenario, entry: probe === undefined ? undefined : ledger?.read(probe) })
}

function isSlow({ answer }: Replayed): boolean {
  return answer instanceof NoAnswer && answer.reason === 'timeout'
}

/** A body that never comes may be waited for. */
function isAnnounced({ steps }: Scenario): boolean {
  return steps.some(({ request }) => announcesBody(request))
}
