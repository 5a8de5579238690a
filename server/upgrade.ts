import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Hooks, Peer } from 'crossws'
import nodeAdapter, { type NodeAdapter } from 'crossws/adapters/node'
import { NodeRequest, sendNodeResponse } from 'srvx/node'
import type { AcceptedUpgrade, Upgrade } from './http/websocket.ts'

/** Answers a web request, as the application does. */
export type Respond = (web: Request) => Response | Promise<Response>

/** Answers one of Node's requests that asks to become a WebSocket. */
export type UpgradeHandler = (upgrade: Upgrade, request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * The application decides first, as over any request: only where an operation returned `websocket(…)` does the handshake
 * go on, so that there is no way to a 101 around its authenticator.
 *
 * @param maxPayload bytes of a message
 */
export function upgradeHandlerOf(respond: Respond, maxPayload: number): UpgradeHandler {
  let adapter: NodeAdapter | undefined
  return async (upgrade, request, response) => {
    const { socket } = request
    const answer = await respond(new NodeRequest({ req: request, res: response }))
    const { accepted } = upgrade
    if (!accepted || socket.destroyed) return sendNodeResponse(response, answer)
    adapter ??= nodeAdapter({ resolve: (web) => handshakes.get(web) ?? {}, serverOptions: { maxPayload } })
    let peer: Peer | undefined
    upgrade.release(() => (peer ? peer.close(1001, 'going away') : socket.destroy()))
    const web = new Request(`http://localhost${request.url}`)
    handshakes.set(
      web,
      hooksOf(accepted, request, (opened) => (peer = opened)),
    )
    await adapter.handleUpgrade(request, socket, upgrade.head, web)
  }
}

const handshakes = new WeakMap<Request, Partial<Hooks>>()

function hooksOf(accepted: AcceptedUpgrade, request: IncomingMessage, opened: (peer: Peer) => void): Partial<Hooks> {
  const { hooks, fields, fail } = accepted
  const protocol = chooseProtocol(hooks.protocols ?? [], request.headers['sec-websocket-protocol'])
  /** What a hook throws would end the process: nobody waits for it. */
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
