import type { SourcePosition } from '../base/errors.ts'
import { type RedisAddress, readRedisAddress } from './redis-address.ts'
import { type Connection, connect } from './redis-connection.ts'
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
  /** Refusals that concern the throttle alone, and when to look at them again. */
  readonly #toleratedUntil = new Map<string, number>()
  /** The policy of eviction that was warned of. */
  #warnedOf: string | undefined
  readonly #place: string
  #wasWell = false
  #probing: NodeJS.Timeout | undefined

  constructor(address: RedisAddress, place = '') {
    this.#address = address
    this.#place = place === '' ? '' : ` (${place})`
  }

  /** Single keys, through unstorage. */
  readonly storage: KeyedStorage = {
    hasItem: (key) => this.use(({ storage }) => storage.hasItem(key)),
    getItem: (key) => this.use(({ storage }) => storage.getItem(key)),
    setItem: (key, value, options) => this.use(({ storage }) => storage.setItem(key, value, { ...options })),
  }

  /**
   * Asks Redis.
   *
   * @throws Error that says why there is no answer, or what Redis refuses.
   */
  async use<T>(ask: (connection: Connection) => Promise<T>): Promise<T> {
    if (this.#problem) throw this.#errorOf(this.#problem)
    try {
      const connection = await this.#connected()
      const answer = await within(ask(connection), this.#address.timeout)
      this.#wasWell = true
      return answer
    } catch (error) {
      const problem = this.#describe(error)
      await this.#judge(problem)
      throw this.#errorOf(problem)
    }
  }

  /** Asks Redis whether it does what sessions need, also while it counts as away. */
  async check(): Promise<Health> {
    try {
      await this.#probe()
      return { status: 'ok' }
    } catch (error) {
      const problem = this.#describe(error)
      // At a start, who asks says it.
      if (this.#wasWell) this.#lose(problem)
      return { status: 'unavailable', reason: this.#textOf(problem) }
    }
  }

  /** Ends the connection; the next question opens another. */
  close(): void {
    clearTimeout(this.#probing)
    const [connection, connecting] = [this.#connection, this.#connecting]
    this.#connection = this.#connecting = this.#problem = undefined
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
    if (problem.isAnswer && !this.#toleratedUntil.has(code)) {
      const what = `The store at ${this.#address.name}${this.#place} refuses what the throttle asks: ${problem.text}.`
      warn('SVC_STORE_REFUSES', `${what} Sessions go on; each process counts failures for itself.`)
    }
    this.#toleratedUntil.set(code, now + TOLERANCE)
  }

  #lose(problem: StoreProblem): void {
    if (this.#problem) return void (this.#problem = problem)
    this.#problem = problem
    const until = problem.isAnswer ? 'Until that is mended' : 'Until it answers'
    const cost = 'sessions are refused with 503 and each process counts failures for itself.'
    warn('SVC_STORE_AWAY', `${this.#textOf(problem)} ${until}, ${cost}`)
    if (isReplica(problem)) this.#connection?.reconnect()
    this.#probeLater(1)
  }

  #probeLater(probes: number): void {
    this.#probing = setTimeout(() => {
      this.#probe().catch((error: unknown) => {
        if (!this.#problem) return
        this.#problem = this.#describe(error)
        // A connection to a machine that went away without a word stays open for minutes, and the name of one that is a replica
        // now may lead to another by now.
        if (probes % RECONNECT_AFTER === 0) this.#connection?.reconnect()
        this.#probeLater(probes + 1)
      })
    }, PROBE_INTERVAL)
    this.#probing.unref()
  }

  /** Does what sessions need: of a cluster, on one of its nodes at least. */
  async #probe(): Promise<void> {
    const { storage } = await this.#connected()
    const answers = (this.#address.isCluster ? CLUSTER_PROBES : CLUSTER_PROBES.slice(0, 1)).map(async (key) => {
      await Promise.all([storage.setItem(key, Date.now(), { ttl: PROBE_LIFETIME }), storage.hasItem(key)])
      await storage.getItem(key)
    })
    await within(Promise.any(answers), this.#address.timeout)
    this.#wasWell = true
    if (!this.#problem) return
    this.#problem = undefined
    clearTimeout(this.#probing)
    warn('SVC_STORE_AWAY', `The store at ${this.#address.name} answers again.`)
  }

  #describe(error: unknown): StoreProblem {
    const [first] = error instanceof AggregateError ? error.errors : [error]
    return describeProblem(first, this.#connection?.lastError)
  }

  #textOf({ text, isAnswer }: StoreProblem): string {
    return `The store at ${this.#address.name}${this.#place} ${isAnswer ? 'cannot be used' : 'is away'}: ${text}.`
  }

  #errorOf(problem: StoreProblem): Error {
    return new Error(this.#textOf(problem))
  }

  /** Redis deletes what it likes where it is full: revocations, and so a session that was ended is accepted again. */
  #checkEviction(memory: string): void {
    const [, policy = 'noeviction'] = /^maxmemory_policy:([\w-]+)/m.exec(memory) ?? []
    if (policy === 'noeviction' || policy === this.#warnedOf) return
    this.#warnedOf = policy
    const what = `The store at ${this.#address.name}${this.#place} drops keys where it is full (maxmemory-policy ${policy})`
    warn('SVC_STORE_EVICTS', `${what}, and with a revocation a logout. Set maxmemory-policy noeviction.`)
  }
}

/**
 * The store at an address, one in a process: a reload, and a second copy of this module, share its connection.
 *
 * @param place where the address is written, for messages, in brackets
 * @throws {@link LoadError} for an address that is not one of a Redis.
 */
export function openRedisStore(address: string, source?: SourcePosition, place = ''): RedisStore {
  const stores = ((globalThis as { [STORES]?: Map<string, RedisStore> })[STORES] ??= new Map())
  const known = stores.get(address)
  if (known) return known
  const store = new RedisStore(readRedisAddress(address, source), place)
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
/** On several nodes of a cluster. */
const CLUSTER_PROBES = ['0', 'A', 'g', 'z'].map((group) => `svc:{${group}}:probe`)
/** Seconds. */
const PROBE_LIFETIME = 60

function isReplica({ code }: StoreProblem): boolean {
  return code === 'READONLY' || code === 'MASTERDOWN'
}

function warn(code: string, message: string): void {
  process.emitWarning(message, { type: 'SvcWarning', code })
}
