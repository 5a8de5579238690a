import type { LedgerEntry } from '../observe/ledger.ts'
import type { Exchange } from '../model/verdict.ts'
import type { Route } from '../model/route.ts'
import type { Redacting } from '../text/redact.ts'
import { shorten } from '../text/shorten.ts'
import { NoAnswer } from '../replay/connection.ts'
import type { Replayed } from '../replay/replay.ts'
import { show } from './handler-rules.ts'

const LONGEST = 4_096

/**
 * A replayed step for reports. Texts are put together and redacted when they are asked for: most are never shown. The
 * getters are those of the class, since an object with getters of its own has a shape that no other has.
 */
export class ReplayedExchange implements Exchange {
  readonly method: string
  /** 0 where there was no answer. */
  readonly status: number
  readonly duration: number
  readonly startedAt: number
  readonly handlerRuns?: number
  readonly calls?: LedgerEntry['calls']
  readonly #replayed: Replayed
  readonly #runs: LedgerEntry['runs'] | undefined
  readonly #redactor: Redacting

  /** @param runStart when the run began, on the clock of `performance` */
  constructor(
    replayed: Replayed,
    entry: LedgerEntry | undefined,
    { key }: Route,
    redactor: Redacting,
    runStart: number,
  ) {
    const { request, answer, duration, startedAt } = replayed
    this.#replayed = replayed
    this.#redactor = redactor
    this.#runs = entry?.runs.filter(({ operation }) => operation === key)
    this.method = request.method
    this.status = answer instanceof NoAnswer ? 0 : answer.status
    this.duration = duration
    this.startedAt = startedAt - runStart
    if (entry === undefined) return
    this.handlerRuns = this.#runs?.length ?? 0
    this.calls = entry.calls
  }

  get sent(): string {
    return this.#show(this.#replayed.bytes)
  }

  get received(): string {
    const { answer } = this.#replayed
    return this.#show(
      answer instanceof NoAnswer ? `(no answer: ${answer.reason})` : `${answer.head}\r\n\r\n${answer.body}`,
    )
  }

  get target(): string {
    return this.#show(this.#replayed.request.target)
  }

  get auth(): string | undefined {
    const run = this.#runs?.[0]
    return run && this.#redactor.redact(show(run.auth))
  }

  /** JSON has the texts, too. */
  toJSON(): Exchange {
    const { sent, received, method, target, auth, status, duration, startedAt, handlerRuns, calls } = this
    return {
      sent,
      received,
      method,
      target,
      auth,
      status,
      duration,
      startedAt,
      ...(handlerRuns === undefined ? {} : { handlerRuns }),
      ...(calls === undefined ? {} : { calls }),
    }
  }

  #show(text: string): string {
    return shortened(this.#redactor.redact(text))
  }
}

/** At most as much of a text as a report shows of a message. */
export function shortened(text: string): string {
  return shorten(text, LONGEST, 'characters')
}
