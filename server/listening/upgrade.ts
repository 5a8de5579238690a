import type { ServerResponse } from 'node:http'
import type { Hooks, Peer } from 'crossws'
import type { NodeAdapter } from 'crossws/adapters/node'
import type { Outcome } from '../http/answer.ts'
import type { Target } from '../http/target.ts'
import type { Upgrade } from '../http/websocket.ts'
import { boundUnsent, hooksOf } from './open-websocket.ts'
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

const handshakes = new WeakMap<Request, Partial<Hooks>>()
