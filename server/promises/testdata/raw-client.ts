import { connect, type Socket } from 'node:net'
import { PATIENCE } from '../../../fixtures/test-time.ts'

/** An answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number
  /** The reason phrase. */
  readonly reason: string
  /** Names in small letters, lines in order. */
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

/** One connection on which a test writes whatever it likes. Everything is bounded. */
export class RawClient {
  readonly socket: Socket
  readonly closed: Promise<void>
  #text = ''
  #taken = 0
  #isClosed = false
  readonly #waiting = new Set<() => void>()

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.socket = connect(Number(port), hostname)
    this.socket.on('data', (chunk) => {
      this.#text += chunk.toString('latin1')
      this.#wake()
    })
    this.socket.on('error', () => undefined)
    this.closed = new Promise((resolve) => {
      this.socket.once('close', () => {
        this.#isClosed = true
        this.#wake()
        resolve()
      })
    })
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Everything that came so far. */
  get text(): string {
    return this.#text
  }

  write(bytes: string): this {
    this.socket.write(bytes, 'latin1')
    return this
  }

  /** The next complete answer; rejects when the connection ends, or after `timeout` milliseconds. */
  async next(method = 'GET', timeout = PATIENCE): Promise<RawAnswer> {
    const ends = performance.now() + timeout
    for (;;) {
      const read = readAnswer(this.#text.slice(this.#taken), method, this.#isClosed)
      if (read) {
        this.#taken += read.length
        if (read.answer.status !== 100) return read.answer
        continue
      }
      if (this.#isClosed)
        throw new Error(`the connection ended without an answer: ${JSON.stringify(this.#text.slice(this.#taken))}`)
      await this.#more(ends)
    }
  }

  close(): void {
    this.socket.destroy()
  }

  async #more(ends: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no answer in time')), ends - performance.now())
      const wake = (): void => {
        clearTimeout(timer)
        this.#waiting.delete(wake)
        resolve()
      }
      this.#waiting.add(wake)
    })
  }

  #wake(): void {
    for (const wake of this.#waiting) wake()
  }
}

/** Lets the loop turn until a condition holds; rejects when it never does, so that no test run goes on for ever. */
export async function until(isSo: () => boolean): Promise<void> {
  const ends = performance.now() + PATIENCE
  while (!isSo()) {
    if (performance.now() > ends) throw new Error(`still not so: ${isSo.toString()}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Sends the bytes of one request, and waits for its answer. The connection is closed then. */
export async function ask(url: string, bytes: string): Promise<RawAnswer> {
  const client = new RawClient(url).write(bytes)
  try {
    return await client.next(bytes.slice(0, bytes.indexOf(' ')))
  } finally {
    client.close()
  }
}

/** The bytes of a request with a `Host` line. */
export function request(
  url: string,
  method: string,
  target: string,
  fields: readonly string[] = [],
  body?: string,
): string {
  const lines = [`${method} ${target} HTTP/1.1`, `Host: ${new URL(url).host}`, ...fields]
  if (body !== undefined) lines.push(`Content-Length: ${Buffer.byteLength(body)}`)
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

/** The value of a field, `undefined` if it is absent. */
export function field(answer: RawAnswer, name: string): string | undefined {
  return answer.fields.find(([key]) => key === name)?.[1]
}

function readAnswer(text: string, method: string, ended: boolean): { answer: RawAnswer; length: number } | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n')
  const status = Number(statusLine.split(' ')[1])
  const reason = statusLine.split(' ').slice(2).join(' ')
  const fields = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  const start = end + 4
  const of = (name: string): string | undefined => fields.find(([key]) => key === name)?.[1]
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) {
    return { answer: { status, reason, fields, body: '' }, length: start }
  }
  if (of('transfer-encoding') === 'chunked') return readChunks(text, start, { status, reason, fields })
  const length = of('content-length')
  if (length === undefined)
    return ended ? { answer: { status, reason, fields, body: text.slice(start) }, length: text.length } : undefined
  const stop = start + Number(length)
  return text.length < stop
    ? undefined
    : { answer: { status, reason, fields, body: text.slice(start, stop) }, length: stop }
}

function readChunks(
  text: string,
  start: number,
  head: Pick<RawAnswer, 'status' | 'reason' | 'fields'>,
): { answer: RawAnswer; length: number } | undefined {
  let body = ''
  for (let at = start; ;) {
    const lineEnd = text.indexOf('\r\n', at)
    if (lineEnd < 0) return undefined
    const size = Number.parseInt(text.slice(at, lineEnd), 16)
    const next = lineEnd + 2 + size + 2
    if (text.length < next) return undefined
    if (size === 0) return { answer: { ...head, body }, length: next }
    body += text.slice(lineEnd + 2, next - 2)
    at = next
  }
}
