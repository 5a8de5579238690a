import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PrimaryMessage } from './messages.ts'

/** A worker, as far as connections are handed to it. */
export interface Taker {
  /** `keepOpen`: the connection stays open here too. */
  send(message: PrimaryMessage, socket: Socket, options: { readonly keepOpen: true }, sent: () => void): unknown
}

/**
 * The listening socket of a primary: each connection goes to the worker that has the fewest on their way. It stays open
 * here until the worker says that it has it, so that a worker which dies before that loses none; while there is no worker,
 * connections wait.
 *
 * The primary accepts and hands over, since the other public ways lose connections or do not serve: with `exclusive` a
 * second worker has no port (EADDRINUSE); with `reusePort` (Node 23.1) the kernel resets what waits for a worker that
 * closes; a `net.Server` sent to workers goes on accepting in the primary, which has no way to stop without closing it.
 */
export class Handover {
  readonly #server: Server
  /** The connections on their way to each, by number. */
  readonly #takers = new Map<Taker, Map<number, Socket>>()
  /** Those that shall get no more. */
  readonly #leaving = new Map<Taker, Map<number, Socket>>()
  #waiting: Socket[] = []
  #accepted = 0
  #lastId = 0
  #listening: Promise<AddressInfo> | undefined

  constructor() {
    // As the server of a worker accepts them.
    this.#server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, (socket) => {
      this.#accepted++
      this.#hand(socket)
    })
  }

  /** Whether connections wait for a worker. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0
  }

  /** Listens, once for all workers. Rejects with the error of the system. */
  listen(port: number, host: string): Promise<AddressInfo> {
    return (this.#listening ??= new Promise((resolve, reject) => {
      this.#server.once('error', (error) => {
        this.#listening = undefined
        reject(error)
      })
      this.#server.listen(port, host, () => resolve(this.#server.address() as AddressInfo))
    }))
  }

  /** From now on a worker gets connections, first those that wait. */
  add(taker: Taker): void {
    this.#takers.set(taker, new Map())
    const waiting = this.#waiting
    this.#waiting = []
    for (const socket of waiting) this.#hand(socket)
  }

  /** From now on a worker gets none. */
  remove(taker: Taker): void {
    const underWay = this.#takers.get(taker)
    if (!underWay) return
    this.#takers.delete(taker)
    this.#leaving.set(taker, underWay)
  }

  /** A worker has a connection. */
  taken(taker: Taker, id: number): void {
    const underWay = this.#takers.get(taker) ?? this.#leaving.get(taker)
    // Closes this end of it only, without a word to the client.
    underWay?.get(id)?.destroy()
    underWay?.delete(id)
  }

  /** A worker is gone: what it had not taken goes to others. */
  lose(taker: Taker): void {
    this.remove(taker)
    const underWay = this.#leaving.get(taker)
    this.#leaving.delete(taker)
    for (const socket of underWay?.values() ?? []) this.#hand(socket)
  }

  /** Stops listening. What the kernel has accepted by then is accepted before. */
  async stop(): Promise<void> {
    if (!this.#listening) return
    const ends = performance.now() + MOST_ACCEPTING
    for (let quiet = 0; quiet < QUIET_TURNS && performance.now() < ends;) {
      const accepted = this.#accepted
      await nextTurn()
      quiet = this.#accepted === accepted ? quiet + 1 : 0
    }
    this.#server.close()
  }

  #hand(socket: Socket): void {
    let [taker, underWay]: [Taker?, Map<number, Socket>?] = []
    for (const [each, its] of this.#takers) if (!underWay || its.size < underWay.size) [taker, underWay] = [each, its]
    if (!taker || !underWay) return void this.#waiting.push(socket)
    // To the end of the line: of equals, another is the next.
    this.#takers.delete(taker)
    this.#takers.set(taker, underWay)
    const id = ++this.#lastId
    underWay.set(id, socket)
    // A worker that cannot be sent to is about to be lost.
    taker.send({ svc: 'connection', id }, socket, { keepOpen: true }, () => undefined)
  }
}

/** Milliseconds. New connections may come for ever. */
const MOST_ACCEPTING = 1_000
const QUIET_TURNS = 5
