import { connect as connectNet, isIP, type Socket } from 'node:net'
import { connect as connectTls, TLSSocket } from 'node:tls'
import type { RequestData } from '../model/request.ts'
import { type RawResponse, ResponseReader } from './response-reader.ts'

/** Follows requests that are on their way. */
export interface Watch {
  watch(request: RequestData, answer: Promise<RawResponse>): void
}

/** Where the connections of a run go. */
export interface Endpoint {
  readonly host: string
  readonly port: number
  readonly tls: boolean
  /** Follows the requests before the scenarios of a run. */
  readonly traffic?: Watch | undefined
  /** Reads what it answers with 200 and calls an error. */
  readonly failures?: { read(answer: RawResponse): RawResponse } | null | undefined
}

/** Why no scenario at all got an answer. */
export type Unreachable = 'refused' | 'untrusted' | 'silent'

/** A fault of the whole server. Certificates are always checked, since the requests carry secrets. */
export function describeUnreachable(reason: Unreachable, origin: string, code?: string): string {
  if (reason === 'refused') return `nothing answers at ${origin}`
  if (reason === 'silent')
    return `${origin} answers no request${origin.startsWith('http:') ? '; does it speak https?' : ''}`
  const why = code === undefined ? '' : ` (${code})`
  return `the certificate of ${origin} is not trusted${why}; name the PEM file of its authority in NODE_EXTRA_CA_CERTS`
}

/** The connection closed, or time ran out, before an answer was complete. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  /** `refused`: nothing listens; `untrusted`: its certificate; `closed`: without an answer; `timeout`; `garbled`: no HTTP. */
  readonly reason: 'refused' | 'untrusted' | 'closed' | 'timeout' | 'garbled'

  constructor(reason: NoAnswer['reason'], options?: ErrorOptions) {
    super(`no answer: ${reason}`, options)
    this.reason = reason
  }
}

interface Waiting {
  readonly method: string
  readonly resolve: (response: RawResponse) => void
  readonly reject: (error: NoAnswer) => void
}

/** How many times as long as it may be without any byte an answer may take in all. */
const LONGEST = 3
/** Milliseconds without any byte after which a stream of events stands as it is. */
const STREAM = 500

/** One connection that stays open, with as many requests in flight as one writes. */
export class Connection {
  readonly #socket: Socket
  readonly #reader = new ResponseReader()
  readonly #waiting: Waiting[] = []
  readonly #timeout: number
  /** Ends an answer that goes on and on; absent before the first request. */
  #limit: NodeJS.Timeout | undefined
  #patience = 0
  #closed = false
  #failure: NoAnswer['reason'] = 'closed'
  /** Resolves when the connection is established, or is known to have failed. */
  readonly opened: Promise<void>

  /** @param timeout milliseconds without any byte, after which the connection counts as dead */
  constructor(endpoint: Endpoint, timeout: number, from?: string) {
    this.#timeout = timeout
    this.#socket = open(endpoint, from, (chunk) => this.#receive(chunk))
    this.opened = new Promise((resolve) => {
      this.#socket.once(endpoint.tls ? 'secureConnect' : 'connect', () => resolve())
      this.#socket.once('close', () => resolve())
    })
    this.#socket.on('end', () => this.#finish('closed'))
    this.#socket.on('close', () => this.#finish('closed'))
    this.#socket.on('error', (error: NodeJS.ErrnoException) => this.#fail(reasonOf(error, this.#socket), error))
    this.#socket.setTimeout(timeout, () => this.#expire())
  }

  /** Whether another request can be sent on it. */
  get isUsable(): boolean {
    return !this.#closed && this.#waiting.length === 0 && !this.#reader.hasRest
  }

  /**
   * Sends the bytes of one request.
   *
   * @param patience milliseconds without any byte, where they are not those of the connection
   * @throws NoAnswer
   */
  send(bytes: string, method: string, patience: number = this.#timeout): Promise<RawResponse> {
    if (this.#closed) return Promise.reject(new NoAnswer(this.#failure))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ method, resolve, reject })
      this.#write(bytes, patience)
    })
  }

  /** Sends several requests in one write. */
  sendAll(
    requests: readonly { readonly bytes: string; readonly method: string }[],
    patience: number = this.#timeout,
  ): readonly Promise<RawResponse>[] {
    if (this.#closed) return requests.map(() => Promise.reject(new NoAnswer(this.#failure)))
    const answers = requests.map(
      ({ method }) => new Promise<RawResponse>((resolve, reject) => this.#waiting.push({ method, resolve, reject })),
    )
    this.#write(requests.map(({ bytes }) => bytes).join(''), patience)
    return answers
  }

  #write(bytes: string, patience: number): void {
    this.#socket.setTimeout(patience)
    if (patience !== this.#patience) clearTimeout(this.#limit)
    if (patience !== this.#patience || this.#limit === undefined)
      this.#limit = setTimeout(() => this.#expire(), LONGEST * patience).unref()
    else this.#limit.refresh()
    this.#patience = patience
    this.#socket.write(bytes, 'latin1')
  }

  close(): void {
    clearTimeout(this.#limit)
    this.#closed = true
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    try {
      this.#reader.push(chunk)
      this.#deliver(false)
      if (this.#waiting.length > 0 && this.#reader.isStream) this.#socket.setTimeout(Math.min(this.#patience, STREAM))
    } catch (error) {
      this.#fail('garbled', error)
    }
  }

  #deliver(ended: boolean): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const response = this.#reader.next(next.method, ended)
      if (response === undefined) return
      this.#waiting.shift()
      this.#limit?.refresh()
      if (response.closes) this.#closed = true
      next.resolve(response)
      if (this.#closed && this.#waiting.length === 0) this.#socket.destroy()
    }
    if (ended) return
    this.#socket.setTimeout(0)
    clearTimeout(this.#limit)
    this.#limit = undefined
  }

  /** Time is over. An answer that does not say how long it is stands as far as it has come: a stream of events, an export that goes on. */
  #expire(): void {
    const answer = this.#waiting.length === 0 ? undefined : this.#reader.cut()
    if (answer !== undefined) this.#waiting.shift()?.resolve(answer)
    this.#fail('timeout')
  }

  #finish(reason: NoAnswer['reason']): void {
    this.#closed = true
    try {
      this.#deliver(true)
    } catch (error) {
      this.#fail('garbled', error)
    }
    this.#fail(reason)
  }

  #fail(reason: NoAnswer['reason'], cause?: unknown): void {
    if (!this.#closed) this.#failure = reason
    clearTimeout(this.#limit)
    this.#closed = true
    this.#socket.destroy()
    for (const { reject } of this.#waiting.splice(0)) reject(new NoAnswer(reason, { cause }))
  }
}

function reasonOf({ code }: NodeJS.ErrnoException, socket: Socket): NoAnswer['reason'] {
  if (code === 'ECONNREFUSED') return 'refused'
  return socket instanceof TLSSocket && socket.authorizationError ? 'untrusted' : 'closed'
}

/** All connections read into one buffer: what it holds is copied before the next of them reads. */
const BUFFER = Buffer.allocUnsafe(65_536)

function open({ host, port, tls }: Endpoint, from: string | undefined, receive: (chunk: Buffer) => void): Socket {
  const options = { host, port, noDelay: true, ...(from === undefined ? {} : { localAddress: from }) }
  if (tls) {
    const socket = connectTls({ ...options, ...(isIP(host) ? {} : { servername: host }) })
    return socket.on('data', receive)
  }
  const onread = {
    buffer: BUFFER,
    callback: (length: number) => {
      receive(BUFFER.subarray(0, length))
      return true
    },
  }
  return connectNet({ ...options, onread })
}
