import { setTimeout as delay } from 'node:timers/promises'
import type { Plan } from '../model/plan.ts'
import type { RequestData } from '../model/request.ts'
import type { Targets } from '../targets/targets.ts'
import type { Silences } from './late-answers.ts'
import { NoAnswer } from '../replay/connection.ts'
import type { Target } from '../replay/target.ts'
import { MOST_MISSED, type Traffic } from '../replay/traffic.ts'

/** Requests that are remembered. */
const REMEMBERED = 10
/** How often, and how many milliseconds apart, a server is asked whether it is still there. */
const TRIES = 3
const APART = 300

/** Milliseconds that a server has to recover from too many requests. */
const RECOVERY = 60_000

/** Whether a server still answers, and what it was sent last. */
export class Liveness {
  readonly silences: Silences = new Map()
  readonly #target: () => Target
  readonly #request: RequestData
  readonly #before: Traffic | undefined
  readonly #recovery: number
  readonly #last: string[] = []
  #hasAnswered = false
  #isStopped = false
  /** Requests that were not answered in time since the last answer. */
  #missed = 0
  /** The first scenario without an answer since the last one, and the requests before. */
  #suspect: { readonly id: string; readonly last: readonly string[] } | undefined
  #culprit: string | undefined
  #checking: Promise<boolean> | undefined

  /**
   * @param request any that is harmless
   * @param before the requests before the scenarios
   * @param recovery milliseconds without an answer after which a silent server has stopped
   */
  constructor(target: () => Target, request: RequestData, before?: Traffic, recovery: number = RECOVERY) {
    this.#target = target
    this.#request = request
    this.#before = before
    this.#recovery = recovery
  }

  /** Whether it answered before and answers nothing any more. */
  get isStopped(): boolean {
    return this.#isStopped
  }

  /** The scenario after which it stopped. */
  get culprit(): string | undefined {
    return this.#culprit
  }

  blame(id: string): void {
    this.#culprit ??= id
  }

  /** The last requests, the oldest first. */
  get last(): readonly string[] {
    return [...(this.#before?.lines ?? []), ...this.#last].slice(-REMEMBERED)
  }

  /** Notes that something is about to be sent. */
  note(name: string): void {
    if (this.#isStopped) return
    this.#last.push(name)
    if (this.#last.length > REMEMBERED) this.#last.shift()
  }

  answered(): void {
    this.#hasAnswered = true
    if (this.#isStopped) return
    this.#missed = 0
    this.#suspect = undefined
  }

  /** Notes that a scenario, or a request of none, was not answered in time. */
  late(id = ''): void {
    this.#missed++
    this.#suspect ??= { id, last: this.last }
  }

  /** Whether nothing was answered for a while, though the server may be slow. */
  get isSilent(): boolean {
    return this.#missed >= MOST_MISSED
  }

  /** The first scenario that a server did not answer which answers nothing any more, and the requests before. */
  get hung(): { readonly id: string; readonly last: readonly string[] } | undefined {
    return this.#isStopped ? this.#suspect : undefined
  }

  /** Asks a server that closed a connection whether it is still there. Several that ask at once share one answer. */
  async check(): Promise<boolean> {
    const hasAnswered = this.#hasAnswered || this.#before?.hasAnswered === true
    if (!hasAnswered || this.#isStopped) return !this.#isStopped
    this.#checking ??= this.#ask().finally(() => (this.#checking = undefined))
    return this.#checking
  }

  /** Resolves when the server answers again, or does not for a minute: then it has stopped, if it is silent. */
  async recover(): Promise<void> {
    const answer = await this.#target()
      .send(this.#request, 'own', this.#recovery)
      .answer.catch((error: unknown) => error)
    if (!(answer instanceof NoAnswer) || answer.reason !== 'timeout') this.answered()
    else if (this.isSilent && this.#hasAnswered) this.#isStopped = true
  }

  async #ask(): Promise<boolean> {
    for (let tried = 0; tried < TRIES; tried++) {
      if (tried > 0) await delay(APART)
      const answer = await this.#target()
        .send(this.#request, 'own')
        .answer.catch((error: unknown) => error)
      // A slow server is still there.
      if (!(answer instanceof NoAnswer) || answer.reason === 'timeout' || answer.reason === 'garbled') return true
    }
    this.#isStopped = true
    return false
  }
}

/** For a server in another process: asked for its root. */
export function createLiveness({
  plan,
  targets,
  before,
}: {
  readonly plan: Plan
  readonly targets: Targets
  readonly before?: Traffic | undefined
}): Liveness | undefined {
  const [scenario] = plan.routes.flatMap(({ scenarios }) => scenarios)
  if (scenario === undefined) return undefined
  return new Liveness(() => targets.of(scenario), { method: 'GET', target: '/', headers: [] }, before)
}
