import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Hooks, Peer } from 'crossws'
import type { AcceptedUpgrade } from '../http/websocket.ts'

/**
 * A client that does not read lets everything pile up that is sent to it. A handler that sends while more than
 * {@link MOST_UNSENT} waits closes the connection; a single message may be longer. What a write occupies while it waits
 * counts too: messages of one byte hold seventy times their length. Judged between messages, each of which is written
 * between `cork` and `uncork`: nothing follows the close frame (RFC 6455 section 5.5.1).
 */
export function boundUnsent(socket: Socket, end: () => void): void {
  const write = socket.write.bind<Socket['write']>(socket)
  const cork = socket.cork.bind(socket)
  let state: 'open' | 'ending' | 'over' = 'open'
  let waiting = 0
  const written = (): void => void waiting--
  socket.cork = () => {
    if (state === 'open' && socket.writableLength + waiting * WRITE_COST > MOST_UNSENT) {
      state = 'ending'
      end()
      state = 'over'
    }
    cork()
  }
  socket.write = (chunk: Buffer | string, ...rest: readonly unknown[]): boolean => {
    const [encoding] = rest.filter((argument) => typeof argument === 'string') as [BufferEncoding?]
    const [callback] = rest.filter((argument) => typeof argument === 'function') as [WriteCallback?]
    if (state === 'over') {
      if (callback) process.nextTick(callback)
      return false
    }
    waiting++
    if (!callback) return write(chunk, encoding, written)
    return write(chunk, encoding, (error) => {
      written()
      callback(error)
    })
  }
}

type WriteCallback = (error?: Error | null) => void

/** Bytes. */
const MOST_UNSENT = 1_048_576
/** Bytes that Node holds for a write that waits, whatever its length: measured as 110, on Node 20. */
const WRITE_COST = 128

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
