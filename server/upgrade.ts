import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Hooks, Peer } from 'crossws'
import type { NodeAdapter } from 'crossws/adapters/node'
import type { Outcome } from './http/answer.ts'
import type { Target } from './http/target.ts'
import type { AcceptedUpgrade, Upgrade } from './http/websocket.ts'
import { sendOutcome } from './send-outcome.ts'

/** Answers one of Node's requests, as the application does. */
type AnswerTarget = (target: Target, response: ServerResponse) => Outcome | Promise<Outcome>

/** Answers one of Node's requests that asks to become a WebSocket. */
export type UpgradeHandler = (upgrade: Upgrade, target: Target, response: ServerResponse) => Promise<void>

/**
 * The application decides first, as over any request: only where an operation returned `websocket(…)` does the handshake
 * go on, so that there is no way to a 101 around its authenticator.
 *
 * @param maxPayload bytes of a message
 */
export function upgradeHandlerOf(answer: AnswerTarget, maxPayload: number): UpgradeHandler {
  let adapter: NodeAdapter | undefined
  return async (upgrade, target, response) => {
    const { req: request } = response
    const { socket } = request
    const outcome = await answer(target, response)
    const { accepted } = upgrade
    if (!accepted || socket.destroyed) return sendOutcome(response, outcome)
    adapter ??= await openAdapter(maxPayload)
    let peer: Peer | undefined
    const close = (code: number, reason: string): void => {
      if (peer) peer.close(code, reason)
      else socket.destroy()
    }
    upgrade.release(() => close(1001, 'going away'))
    boundUnsent(socket, () => close(1013, 'too much is unsent'))
    const web = new Request(`http://localhost${request.url}`)
    handshakes.set(
      web,
      hooksOf(accepted, request, (opened) => (peer = opened)),
    )
    await adapter.handleUpgrade(request, socket, upgrade.head, web)
  }
}

/** Most applications have no WebSocket. */
async function openAdapter(maxPayload: number): Promise<NodeAdapter> {
  const { default: nodeAdapter } = await import('crossws/adapters/node')
  return nodeAdapter({ resolve: (web) => handshakes.get(web) ?? {}, serverOptions: { maxPayload } })
}

/**
 * A client that does not read lets everything pile up that is sent to it. A handler that sends while more than
 * {@link MOST_UNSENT} waits closes the connection; a single message may be longer.
 */
function boundUnsent(socket: Socket, end: () => void): void {
  const write = socket.write.bind<Socket['write']>(socket)
  let isEnding = false
  socket.write = ((...args: Parameters<Socket['write']>) => {
    if (!isEnding && socket.writableLength > MOST_UNSENT) {
      isEnding = true
      end()
    }
    return write(...args)
  }) as Socket['write']
}

/** Bytes. */
const MOST_UNSENT = 1_048_576

const handshakes = new WeakMap<Request, Partial<Hooks>>()

function hooksOf(accepted: AcceptedUpgrade, request: IncomingMessage, opened: (peer: Peer) => void): Partial<Hooks> {
  const { hooks, fields, fail } = accepted
  const protocol = chooseProtocol(hooks.protocols ?? [], request.headers['sec-websocket-protocol'])
  /** An error of a hook would end the process: no caller awaits it. */
  const caught =
    <Args extends readonly [Peer, ...unknown[]]>(hook: ((...args: Args) => unknown) | undefined) =>
    async (...args: Args): Promise<void> => {
      try {
        await hook?.(...args)
      } catch (error) {
        fail(error)
        args[0].close(1011, 'internal error')
      }
    }
  return {
    upgrade: () => ({ headers: [...fields] as [string, string][], ...(protocol === undefined ? {} : { protocol }) }),
    open: caught((peer) => {
      opened(peer)
      return hooks.open?.(peer)
    }),
    message: caught(hooks.message),
    close: caught(hooks.close),
    error: caught(hooks.error),
  }
}

function chooseProtocol(known: readonly string[], offered: string | undefined): string | undefined {
  const names = offered?.split(',').map((name) => name.trim()) ?? []
  return known.find((name) => names.includes(name))
}
