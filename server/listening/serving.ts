import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Application } from '../answering/application.ts'
import { type DrainOptions, drainServer } from './drain-server.ts'
import type { HttpError } from '../base/errors.ts'
import { defaultAnswer, sharedError } from '../answering/exceptions.ts'
import { guardServer } from './guard-server.ts'
import { adoptRequest } from './guest-request.ts'
import type { Outcome } from '../http/answer.ts'
import { compileGate, isRefusal, type Refusal } from '../http/request-gate.ts'
import { compileKnownHosts, hostsOf, isLoopback } from '../http/known-hosts.ts'
import { reportLostAnswer } from '../http/lost-answer.ts'
import { createOwnServer } from '../http/private-members.ts'
import type { Target } from '../http/target.ts'
import { findUpgrade } from '../http/websocket.ts'
import { sendOutcome } from './send-outcome.ts'
import type { Settings } from '../declaring/settings.ts'
import { upgradeHandlerOf } from './upgrade.ts'

/** A listener of `node:http` servers. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

/** Options of a handler for a server that svc did not create. */
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
   * The log on stderr: errors that handlers throw, or a line per request too; JSON where `NODE_ENV` is `production`.
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
 * The application behind the gate. Both read Node's own request, and the answer goes to Node's own response: a `Request`
 * and an event of h3 are made where a handler asks for them, and a `Response` is sent as it is.
 *
 * @param checkHost whether only known hosts are answered; if absent, where the option `allowedHosts` is given
 */
export function nodeHandlerOf(application: Application, settings: Settings, checkHost?: boolean): NodeHandler {
  const { limits, allowedHosts } = settings
  const knowsHost = (checkHost ?? allowedHosts !== undefined) ? compileKnownHosts(hostsOf(settings)) : undefined
  const judge = compileGate({ limits, knowsHost })
  const refuse = refuserOf(application)
  const answer = (target: Target, response: ServerResponse): Outcome | Promise<Outcome> =>
    application.answer(target, { response })
  const acceptUpgrade = upgradeHandlerOf(answer, limits.body)
  return (request, response) => {
    const target = judge(adoptRequest(request, response))
    if (isRefusal(target)) return refuse(target, response)
    if (condemned.has(request.socket)) return
    // The absolute form, of which nothing behind the gate knows.
    if (request.url?.startsWith('/') !== true) request.url = target.path + target.search
    const upgrade = findUpgrade(request)
    if (!upgrade) return answerSafely(answer, target, response)
    acceptUpgrade(upgrade, target, response).catch((error: unknown) => {
      reportLostAnswer(response, error)
      request.socket.destroy()
    })
  }
}

/** Starts a server of its own. */
export async function listenOn(
  handler: NodeHandler,
  limits: Settings['limits'],
  { host = '127.0.0.1', port = 0 }: ListenOptions,
): Promise<Listening> {
  const server = createOwnServer(handler)
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

/**
 * The cookie mode, fixed at start: what `publicUrl` says, `Secure` behind a proxy, else what the caller says of the
 * place where it listens. Plain cookies are for http to this very machine.
 */
export function needsSecureCookies({ publicUrl, trustProxy }: Settings, isPublic: boolean): boolean {
  if (publicUrl === undefined) return isPublic || trustProxy.length > 0
  const { protocol, hostname } = new URL(publicUrl)
  return protocol !== 'http:' || !isLoopback(hostname.replace(/^\[|\]$/g, ''))
}

/** The last resort: whatever escapes the application is its fault, and an answer of our own. */
function answerSafely<T>(
  answer: (subject: T, response: ServerResponse) => Outcome | Promise<Outcome>,
  subject: T,
  response: ServerResponse,
): void {
  try {
    const outcome = answer(subject, response)
    if (!(outcome instanceof Promise)) return sendOutcome(response, outcome)
    outcome.then(
      (later) => sendOutcome(response, later),
      (error: unknown) => sendOutcome(response, defaultAnswer(error, [])),
    )
  } catch (error) {
    sendOutcome(response, defaultAnswer(error, []))
  }
}

/** Connections that end with a refusal. Bytes behind it in one packet are not read as a request. */
const condemned = new WeakSet<object>()

/** Through the application, so that its listeners hear of it and its exception handlers shape the answer. */
function refuserOf(application: Application): (refusal: Refusal, response: ServerResponse) => void {
  const errors = new Map<number, HttpError>()
  const errorOf = (status: number): HttpError => {
    const known = errors.get(status) ?? sharedError(status)
    errors.set(status, known)
    return known
  }
  const answer = ({ status }: Refusal, response: ServerResponse): Outcome | Promise<Outcome> =>
    application.refuse(errorOf(status), { response })
  return (refusal, response) => {
    const { req: request } = response
    // No framework may try to read a refused request.
    request.url = '/'
    response.shouldKeepAlive = false
    condemned.add(request.socket)
    answerSafely(answer, refusal, response)
  }
}
