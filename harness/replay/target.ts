import type { RequestData } from '../model/request.ts'
import type { Ledger } from '../observe/ledger.ts'
import { NoAnswer, type Endpoint, type Watch } from './connection.ts'
import { onceMore, Pool } from './pool.ts'
import { writeRequest } from './request-writer.ts'
import type { RawResponse } from './response-reader.ts'

/** One request on its way: its bytes, the id by which the ledger knows it, and the answer. */
export interface Sending {
  readonly bytes: string
  readonly probe: string | undefined
  readonly answer: Promise<RawResponse>
}

/** How a request leaves. `shared`: a kept connection will do; `own`: a new one that is closed afterwards. */
export type Channel = 'shared' | 'own'

/** Something that answers requests. */
export interface Target {
  /** @param patience milliseconds to wait for a byte, where they are not the target's own */
  send(request: RequestData, channel: Channel, patience?: number): Sending
  /** Sends one after the other on one connection, or all in one write. */
  sendTogether(
    requests: readonly RequestData[],
    pipelined: boolean,
    prepare: (request: RequestData) => RequestData,
    patience?: number,
  ): AsyncIterable<Sending>
  /** Sends all of them before any is answered, each on a connection of its own. */
  sendAtOnce(requests: readonly RequestData[], patience?: number): Promise<readonly Sending[]>
  close(): Promise<void>
}

/** An application behind a socket. */
export class SocketTarget implements Target {
  readonly #pool: Pool
  readonly #host: string
  readonly #ledger: Ledger | undefined
  readonly #traffic: Watch | undefined
  readonly #failures: Endpoint['failures']
  /** Our own server does not close a connection that was used a moment ago; others may. */
  readonly #reuses: boolean

  constructor(endpoint: Endpoint, timeout: number, ledger: Ledger | undefined) {
    this.#pool = new Pool(endpoint, timeout)
    this.#host = hostOf(endpoint)
    this.#traffic = endpoint.traffic
    this.#failures = endpoint.failures
    this.#ledger = ledger
    this.#reuses = ledger !== undefined
  }

  send(request: RequestData, channel: Channel, patience?: number): Sending {
    const { bytes, probe } = this.#write(request)
    const answer = this.#read(
      channel === 'shared' && request.from === undefined
        ? this.#pool.send(bytes, request.method, patience)
        : this.#sendAlone(bytes, request, patience),
    )
    this.#traffic?.watch(request, answer)
    return { bytes, probe, answer }
  }

  async *sendTogether(
    ...[requests, pipelined, prepare, patience]: Parameters<Target['sendTogether']>
  ): AsyncIterable<Sending> {
    let from = requests[0]?.from
    const kept = this.#reuses && !pipelined && from === undefined ? this.#pool.take() : undefined
    let connection = kept ?? this.#pool.create(from)
    let isUsed = kept !== undefined
    try {
      if (pipelined) {
        const written = requests.map((request) => this.#write(prepare(request)))
        const sent = connection.sendAll(
          written.map(({ bytes }, i) => ({ bytes, method: requests[i]?.method ?? 'GET' })),
          patience,
        )
        const answers = sent.map((answer) => this.#read(answer))
        for (const answer of answers) answer.catch(() => undefined)
        for (const [i, one] of written.entries()) yield { ...one, answer: answers[i] as Promise<RawResponse> }
        return
      }
      for (const template of requests) {
        const request = prepare(template)
        const written = this.#write(request)
        if (!connection.isUsable || request.from !== from) {
          this.#pool.release(connection)
          connection = this.#pool.create((from = request.from))
          isUsed = false
        }
        const send = (): Promise<RawResponse> => connection.send(written.bytes, request.method, patience)
        const again = (): Promise<RawResponse> => {
          this.#pool.release(connection)
          connection = this.#pool.create(request.from)
          return send()
        }
        yield { ...written, answer: this.#read(isUsed ? onceMore(send, again) : send()) }
        isUsed = true
      }
    } finally {
      if (this.#reuses && from === undefined) this.#pool.giveBack(connection)
      else this.#pool.release(connection)
    }
  }

  async sendAtOnce(requests: readonly RequestData[], patience?: number): Promise<readonly Sending[]> {
    const written = requests.map((request) => ({ ...this.#write(request), method: request.method, from: request.from }))
    const answers = await this.#pool.sendAtOnce(written, this.#reuses, patience)
    return written.map(({ bytes, probe }, i) => ({
      bytes,
      probe,
      answer: this.#read(answers[i] as Promise<RawResponse>),
    }))
  }

  async close(): Promise<void> {
    this.#pool.close()
  }

  #read(answer: Promise<RawResponse>): Promise<RawResponse> {
    const failures = this.#failures
    return failures ? answer.then((one) => failures.read(one)) : answer
  }

  #write(request: RequestData): { readonly bytes: string; readonly probe: string | undefined } {
    const probe = this.#ledger?.issue()
    const host = this.#host
    if (probe === undefined || this.#ledger === undefined) return { bytes: writeRequest(request, { host }), probe }
    return { bytes: writeRequest(request, { host, probe: [this.#ledger.field, probe] }), probe }
  }

  async #sendAlone(bytes: string, request: RequestData, patience: number | undefined): Promise<RawResponse> {
    const connection = this.#pool.create(request.from)
    try {
      return await connection.send(bytes, request.method, patience)
    } finally {
      this.#pool.release(connection)
    }
  }
}

/** The value of `Host` in requests to it. */
export function hostOf({ host, port, tls }: Endpoint): string {
  const name = host.includes(':') ? `[${host}]` : host
  return port === (tls ? 443 : 80) ? name : `${name}:${port}`
}

/** An application that answers `Request` objects in this process. */
export interface Fetchable {
  fetch(request: Request, context?: { readonly clientAddress?: string }): Promise<Response>
}

/** An application called without a socket. */
export class FetchTarget implements Target {
  readonly #application: Fetchable
  readonly #ledger: Ledger
  readonly #timeout: number

  constructor(application: Fetchable, ledger: Ledger, timeout: number) {
    this.#application = application
    this.#ledger = ledger
    this.#timeout = timeout
  }

  send(request: RequestData, _channel?: Channel, patience: number = this.#timeout): Sending {
    const probe = this.#ledger.issue()
    const bytes = writeRequest(request, { host: '127.0.0.1', probe: [this.#ledger.field, probe] })
    return { bytes, probe, answer: this.#fetch(request, probe, patience) }
  }

  async *sendTogether(
    ...[requests, pipelined, prepare, patience]: Parameters<Target['sendTogether']>
  ): AsyncIterable<Sending> {
    const send = (request: RequestData): Sending => this.send(prepare(request), 'shared', patience)
    const together = pipelined ? requests.map(send) : undefined
    for (const [i, request] of requests.entries()) yield together?.[i] ?? send(request)
  }

  async sendAtOnce(requests: readonly RequestData[], patience?: number): Promise<readonly Sending[]> {
    return requests.map((request) => this.send(request, 'shared', patience))
  }

  async close(): Promise<void> {}

  async #fetch(data: RequestData, probe: string, patience: number): Promise<RawResponse> {
    const headers = new Headers([
      ...data.headers.map(([name, value]): [string, string] => [name, value]),
      [this.#ledger.field, probe],
    ])
    const body = data.body === undefined ? {} : { body: Buffer.from(data.body, 'latin1') }
    const request = new Request(`http://127.0.0.1${data.target}`, { method: data.method, headers, ...body })
    // The caller must learn the id before anything of the application runs.
    await Promise.resolve()
    const answered = this.#application.fetch(request, { clientAddress: data.from ?? '127.0.0.1' })
    return readResponse(await inTime(answered, patience))
  }
}

function inTime<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer('timeout')), milliseconds)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

async function readResponse(response: Response): Promise<RawResponse> {
  const headers = [...response.headers]
  const head = [
    `HTTP/1.1 ${response.status} ${response.statusText}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ].join('\r\n')
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1')
  return { status: response.status, head, headers, body, closes: false }
}
