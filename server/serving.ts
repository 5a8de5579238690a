import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { H3, toNodeHandler } from 'h3'
import type { Application } from './application.ts'
import { type DrainOptions, drainServer } from './drain-server.ts'
import { HttpError } from './errors.ts'
import { defaultAnswer } from './exceptions.ts'
import { guardServer } from './guard-server.ts'
import { type GateRules, judgeRequest, type Refusal, toOriginForm } from './http/gate.ts'
import { compileKnownHosts } from './http/known-hosts.ts'
import { findUpgrade } from './http/websocket.ts'
import type { Settings } from './settings.ts'
import { type Respond, upgradeHandlerOf } from './upgrade.ts'

/** A listener of `node:http` servers. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

/** How a handler for somebody else's server behaves. */
export interface NodeHandlerOptions {
  /** Whether session cookies are `Secure` with the prefix `__Host-`; `true` if absent. `publicUrl` knows better. */
  readonly secureCookies?: boolean
  /** Whether only known hosts are answered; if absent, where the option `allowedHosts` is given. */
  readonly checkHost?: boolean
}

/** Where to listen. */
export interface ListenOptions {
  /** `127.0.0.1` if absent. */
  readonly host?: string
  /** A free one for 0, which is the default. */
  readonly port?: number
  /**
   * What is written to stderr: what handlers throw, or a line per request too; JSON where `NODE_ENV` is `production`.
   * `errors` if absent; `false` for those who listen to `observe` themselves.
   */
  readonly log?: false | 'errors' | 'requests'
}

/** A server that listens. */
export interface Listening {
  /** Such as `http://127.0.0.1:3000`, without a trailing slash. */
  readonly url: string
  /** Stops listening and resolves when the requests in flight are answered, or cut off at the cap. */
  close(options?: DrainOptions): Promise<void>
}

/**
 * The application behind the gate and behind h3, which adapts Node's requests and responses.
 *
 * @param checkHost whether only known hosts are answered; if absent, where the option `allowedHosts` is given
 */
export function nodeHandlerOf(application: Application, settings: Settings, checkHost?: boolean): NodeHandler {
  const { limits, allowedHosts, publicUrl } = settings
  const hosts = [...(allowedHosts ?? []), ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])]
  const knowsHost = (checkHost ?? allowedHosts !== undefined) ? compileKnownHosts(hosts) : undefined
  const rules: GateRules = { limits, knowsHost }
  const respond: Respond = (web) => application.respond(web)
  const accept = adapt(respond)
  const refuse = refuserOf(application)
  const acceptUpgrade = upgradeHandlerOf(respond, limits.body)
  return (request, response) => {
    const { method = '', url: target = '', httpVersion, rawHeaders } = request
    const refusal = judgeRequest({ method, target, httpVersion, rawHeaders }, rules)
    if (refusal) return refuse(refusal, request, response)
    if (condemned.has(request.socket)) return
    if (!target.startsWith('/')) request.url = toOriginForm(target, request.headers.host) ?? ''
    const upgrade = findUpgrade(request)
    if (!upgrade) return accept(request, response)
    acceptUpgrade(upgrade, request, response).catch(() => request.socket.destroy())
  }
}

/** Starts a server of its own. */
export async function listenOn(
  handler: NodeHandler,
  limits: Settings['limits'],
  { host = '127.0.0.1', port = 0 }: ListenOptions,
): Promise<Listening> {
  const server = createServer(handler)
  guardServer(server, limits)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  const hostname = address.family === 'IPv6' ? `[${address.address}]` : address.address
  let draining: Promise<unknown> | undefined
  return {
    url: `http://${hostname}:${address.port}`,
    close: async (options) => {
      await (draining ??= drainServer(server, options))
    },
  }
}

/** Whether a host name or address is this very machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

/**
 * The cookie mode, fixed at start: what `publicUrl` says, `Secure` behind a proxy, else what the server is told of the
 * place where it listens. Plain cookies are for http to this very machine.
 */
export function needsSecureCookies({ publicUrl, trustProxy }: Settings, told: boolean): boolean {
  if (publicUrl === undefined) return told || trustProxy.length > 0
  const { protocol, hostname } = new URL(publicUrl)
  return protocol !== 'http:' || !isLoopback(hostname.replace(/^\[|\]$/g, ''))
}

/** h3 adapts Node's requests and responses. It routes nothing and shapes no answer: all of that is the application's. */
function adapt(respond: Respond): NodeHandler {
  const app = new H3()
  app.fetch = (web) => {
    const answer = answerSafely(respond, web)
    const node = (web as { readonly runtime?: { readonly node?: NodePair } }).runtime?.node
    return node && mayLeaveBody(node.req) ? endUnread(answer, node) : answer
  }
  const handle = toNodeHandler(app) as (request: IncomingMessage, response: ServerResponse) => Promise<void> | void
  return (request, response) => {
    const sent = handle(request, response)
    // An answer that cannot be sent must not end the process.
    if (sent instanceof Promise) sent.catch(() => response.destroy())
  }
}

/** The last resort: whatever escapes the application is its fault, and an answer of our own. */
function answerSafely(respond: Respond, web: Request): Response | Promise<Response> {
  try {
    const answer = respond(web)
    return answer instanceof Promise ? answer.catch((error: unknown) => defaultAnswer(error, [])) : answer
  } catch (error) {
    return defaultAnswer(error, [])
  }
}

/** Connections that end with a refusal. What came behind it in one packet is nobody's request. */
const condemned = new WeakSet<object>()

type Refuse = (refusal: Refusal, request: IncomingMessage, response: ServerResponse) => void

/** Through the application, so that its listeners hear of it and its exception handlers shape the answer. */
function refuserOf(application: Application): Refuse {
  // One adapter for each status: whoever sends rubbish must not make the server build one for every request.
  const handlers = new Map<number, NodeHandler>()
  return ({ status }, request, response) => {
    let handler = handlers.get(status)
    if (!handler) handlers.set(status, (handler = adapt((web) => application.refuse(web, new HttpError(status)))))
    // What was refused, no framework shall try to read.
    request.url = '/'
    response.shouldKeepAlive = false
    condemned.add(request.socket)
    handler(request, response)
  }
}

interface NodePair {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

/** Bytes of a body that are read and thrown away to keep a connection. */
const SPARE = 65_536

function mayLeaveBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

/**
 * A body that nobody read stands between this answer and the next request. A short one that is on its way is skipped;
 * for a long one, or one that waits for `100 Continue`, the connection ends with the answer.
 */
async function endUnread(answer: Response | Promise<Response>, { req, res }: NodePair): Promise<Response> {
  const response = await answer
  const { 'content-length': length, expect } = req.headers
  const isShort = expect === undefined && Number(length ?? Number.NaN) <= SPARE
  if (!req.complete && !isShort) res.shouldKeepAlive = false
  return response
}
