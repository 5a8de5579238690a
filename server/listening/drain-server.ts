import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import type { Connections } from './connections.ts'
import { findConnections } from './guard-server.ts'

/** How long a server takes to end. */
export interface DrainOptions {
  /** Milliseconds after which whatever is under way is cut; 10,000 if absent. */
  readonly cap?: number
  /** Milliseconds after which event streams and WebSockets are ended; 1,000 if absent. */
  readonly grace?: number
  /** Milliseconds for which a silent connection may still bring a request that is on its way; 150 if absent. */
  readonly linger?: number
  /** Cuts everything at once: what a second signal is for. */
  readonly signal?: AbortSignal
}

/**
 * Ends a server that {@link guardServer} guards without losing a request. `server.close()` alone closes connections on
 * which a request is on its way, and waits for ever on an open event stream.
 *
 * It stops listening; every answer from now on says `Connection: close`; connections that stay silent are closed; event
 * streams end after the grace, and everything within the cap, however busy the server is.
 *
 * @returns how many responses were cut off
 */
export async function drainServer(
  server: Server,
  { cap = 10_000, grace = 1_000, linger = 150, signal }: DrainOptions = {},
): Promise<number> {
  const connections = findConnections(server)
  if (!connections) throw new TypeError('drainServer: the server is not guarded')
  let lost = 0
  let isCut = false
  const cut = (): void => {
    isCut = true
    lost += connections.cut()
  }
  // Before anything is waited for: what is waited for may go on as long as clients like.
  connections.endAt(performance.now() + cap, cut)
  const timers = [setTimeout(cut, cap), setTimeout(() => connections.endStreams(), Math.min(grace, cap))]
  signal?.addEventListener('abort', cut)
  if (signal?.aborted) cut()
  connections.hold()
  await acceptWaiting(connections, cap / 4, () => isCut)
  // Of the listening socket only: that of an http server would close idle connections at once. A worker has none.
  if (server.listening) NetServer.prototype.close.call(server)
  // Not before: clients whose connections close connect again, and would wait for a socket that is about to close.
  connections.drain()
  connections.resume()
  const closed = connections.whenClosed()
  const isOpenAfter = (time: number): Promise<boolean> => Promise.race([closed.then(() => false), delay(time, true)])
  for (let pause = Math.min(linger, cap); await isOpenAfter(pause); pause = SWEEP) {
    // Behind a look at all sockets: on a busy server, what came while time went by is still to be read.
    await nextTurn()
    connections.closeIdle()
  }
  for (const timer of timers) clearTimeout(timer)
  signal?.removeEventListener('abort', cut)
  // Ends Node's own watch over deadlines; the server is closed already.
  server.close(() => undefined)
  return lost
}

/**
 * Connections that the kernel has accepted for us would be reset with the listening socket. Node takes them one per turn
 * of its loop, so nothing is read meanwhile: with 64 busy clients a turn would take as long as 64 handlers do. New ones
 * may still come for ever: the wait is bounded by time, of this process, as other processes may slow it down, and in all.
 *
 * @param most milliseconds in all
 */
async function acceptWaiting(connections: Connections, most: number, isCut: () => boolean): Promise<void> {
  const ends = performance.now() + most
  const started = process.cpuUsage()
  const hasTime = (): boolean => {
    const { user, system } = process.cpuUsage(started)
    return (user + system) / 1_000 < MOST_WORK && performance.now() < ends
  }
  for (let quiet = 0; quiet < QUIET_TURNS && !isCut() && hasTime();) {
    const { accepted } = connections
    await nextTurn()
    quiet = connections.accepted === accepted ? quiet + 1 : 0
  }
}

/** Milliseconds of processor time. */
const MOST_WORK = 100
const QUIET_TURNS = 5

/** Milliseconds. */
const SWEEP = 20
