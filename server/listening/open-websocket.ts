import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Hooks, Peer } from 'crossws'
import type { AcceptedUpgrade } from '../http/websocket.ts'

/**
 * A client that does not read lets everything pile up that is sent to it. A handler that sends while more than
 * {@link MOST_UNSENT} waits closes the connection; a single message may be longer.
 */
export function boundUnsent(socket: Socket, end: () => void): void {
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

/** The hooks of an operation as crossws calls them. `opened` gets the peer first. */
export function hooksOf(
  accepted: AcceptedUpgrade,
  request: IncomingMessage,
  opened: (peer: Peer) => void,
): Partial<Hooks> {
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
