import type { SourcePosition } from '../base/errors.ts'
import { type RedisAddress, readRedisAddress } from './redis-address.ts'
import { type Connection, connect } from './redis-connection.ts'
import type { KeyedStorage } from './storage.ts'
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
  #reason: string | undefined
  #probing: NodeJS.Timeout | undefined

  constructor(address: RedisAddress) {
    this.#address = address
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
   * @throws what Redis answers; Error where it is away or does not answer in time.
   */
  async use<T>(ask: (connection: Connection) => Promise<T>): Promise<T> {
    if (this.#reason !== undefined) throw new Error(this.#reason)
    try {
      const connection = this.#connection ?? (await within(this.#connect(), CONNECT_TIMEOUT))
      return await within(ask(connection), this.#address.timeout)
    } catch (error) {
      // Of a cluster one node may be away, and the others not.
      if (!isAnswer(error))
        await (this.#address.isCluster ? this.#probe() : Promise.reject(error)).catch(() => this.#lose(error))
      throw error
    }
  }

  /** Asks Redis whether it is there, also while it counts as away. */
  async check(): Promise<Health> {
    try {
      if (this.#reason === undefined) await this.use((connection) => connection.ping())
      else await this.#probe()
      return { status: 'ok' }
    } catch (error) {
      return { status: 'unavailable', reason: this.#describe(error) }
    }
  }

  /** Ends the connection; the next question opens another. */
  close(): void {
    clearTimeout(this.#probing)
    const [connection, connecting] = [this.#connection, this.#connecting]
    this.#connection = this.#connecting = this.#reason = undefined
    connection?.close()
    void connecting?.then((late) => late.close()).catch(() => undefined)
  }

  #connect(): Promise<Connection> {
    this.#connecting ??= connect(this.#address).then((connection) => (this.#connection = connection))
    // A wait that is given up must not leave a rejection behind that no caller sees.
    this.#connecting.catch(() => (this.#connecting = undefined))
    return this.#connecting
  }

  #lose(error: unknown): void {
    if (this.#reason !== undefined) return
    this.#reason = this.#describe(error)
    warn(`${this.#reason} Until it answers, sessions are refused with 503 and each process counts failures for itself.`)
    this.#probeLater(0)
  }

  #probeLater(failures: number): void {
    this.#probing = setTimeout(() => {
      this.#probe().catch(() => {
        if (this.#reason === undefined) return
        // A connection to a machine that went away without a word stays open for minutes.
        if (failures % RECONNECT_AFTER === RECONNECT_AFTER - 1) this.#connection?.reconnect()
        this.#probeLater(failures + 1)
      })
    }, PROBE_INTERVAL)
    this.#probing.unref()
  }

  async #probe(): Promise<void> {
    const connection = this.#connection ?? (await within(this.#connect(), CONNECT_TIMEOUT))
    await within(connection.ping(), this.#address.timeout)
    if (this.#reason === undefined) return
    this.#reason = undefined
    clearTimeout(this.#probing)
    warn(`The store at ${this.#address.name} answers again.`)
  }

  #describe(error: unknown): string {
    const message = error instanceof Error ? error.message : String(error)
    return message.startsWith('The store at ') ? message : `The store at ${this.#address.name} is away: ${message}.`
  }
}

/**
 * The store at an address, one in a process: a reload, and a second copy of this module, share its connection.
 *
 * @throws {@link LoadError} for an address that is not one of a Redis.
 */
export function openRedisStore(address: string, source?: SourcePosition): RedisStore {
  const stores = ((globalThis as { [STORES]?: Map<string, RedisStore> })[STORES] ??= new Map())
  const known = stores.get(address)
  if (known) return known
  const store = new RedisStore(readRedisAddress(address, source))
  stores.set(address, store)
  return store
}

const STORES = Symbol.for('svc.redis-stores')
/** Milliseconds, the loading of the driver included. */
const CONNECT_TIMEOUT = 2_000
const PROBE_INTERVAL = 250
/** Probes in a row without an answer. */
const RECONNECT_AFTER = 20

/** Whether Redis itself said no: it is there, and says so of this question only. */
function isAnswer(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError'
}

function warn(message: string): void {
  process.emitWarning(message, { type: 'SvcWarning', code: 'SVC_STORE_AWAY' })
}
