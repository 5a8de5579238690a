import type { SourcePosition } from '../base/errors.ts'
import { type RedisAddress, readRedisAddress } from './redis-address.ts'
import { type Connection, connect } from './redis-client.ts'
import { probeSessions } from './session-probe.ts'
import type { KeyedStorage } from './storage.ts'
import { describeProblem, type StoreProblem } from './store-problem.ts'
import { within } from './within.ts'

/** Whether what an application depends on answers. */
export type Health = { readonly status: 'ok' } | { readonly status: 'unavailable'; readonly reason: string }

/**
 * A Redis that several processes share, connected when it is first needed. Every question is bounded in time. After
 * one that found no answer, all others are refused at once until Redis answers a probe again: requests do not queue up
 * behind a server that is gone.
 */
export class RedisStore {
  readonly #address: RedisAddress
  #connecting: Promise<Connection> | undefined
  #connection: Connection | undefined
  /** Why it is away. */
  #problem: StoreProblem | undefined
  /** Why a node of a cluster is away while others answer: they are asked as before. */
  #partProblem: StoreProblem | undefined
  /** Refusals that concern the throttle alone, and when to look at them again. */
  readonly #toleratedUntil = new Map<string, number>()
  /** The policy of eviction that was warned of. */
  #warnedOf: string | undefined
  readonly #placeOf: () => string
  #wasWell = false
  /** Things that depend on it, in the order in which they were first asked for. */
  readonly #uses = new Set<string>()
  #probing: Promise<void> | undefined
  #nextProbe: NodeJS.Timeout | undefined

  /** @param placeOf says where the address is written, for messages */
  constructor(address: RedisAddress, placeOf?: () => string) {
    this.#address = address
    this.#placeOf = placeOf ? () => ` (${placeOf()})` : () => ''
  }

  /** Single keys, through unstorage: those of sessions. */
  readonly storage: KeyedStorage = {
    hasItem: (key) => this.use(({ storage }) => storage.hasItem(key), 'sessions'),
    getItem: (key) => this.use(({ storage }) => storage.getItem(key), 'sessions'),
    setItem: (key, value, options) =>
      this.use(({ storage }) => storage.setItem(key, value, { ...options }), 'sessions'),
  }

  /**
   * Asks Redis.
   *
   * @param forWhat is refused while there is no answer, as messages name it
   * @throws Error that says why there is no answer, or what Redis refuses.
   */
  async use<T>(ask: (connection: Connection) => Promise<T>, forWhat?: string): Promise<T> {
    if (forWhat !== undefined) this.#uses.add(forWhat)
    if (this.#problem) throw this.#errorOf(this.#problem)
    try {
      const connection = await this.#connected()
      const answer = await within(ask(connection), this.#address.timeout)
      this.#wasWell = true
      return answer
    } catch (error) {
      const problem = this.#describe(error)
      const judged = this.#judge(problem)
      // Who asked one node does not wait for the others.
      if (!this.#address.isCluster) await judged
      throw this.#errorOf(problem)
    }
  }

  /** Asks Redis whether it does what sessions need, also while it counts as away: of a cluster, each primary. */
  async check(): Promise<Health> {
    try {
      await this.#probe()
      return this.#partProblem ? { status: 'unavailable', reason: this.#textOf(this.#partProblem) } : { status: 'ok' }
    } catch (error) {
      const problem = this.#describe(error)
      // At a start, who asks says it.
      if (this.#wasWell) this.#lose(problem)
      return { status: 'unavailable', reason: this.#textOf(problem) }
    }
  }

  /** Ends the connection; the next question opens another. */
  close(): void {
    clearTimeout(this.#nextProbe)
    const [connection, connecting] = [this.#connection, this.#connecting]
    this.#connection = this.#connecting = this.#problem = this.#partProblem = undefined
    connection?.close()
    void connecting?.then((late) => late.close()).catch(() => undefined)
  }

  async #connected(): Promise<Connection> {
    if (this.#connection) return this.#connection
    this.#connecting ??= connect(this.#address, (memory) => this.#checkEviction(memory)).then(
      (connection) => (this.#connection = connection),
    )
    // A wait that is given up must not leave a rejection behind that no caller sees.
    this.#connecting.catch(() => (this.#connecting = undefined))
    return within(this.#connecting, CONNECT_TIMEOUT)
  }

  /**
   * Whether a question that failed means that the store is away: one that sessions depend on fails too. Of a cluster one node
   * may be away, and an account may lack a permission that only the throttle needs.
   */
  async #judge(problem: StoreProblem): Promise<void> {
    const isDoubtful = problem.isAnswer || this.#address.isCluster
    if (!isDoubtful) return this.#lose(problem)
    const code = problem.code ?? problem.text
    const now = performance.now()
    if (now < (this.#toleratedUntil.get(code) ?? 0)) return
    try {
      await this.#probe()
    } catch (error) {
      return this.#lose(this.#describe(error))
    }
    if (problem.isAnswer && !this.#partProblem && !this.#toleratedUntil.has(code)) {
      const what = `The store at ${this.#address.name}${this.#placeOf()} refuses what the throttle asks: ${problem.text}.`
      warn('SVC_STORE_REFUSES', `${what} Sessions go on; each process counts failures for itself.`)
    }
    this.#toleratedUntil.set(code, now + TOLERANCE)
  }

  #lose(problem: StoreProblem): void {
    if (this.#problem) return void (this.#problem = problem)
    this.#problem = problem
    this.#partProblem = undefined
    this.#warnAway(problem, `${this.#usesText()} are refused with 503 and each process counts failures for itself`)
    if (isReplica(problem)) this.#connection?.reconnect()
    this.#probeLater(1)
  }

  #losePart(problem: StoreProblem): void {
    const isKnown = this.#partProblem !== undefined
    this.#problem = undefined
    this.#partProblem = problem
    if (isKnown) return
    this.#warnAway(
      problem,
      `${this.#usesText().replace('sessions', 'sessions whose revocations it keeps')} are refused with 503`,
    )
    this.#probeLater(1)
  }

  #warnAway(problem: StoreProblem, cost: string): void {
    const until = problem.isAnswer ? 'Until that is mended' : 'Until it answers'
    warn('SVC_STORE_AWAY', `${this.#textOf(problem)} ${until}, ${cost}.`)
  }

  #usesText(): string {
    return this.#uses.size === 0 ? 'sessions' : [...this.#uses].join(' and ')
  }

  #probeLater(probes: number): void {
    clearTimeout(this.#nextProbe)
    this.#nextProbe = setTimeout(() => {
      this.#probe().then(
        () => this.#partProblem && this.#probeLater(1),
        (error: unknown) => {
          if (!this.#problem && !this.#partProblem) return
          this.#lose(this.#describe(error))
          // A connection to a machine that went away without a word stays open for minutes, and the name of one that is a
          // replica now may lead to another by now.
          if (probes % RECONNECT_AFTER === 0) this.#connection?.reconnect()
          this.#probeLater(probes + 1)
        },
      )
    }, PROBE_INTERVAL)
    this.#nextProbe.unref()
  }

  /** Looks whether it does what sessions need, once at a time. Rejects where none of its nodes does. */
  #probe(): Promise<void> {
    return (this.#probing ??= this.#probeNow().finally(() => (this.#probing = undefined)))
  }

  async #probeNow(): Promise<void> {
    const failed = await probeSessions(await this.#connected(), this.#address)
    this.#wasWell = true
    if (failed) return this.#losePart({ ...this.#describe(failed.error), node: failed.node })
    if (!this.#problem && !this.#partProblem) return
    this.#problem = this.#partProblem = undefined
    clearTimeout(this.#nextProbe)
    warn('SVC_STORE_AWAY', `The store at ${this.#address.name} answers again.`)
  }

  #describe(error: unknown): StoreProblem {
    return describeProblem(error, this.#connection?.lastError)
  }

  #textOf({ text, isAnswer, node }: StoreProblem): string {
    const what = node === undefined ? 'The store' : `The node ${node} of the store`
    return `${what} at ${this.#address.name}${this.#placeOf()} ${isAnswer ? 'cannot be used' : 'is away'}: ${text}.`
  }

  #errorOf(problem: StoreProblem): Error {
    return new Error(this.#textOf(problem))
  }

  /** Redis deletes what it likes where it is full: revocations, and so a session that was ended is accepted again. */
  #checkEviction(memory: string): void {
    const [, policy = 'noeviction'] = /^maxmemory_policy:([\w-]+)/m.exec(memory) ?? []
    if (policy === 'noeviction' || policy === this.#warnedOf) return
    this.#warnedOf = policy
    const what = `The store at ${this.#address.name}${this.#placeOf()} drops keys where it is full (maxmemory-policy ${policy})`
    warn('SVC_STORE_EVICTS', `${what}, and with a revocation a logout. Set maxmemory-policy noeviction.`)
  }
}

/**
 * The store at an address, one in a process: a reload, and a second copy of this module, share its connection.
 *
 * @param placeOf says where the address is written, for messages
 * @throws {@link LoadError} for an address that is not one of a Redis.
 */
export function openRedisStore(address: string, source?: SourcePosition, placeOf?: () => string): RedisStore {
  const stores = ((globalThis as { [STORES]?: Map<string, RedisStore> })[STORES] ??= new Map())
  const known = stores.get(address)
  if (known) return known
  const store = new RedisStore(readRedisAddress(address, source), placeOf)
  stores.set(address, store)
  return store
}

const STORES = Symbol.for('svc.redis-stores')
/** Milliseconds, the loading of the driver included. */
const CONNECT_TIMEOUT = 2_000
const PROBE_INTERVAL = 250
/** Probes in a row without an answer. */
const RECONNECT_AFTER = 4
/** Milliseconds. */
const TOLERANCE = 1_000

function isReplica({ code }: StoreProblem): boolean {
  return code === 'READONLY' || code === 'MASTERDOWN'
}

function warn(code: string, message: string): void {
  process.emitWarning(message, { type: 'SvcWarning', code })
}
