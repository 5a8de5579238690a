import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isStreaming } from '../http/event-stream.ts'
import { endGently, plainAnswer } from '../http/plain-answer.ts'
import type { LimitOptions } from '../declaring/settings.ts'
import { mayHaveBody } from '../http/body.ts'
import {
  type AnswerRequest,
  behindBodyMarker,
  type Connection,
  dropClosed,
  underWay,
  type Waiting,
} from './connection.ts'

/** The deadlines among the limits. */
export type Deadlines = Pick<Required<LimitOptions>, 'headersTimeout' | 'requestTimeout'>

/**
 * The state of the connections of a server. Node looks after deadlines too, but every 30 seconds, unless the server
 * was created otherwise; those that others create for us are not.
 */
export class Connections {
  /** How many connections there were so far. */
  accepted = 0
  readonly #open = new Map<Socket, Connection>()
  /** Connections that speak another protocol by now, and how to say goodbye on them. */
  readonly #released = new Map<Socket, () => void>()
  /** The sockets below TLS. */
  readonly #handshaking = new Set<Socket>()
  readonly #markBehindBody = behindBodyMarker(this.#open)
  readonly #deadlines: Deadlines
  #isDraining = false
  #isHeld = false
  #isCut = false
  #onClosed: (() => void) | undefined
  /** When the server has to be over. */
  #end: { readonly time: number; readonly cut: () => void } | undefined

  constructor(server: Server, deadlines: Deadlines) {
    this.#deadlines = deadlines
    const period = Math.min(1_000, Math.max(10, Math.min(deadlines.headersTimeout, deadlines.requestTimeout) / 10))
    const timer = setInterval(() => this.#sweep(performance.now()), period).unref()
    server.once('close', () => clearInterval(timer))
  }

  /** A connection was accepted on which TLS is still to be agreed: a silent one must not keep a server from its end. */
  addHandshake(socket: Socket): void {
    if (this.#isCut) return void socket.destroy()
    this.#handshaking.add(socket)
    socket.once('close', () => this.#forget(socket))
  }

  /** A connection was accepted. */
  add(socket: Socket): void {
    if (this.#isCut) return void socket.destroy()
    // A request that offered another protocol went through the parser again.
    if (this.#open.has(socket)) return
    const connection: Connection = {
      responses: [],
      waiting: [],
      request: undefined,
      incomplete: 0,
      mark: socket.bytesRead,
      owing: performance.now(),
    }
    this.#open.set(socket, connection)
    this.accepted++
    if (this.#isHeld) socket.pause()
    socket.once('close', () => this.#forget(socket))
    const destroySoon = socket.destroySoon.bind(socket)
    // Node calls it after an answer that ends the connection, whether or not the client is still sending.
    socket.destroySoon = () => {
      const { request } = connection
      return request && !request.complete ? endGently(socket) : destroySoon()
    }
  }

  /**
   * The header lines of a request are complete. Runs for every request: it makes nothing where there is one at a time,
   * without a body.
   *
   * @param answer called when there is room among the requests of the connection
   */
  begin(request: IncomingMessage, response: ServerResponse, answer: AnswerRequest): void {
    if (this.#isOver()) return
    const { socket } = request
    const connection = this.#open.get(socket)
    if (!connection) return answer(request, response)
    dropClosed(connection)
    connection.responses.push(response)
    connection.request = request
    connection.incomplete = 0
    connection.owing = 0
    connection.mark = socket.bytesRead
    if (this.#isDraining) response.shouldKeepAlive = false
    if (mayHaveBody(request)) response.on('close', this.#markBehindBody)
    if (connection.responses.length <= MOST_RUNNING) return answer(request, response)
    // One packet may hold thousands; what comes behind it stays in the kernel.
    connection.waiting.push({ request, response, answer })
    if (connection.waiting.length > 1) return
    pauseBehind(socket, connection)
    this.#goOnAfter(connection.responses[0] as ServerResponse, socket, connection)
  }

  /** Responses close in the order of their requests: when the first has, there is room. */
  #goOnAfter(first: ServerResponse, socket: Socket, connection: Connection): void {
    const goOn = (): void => {
      dropClosed(connection)
      const { waiting, responses } = connection
      if (waiting.length === 0 || socket.destroyed) return
      while (waiting.length > 0 && responses.length - waiting.length < MOST_RUNNING) {
        if (this.#isOver()) return
        const { request, response, answer } = waiting.shift() as Waiting
        answer(request, response)
      }
      if (waiting.length > 0) this.#goOnAfter(responses[0] as ServerResponse, socket, connection)
      else if (!this.#isHeld) socket.resume()
    }
    first.once('close', goOn)
  }

  /** The responses that are under way on a connection. */
  responsesOn(socket: Socket): readonly ServerResponse[] {
    const connection = this.#open.get(socket)
    return connection ? [...underWay(connection)] : []
  }

  /** From now on a connection speaks another protocol. */
  release(socket: Socket, close: () => void): void {
    this.#open.delete(socket)
    this.#released.set(socket, close)
    if (this.#isDraining) close()
  }

  /**
   * Begins no handler from a time on. A timer alone would be late: one turn of the loop reads from every connection, and
   * runs all of their handlers.
   *
   * @param time as `performance.now()` gives it
   * @param cut called for the first request that comes too late
   */
  endAt(time: number, cut: () => void): void {
    this.#end = { time, cut }
  }

  #isOver(): boolean {
    if (this.#end && !this.#isCut && performance.now() >= this.#end.time) this.#end.cut()
    return this.#isCut
  }

  /** Reads from no connection, until {@link resume}: what clients send stays in the kernel. */
  hold(): void {
    this.#isHeld = true
    for (const socket of this.#open.keys()) socket.pause()
  }

  /** Reads from every connection again. */
  resume(): void {
    this.#isHeld = false
    for (const socket of this.#open.keys()) socket.resume()
  }

  /** From now on each answer ends its connection. Connections of other protocols are closed. */
  drain(): void {
    this.#isDraining = true
    for (const response of this.#responses()) if (!response.headersSent) response.shouldKeepAlive = false
    for (const close of this.#released.values()) close()
  }

  /** Closes the connections on which nothing is under way. */
  closeIdle(): void {
    for (const [socket, connection] of this.#open) {
      if (underWay(connection).length === 0 && socket.bytesRead === connection.mark) socket.destroy()
    }
  }

  /** Ends what would go on for ever. */
  endStreams(): void {
    for (const response of this.#responses()) if (isStreaming(response)) response.end()
    for (const socket of this.#released.keys()) socket.destroy()
  }

  /** Resolves when no connection is open. */
  whenClosed(): Promise<void> {
    const closed = new Promise<void>((resolve) => (this.#onClosed = resolve))
    this.#forget()
    return closed
  }

  #forget(socket?: Socket): void {
    const all = [this.#handshaking, this.#open, this.#released]
    if (socket) for (const kept of all) kept.delete(socket)
    if (all.every(({ size }) => size === 0)) this.#onClosed?.()
  }

  /** Cuts every connection, and each that is accepted from now on. Returns how many responses were under way. */
  cut(): number {
    if (this.#isCut) return 0
    this.#isCut = true
    const lost = this.#responses().length
    for (const socket of [...this.#handshaking, ...this.#open.keys(), ...this.#released.keys()]) socket.destroy()
    return lost
  }

  #responses(): readonly ServerResponse[] {
    return [...this.#open.values()].flatMap(underWay)
  }

  #sweep(now: number): void {
    for (const [socket, connection] of this.#open) {
      const { request } = connection
      // Seen once a sweep and not once a request: a deadline is as exact as the sweeps are frequent.
      if (request && !request.complete && connection.incomplete === 0) connection.incomplete = now
      const responses = underWay(connection)
      if (responses.length > 0) this.#checkRequest(socket, connection, responses, now)
      else this.#checkHeaders(socket, connection, now)
    }
  }

  #checkRequest(
    socket: Socket,
    { request, incomplete }: Connection,
    responses: readonly ServerResponse[],
    now: number,
  ): void {
    if (!request || request.complete || now - incomplete < this.#deadlines.requestTimeout) return
    const isAnswered = responses.some((response) => response.headersSent)
    if (isAnswered) socket.destroy()
    else endGently(socket, plainAnswer(408))
  }

  #checkHeaders(socket: Socket, connection: Connection, now: number): void {
    const { request, incomplete, mark, owing } = connection
    const hasBegun = socket.bytesRead > mark
    // The answer is through, and the body that was not read is still to come.
    if (request && !request.complete && now - incomplete >= this.#deadlines.requestTimeout) return void socket.destroy()
    // After the first request a client may be silent for as long as keep-alive lasts.
    if (request && (!hasBegun || !request.complete)) return
    if (owing === 0) connection.owing = now
    else if (now - owing >= this.#deadlines.headersTimeout) {
      if (hasBegun) endGently(socket, plainAnswer(408))
      else socket.destroy()
    }
  }
}

/** Requests of one connection that are with handlers; more wait. A client that sends thousands at once delays only itself. */
const MOST_RUNNING = 64

/** Pauses behind what Node has under way: its parser resumes the socket with each message that it completes. */
function pauseBehind(socket: Socket, { waiting }: Connection): void {
  const pause = (): void => {
    if (waiting.length > 0) socket.pause()
  }
  process.nextTick(() => process.nextTick(pause))
}
