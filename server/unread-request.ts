import type { IncomingMessage } from 'node:http'

/** Members of Node's streams that its types leave out. */
interface Internals {
  _consuming?: boolean
  _dumped?: boolean
  readonly _readableState?: Record<(typeof ENDED)[number], boolean>
}

/** What says of a stream that it has ended, said so and closed. */
const ENDED = ['ended', 'endEmitted', 'destroyed', 'closed', 'closeEmitted'] as const

/**
 * Ends a request without a body that nobody read. Node would resume its stream to throw away what is not there, and let
 * it end, close and say so in four turns of its queue, of which nobody hears: a tenth of what a request costs. This is
 * what Node does itself with the option `optimizeEmptyRequests`, which the versions from 24.12 on have.
 */
export function endUnreadRequest(request: IncomingMessage): void {
  const internals = request as unknown as Internals
  const state = internals._readableState
  if (!state || internals._consuming !== false || internals._dumped !== false || request.listenerCount('end') > 0)
    return
  internals._dumped = true
  for (const member of ENDED) state[member] = true
}
