import { createHash } from 'node:crypto'
import { LoadError, type SourcePosition } from '../base/errors.ts'
import { namesOf } from '../base/option-names.ts'
import { networkOf } from './client.ts'
import { FailureCounts, MAX_COUNTS, type SharedCounts } from './throttle-counts.ts'
import { KnownCredentials } from './known-credentials.ts'

/** How many failed authentications a client address may have on an operation. */
export interface ThrottleOptions {
  /** Failures after which the answer is 429. A request that brings no credential does not count. */
  readonly failures: number
  /** Seconds, from the first failure, until they are forgotten. */
  readonly window: number
}

const OPTION_NAMES = namesOf<ThrottleOptions>({ failures: true, window: true })

/** The result of an attempt. An attempt that could not be judged does not count. */
export type Outcome = 'passed' | 'failed' | 'unjudged'

/** The result of {@link Throttle.enter}. */
export interface Admission {
  /** 0, or the seconds that the client has to wait: then nothing has begun. */
  readonly wait: number
  /** Ends the attempt; further calls do nothing. Resolves when a failure is counted. */
  end(outcome: Outcome): Promise<void>
}

interface Waiting {
  /** The digest of a credential. */
  readonly credential: string | undefined
  readonly settle: (admission: Admission) => void
}

/** There is room for an attempt, announced to the shared counts or not; or no room for some seconds. */
type Verdict = { readonly isAnnounced: boolean } | { readonly wait: number }

/** The attempts of one client on one operation. */
interface Gate {
  underWay: number
  /** Digests of the credentials that are under way. */
  readonly credentials: Set<string>
  readonly queue: Set<Waiting>
  isServed: boolean
  /** Lets the queue be looked at again. */
  wake: () => void
}

/**
 * Counts failed authentications per client address and operation. Addresses of IPv6 count by their /64, which is what
 * one client has.
 *
 * A credential that passed within the last minute goes through at once. Of others, as many are under way as failures
 * are left, so that guesses made at the same time gain nothing; the rest waits in order. Requests with one credential
 * wait for the first of them, and then for no other.
 *
 * @param shared counts of several processes; without them, or while they are away, this process counts for itself
 */
export class Throttle {
  readonly #options: ThrottleOptions
  readonly #own: FailureCounts
  readonly #shared: SharedCounts | undefined
  readonly #known: KnownCredentials
  readonly #patience: number
  readonly #gates = new Map<string, Gate>()

  constructor(options: ThrottleOptions, shared?: SharedCounts, { known, patience = PATIENCE }: ThrottleParts = {}) {
    this.#options = options
    this.#own = new FailureCounts(options)
    this.#shared = shared
    this.#known = known ?? new KnownCredentials()
    this.#patience = patience
  }

  /** The key of a count. A digest: an address is personal data, and a store is shared. */
  keyOf(address: string, operationId: string): string {
    const digest = createHash('sha256').update(`${networkOf(address)} ${operationId}`)
    return digest.digest('base64url').slice(0, 22)
  }

  /**
   * Begins an attempt.
   *
   * @param credential what the request brings; absent if it is not known before the handler has run
   */
  async enter(key: string, credential?: string): Promise<Admission> {
    const digest = credential === undefined ? undefined : this.#known.digest(key, credential)
    if (digest !== undefined && this.#known.has(digest)) return this.#admit(key, digest)
    const gate = this.#gateOf(key)
    if (gate.queue.size >= MAX_WAITING) return refusal(1)
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(refusal(1)), this.#patience)
      const settle = (admission: Admission): void => {
        clearTimeout(timer)
        gate.queue.delete(waiting)
        resolve(admission)
      }
      const waiting: Waiting = { credential: digest, settle }
      gate.queue.add(waiting)
      void this.#serve(key, gate)
    })
  }

  /** Counts a failure outside an attempt: a handler refused what the request brought, its own credential or another. */
  async countFailure(key: string, credential?: string): Promise<void> {
    if (credential !== undefined) this.#known.delete(this.#known.digest(key, credential))
    await Promise.all([this.#own.add(key), this.#shared?.add(key)])
    this.#gates.get(key)?.wake()
  }

  /** One look at a time, in order: those that wait do not all ask the store at once. */
  async #serve(key: string, gate: Gate): Promise<void> {
    if (gate.isServed) return gate.wake()
    gate.isServed = true
    for (let looks = 0; gate.queue.size > 0;) {
      const woken = new Promise<void>((resolve) => (gate.wake = resolve))
      const next = findNext(gate)
      const verdict = next && (await this.#judge(key, gate))
      if (next && verdict && 'isAnnounced' in verdict) {
        if (gate.queue.has(next)) next.settle(this.#begin(key, gate, next.credential, verdict.isAnnounced))
        // It passed with another request, or waited too long, while the store was asked.
        else if (verdict.isAnnounced) void this.#shared?.leave(key)
        looks = 0
      } else if (verdict && 'wait' in verdict) {
        for (const waiting of gate.queue) if (isOpen(waiting, gate)) waiting.settle(refusal(verdict.wait))
      } else {
        // Attempts in other processes end without a word here.
        const again = gate.underWay === 0 ? delay(Math.min(250, 10 * 2 ** looks++)) : undefined
        await Promise.race([woken, ...(again ? [again.over] : [])])
        again?.cancel()
      }
    }
    gate.isServed = false
    this.#drop(key, gate)
  }

  /** Whether another attempt may begin; `undefined`: not yet. */
  async #judge(key: string, gate: Gate): Promise<Verdict | undefined> {
    const { failures: limit } = this.#options
    const own = await this.#own.read(key)
    if (own.failures >= limit) return { wait: secondsOf(own.endsIn) }
    if (own.failures + gate.underWay >= limit) return undefined
    const shared = await this.#shared?.enter(key)
    if (!shared) return { isAnnounced: false }
    if (Math.max(shared.failures, own.failures) + shared.underWay <= limit) return { isAnnounced: true }
    await this.#shared?.leave(key)
    return shared.failures < limit ? undefined : { wait: secondsOf(shared.endsIn) }
  }

  #begin(key: string, gate: Gate, credential: string | undefined, isAnnounced: boolean): Admission {
    gate.underWay++
    if (credential !== undefined) gate.credentials.add(credential)
    return this.#admit(key, credential, () => {
      gate.underWay--
      if (credential !== undefined) gate.credentials.delete(credential)
      if (isAnnounced) void this.#shared?.leave(key)
      gate.wake()
      this.#drop(key, gate)
    })
  }

  #admit(key: string, credential: string | undefined, leave?: () => void): Admission {
    let isOver = false
    return {
      wait: 0,
      end: async (outcome) => {
        if (isOver) return
        isOver = true
        if (outcome === 'passed' && credential !== undefined) this.#welcome(key, credential)
        if (outcome === 'failed') {
          if (credential !== undefined) this.#known.delete(credential)
          // Before it leaves: every reader must find the attempt or the failure.
          await Promise.all([this.#own.add(key), this.#shared?.add(key)])
        }
        leave?.()
      },
    }
  }

  /** From now on a credential does not wait for others, nor do requests with it that wait already. */
  #welcome(key: string, credential: string): void {
    this.#known.add(credential)
    for (const waiting of this.#gates.get(key)?.queue ?? []) {
      if (waiting.credential === credential) waiting.settle(this.#admit(key, credential))
    }
  }

  #gateOf(key: string): Gate {
    const known = this.#gates.get(key)
    if (known) return known
    const gate: Gate = { underWay: 0, credentials: new Set(), queue: new Set(), isServed: false, wake: () => undefined }
    this.#gates.set(key, gate)
    return gate
  }

  #drop(key: string, gate: Gate): void {
    if (gate.underWay === 0 && !gate.isServed) this.#gates.delete(key)
  }
}

/** Parts of a throttle that tests replace. */
interface ThrottleParts {
  readonly known?: KnownCredentials
  /** Milliseconds that an attempt waits for its turn. */
  readonly patience?: number
}

/** @throws {@link LoadError} for numbers that can mean nothing. */
export function checkThrottle(options: unknown, source: SourcePosition | undefined): void {
  const given = (options ?? {}) as Partial<ThrottleOptions>
  const { failures, window } = given
  const isKnown = Object.keys(given).every((name) => (OPTION_NAMES as readonly string[]).includes(name))
  const isSound = isCountable(failures, MAX_COUNTS) && isCountable(window, MAX_WINDOW) && isKnown
  if (isSound) return
  const problem = `throttle must be { failures, window }, whole numbers above 0, the window at most ${MAX_WINDOW} seconds; got ${JSON.stringify(options)}.`
  throw new LoadError(
    'SVC_THROTTLE_INVALID',
    `${problem} Write { failures: 5, window: 60 }, the window in seconds.`,
    source,
  )
}

/** Milliseconds that an attempt waits for its turn before it is 429. */
const PATIENCE = 10_000
/** Attempts of one client on one operation that wait for their turn. */
const MAX_WAITING = 1_000
/** 24 days: the longest that a timer keeps, by which the limiter forgets. */
const MAX_WINDOW = 2_147_483

/** The first that waits for a place, and not for the verdict on another request's equal credential. */
function findNext(gate: Gate): Waiting | undefined {
  for (const waiting of gate.queue) if (isOpen(waiting, gate)) return waiting
  return undefined
}

function isOpen({ credential }: Waiting, gate: Gate): boolean {
  return credential === undefined || !gate.credentials.has(credential)
}

function refusal(wait: number): Admission {
  return { wait, end: () => Promise.resolve() }
}

function secondsOf(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1_000))
}

function delay(milliseconds: number): { readonly over: Promise<void>; readonly cancel: () => void } {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)))
  return { over, cancel: () => clearTimeout(timer) }
}

function isCountable(value: unknown, most: number): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= most
}
