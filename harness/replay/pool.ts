import { setImmediate as nextTurn } from 'node:timers/promises'
import { Connection, type Endpoint, NoAnswer } from './connection.ts'
import type { RawResponse } from './response-reader.ts'

/** Connections that are kept open and lent out one request at a time. */
export class Pool {
  readonly #endpoint: Endpoint
  readonly #timeout: number
  readonly #idle: Connection[] = []
  readonly #open = new Set<Connection>()

  constructor(endpoint: Endpoint, timeout: number) {
    this.#endpoint = endpoint
    this.#timeout = timeout
  }

  /** Sends on a connection that is open already; one that died meanwhile is replaced once. */
  send(bytes: string, method: string, patience?: number): Promise<RawResponse> {
    const kept = this.take()
    if (kept === undefined) return this.#sendOn(this.create(), bytes, method, patience)
    return this.#sendOnKept(kept, bytes, method, patience)
  }

  /**
   * Sends requests on a connection each, all of which are established and accepted before the first byte is written: the
   * server has every request before it answers one.
   *
   * @param reuse whether connections that were kept will do
   */
  async sendAtOnce(
    requests: readonly { readonly bytes: string; readonly method: string; readonly from?: string | undefined }[],
    reuse: boolean,
    patience?: number,
  ): Promise<readonly Promise<RawResponse>[]> {
    const own = requests.map(({ from }) => {
      const kept = reuse && from === undefined ? this.take() : undefined
      return { connection: kept ?? this.create(from), isKept: kept !== undefined }
    })
    await Promise.all(own.map(({ connection }) => connection.opened))
    // A server in this process accepts a connection in a turn of the event loop.
    for (let turn = 0; turn <= own.length; turn++) await nextTurn()
    return own.map(({ connection, isKept }, i) => {
      const { bytes, method } = requests[i] as (typeof requests)[number]
      return isKept
        ? this.#sendOnKept(connection, bytes, method, patience)
        : this.#sendOn(connection, bytes, method, patience)
    })
  }

  /** A connection that is open and idle, if there is one: to be given back. */
  take(): Connection | undefined {
    for (let connection = this.#idle.pop(); connection !== undefined; connection = this.#idle.pop()) {
      if (connection.isUsable) return connection
      this.release(connection)
    }
    return undefined
  }

  /** Keeps a connection for others, unless nothing can be sent on it any more. */
  giveBack(connection: Connection): void {
    if (connection.isUsable) this.#idle.push(connection)
    else this.release(connection)
  }

  /** A connection of one's own, to be released by its owner. */
  create(from?: string): Connection {
    const connection = new Connection(this.#endpoint, this.#timeout, from)
    this.#open.add(connection)
    return connection
  }

  /** Closes a connection that was created. */
  release(connection: Connection): void {
    connection.close()
    this.#open.delete(connection)
  }

  close(): void {
    for (const connection of this.#open) connection.close()
    this.#open.clear()
    this.#idle.length = 0
  }

  #sendOnKept(kept: Connection, bytes: string, method: string, patience: number | undefined): Promise<RawResponse> {
    return onceMore(
      () => this.#sendOn(kept, bytes, method, patience),
      () => this.#sendOn(this.create(), bytes, method, patience),
    )
  }

  #sendOn(connection: Connection, bytes: string, method: string, patience: number | undefined): Promise<RawResponse> {
    return connection.send(bytes, method, patience).then(
      (response) => {
        this.giveBack(connection)
        return response
      },
      (error: unknown) => {
        this.release(connection)
        throw error
      },
    )
  }
}

/**
 * Sends on a connection that was used before, and again where it closed without an answer: a server may close a connection
 * after any answer (RFC 9112 section 9.3.1), and one that is busy does so late; that is not an answer to judge. Where nothing listens
 * any more, the request was the last that it had, and its connection was closed.
 */
export function onceMore(send: () => Promise<RawResponse>, again: () => Promise<RawResponse>): Promise<RawResponse> {
  return send().catch((error: unknown) => {
    if (!(error instanceof NoAnswer) || error.reason !== 'closed') throw error
    return again().catch((second: unknown) => {
      throw second instanceof NoAnswer && second.reason === 'refused' ? error : second
    })
  })
}
