/**
 * Bytes that a request allocates on the heap beyond those of a hand-written handler of `node:http` that answers the same
 * and leaves out the end of the request's stream as we do, as JSON by scenario. It needs no clock and no network: requests go through pairs of streams in this process, which runs
 * without optimizations and collects no garbage meanwhile, so that the figures are the same on every machine.
 *
 *     node --expose-gc --no-opt --single-threaded --min-semi-space-size=128 --max-semi-space-size=256 …
 */
import { createServer, type RequestListener, type Server } from 'node:http'
import { Duplex } from 'node:stream'
import type { SvcAPI } from 'svc'
import { guardServer } from '../../server/listening/guard-server.ts'
import { createOwnServer, endUnreadRequest } from '../../server/http/private-members.ts'
import { TOKEN } from './scenarios.ts'
import { spreadOf } from './statistics.ts'
import { createContestApi } from './svc-app.ts'

/** The origin of a page that may read answers. */
const PAGE = 'https://app.example'
const WARM = 300
const SLICES = 7
const COUNTED = 300

/** A connection without a network. */
class Line extends Duplex {
  /** Members of a socket that a server reads. */
  bytesRead = 0
  readonly remoteAddress = '127.0.0.1'
  #answered: (() => void) | undefined

  override _read(): void {}

  override _write(_chunk: unknown, _encoding: string, written: () => void): void {
    written()
    this.#answered?.()
  }

  setTimeout(): this {
    return this
  }

  destroySoon(): void {
    this.destroy()
  }

  /** Sends a request and waits until it is answered and Node has cleaned up behind it. */
  async ask(request: Buffer): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#answered = resolve
      this.bytesRead += request.length
      this.push(request)
    })
    await new Promise(setImmediate)
  }
}

function byHand(fields: Readonly<Record<string, string>>, status: number, body: object): RequestListener {
  return (request, response) => {
    const text = JSON.stringify(body)
    const length = Buffer.byteLength(text)
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': length, ...fields })
    response.end(text)
    endUnreadRequest(request)
  }
}

async function bytesPerRequest(server: Server, request: Buffer): Promise<number> {
  const line = new Line()
  server.emit('connection', line)
  for (let count = 0; count < WARM; count++) await line.ask(request)
  globalThis.gc?.()
  const slices: number[] = []
  // The median of slices: in one of them the engine may do something of its own.
  for (let slice = 0; slice < SLICES; slice++) {
    const before = process.memoryUsage().heapUsed
    for (let count = 0; count < COUNTED; count++) await line.ask(request)
    slices.push((process.memoryUsage().heapUsed - before) / COUNTED)
  }
  line.destroy()
  return spreadOf(slices).median
}

function serve(api: SvcAPI<null>): Server {
  const server = createOwnServer(api.nodeHandler({ secureCookies: false, checkHost: true }))
  guardServer(server, api.settings.limits)
  return server
}

const ours = serve(createContestApi())
const shared = serve(createContestApi({ cors: { origins: [PAGE] } }))
const grants = { vary: 'origin', 'access-control-allow-origin': PAGE }
const denied = { detail: 'Unauthorized' }
const scenarios: Readonly<
  Record<string, readonly [path: string, line: string, byHand: RequestListener, server?: Server]>
> = {
  cors: ['/open', `Origin: ${PAGE}\r\n`, byHand(grants, 200, { ok: true, hello: 'world' }), shared],
  'cors, not asked for': ['/open', '', byHand({ vary: 'origin' }, 200, { ok: true, hello: 'world' }), shared],
  open: ['/open', '', byHand({}, 200, { ok: true, hello: 'world' })],
  bearer: ['/bearer', `Authorization: Bearer ${TOKEN}\r\n`, byHand({}, 200, { token: TOKEN })],
  401: ['/bearer', '', byHand({ 'www-authenticate': 'Bearer' }, 401, denied)],
}
const figures: Record<string, number> = {}
// Twice, and the second counts: what loads modules is still at work behind the first.
for (const [name, [path, line, handler, server = ours]] of [
  ...Object.entries(scenarios),
  ...Object.entries(scenarios),
]) {
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${line}\r\n`)
  const own = await bytesPerRequest(server, request)
  figures[name] = Math.round(own - (await bytesPerRequest(createServer(handler), request)))
}
process.stdout.write(`${JSON.stringify(figures)}\n`)
process.exit(0)
