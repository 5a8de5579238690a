import net from 'node:net'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'

/** Turns of the event loop for what the kernel has accepted already. */
const TURNS = 20
/** Milliseconds for connections that are on their way to a worker. */
const HANDOVER = 50

interface ListeningSocket {
  close(): void
}

/**
 * The listening sockets that a primary opens for its workers. `node:cluster` closes them after the last worker has gone,
 * and connections that come in between are reset; it has no way to close them before. They are seen here as they are
 * made, and where that does not work, those connections are lost as they would be without it.
 *
 * @returns stops listening, and resolves when what was accepted is with a worker
 */
export function catchListeningSockets(): () => Promise<void> {
  const sockets = new Set<ListeningSocket>()
  const create = net.createServer
  net.createServer = ((...args: Parameters<typeof create>) => {
    const server = create(...args)
    server.prependOnceListener('listening', () => {
      const { _handle: socket } = server as unknown as { readonly _handle?: Partial<ListeningSocket> | null }
      if (typeof socket?.close === 'function') sockets.add(socket as ListeningSocket)
    })
    return server
  }) as typeof create
  return async () => {
    for (let turn = 0; turn < TURNS; turn++) await nextTurn()
    for (const socket of sockets) socket.close()
    sockets.clear()
    await delay(HANDOVER)
  }
}
