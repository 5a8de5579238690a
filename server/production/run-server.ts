import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formatPosition, isLoadError, type LoadError } from '../base/errors.ts'
import { mapPosition, mapStack } from './stack.ts'
import { hearPrimary, tellPrimary } from './worker.ts'

/** How a built server is started. */
export interface StartSettings {
  /** That of the config, or 3000, if absent; 0 takes a free one. */
  readonly port: number | undefined
  /** That of the config, or 127.0.0.1, if absent. */
  readonly host: string | undefined
  /** How many processes share the port. */
  readonly workers: number
  /** Path of the health check; none if absent. */
  readonly health: string | undefined
  /** Milliseconds that requests in flight may take once the server begins to end. */
  readonly drain: number
  /** The requests that are logged: all of them, or those that were answered with 500 or more. */
  readonly log: 'requests' | 'errors'
}

/** Where a server writes. */
export interface ServerOutput {
  /** JSON lines, one for each request that is logged. */
  readonly log: (line: string) => void
  /** Prints what happens to the server, for people. */
  readonly report: (line: string) => void
}

/** A server that listens. */
export interface RunningServer {
  readonly url: string
  /** Who may open the reference page, for people. */
  readonly page: string
  /**
   * Stops listening, answers what is in flight, stops what `start` opened.
   *
   * @returns how many responses were cut off
   */
  close(): Promise<number>
}

/** Opens a server to connections, and says who may open its page. Rejects with the error of the system, by its `code`. */
export type OpenServer = (server: Server, port: number, host: string, page: string) => Promise<AddressInfo>

/**
 * Starts a server, or throws a `LoadError` for the first thing that it lacks.
 *
 * @param open on a socket of its own if absent
 */
export type Serve = (settings: StartSettings, output: ServerOutput, open?: OpenServer) => Promise<RunningServer>

/** Ends the process. Of the program itself, or of a test. */
export interface ProcessEnd {
  readonly exit: (code: number) => void
  /** Whether a primary started this process, and ends it. */
  readonly isWorker: boolean
}

/** Milliseconds that a worker waits for the word of its primary. */
const LEAVE_TIMEOUT = 10_000

const SIGNALS = { SIGTERM: 0, SIGINT: 130 } as const
/** After a second signal, as shells count. */
const AT_ONCE = { SIGTERM: 143, SIGINT: 130 } as const

/**
 * Serves until a signal, and ends the process: 2 where it refuses to start, 1 after an exception that was not caught,
 * 0 or 130 when it was asked to end. A second signal ends it at once.
 */
export async function runServer(
  serve: () => Promise<RunningServer>,
  output: ServerOutput,
  end: ProcessEnd,
): Promise<void> {
  let running: RunningServer | undefined
  let leaving: number | undefined
  let ending: number | undefined
  let isSignalled = false
  const drain = (code: number): void => {
    if (ending !== undefined) return
    ending = code
    if (running) void close(running, code, output, end)
  }
  // The primary hands it no connection any more before it drains, and where the signal was for all it ends them in order.
  const leave = (code: number): void => {
    if (!end.isWorker || !running || !process.connected) return drain(code)
    if (leaving !== undefined) return
    leaving = code
    tellPrimary({ svc: 'leave' })
    setTimeout(() => drain(code), LEAVE_TIMEOUT).unref()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isSignalled) return end.exit(AT_ONCE[signal])
      isSignalled = true
      // A signal for the whole group may come after the primary's word to drain: it is not a second one.
      if (ending === undefined && leaving === undefined) leave(SIGNALS[signal])
    })
  }
  if (end.isWorker) {
    // Without its primary it gets no connection, and would stay for ever.
    process.on('disconnect', () => drain(leaving ?? 0))
    hearPrimary(({ svc }) => svc === 'drain' && drain(leaving ?? 0))
  }
  process.on('SIGHUP', () => {
    // To the group of the terminal, or by mistake: the primary decides.
    if (end.isWorker) return
    output.report(
      'restart  refused: one process cannot replace itself without a pause. Start it with WORKERS=2 or more.',
    )
  })
  process.on('uncaughtException', (error: unknown, origin) => {
    if (running === undefined) return refuse(error, output, end)
    output.log(JSON.stringify({ time: new Date().toISOString(), event: origin, error: stackOf(error) }))
    leave(1)
  })
  try {
    running = await serve()
    if (!end.isWorker) for (const line of [`serving  ${running.url}`, `page  ${running.page}`]) output.report(line)
  } catch (error) {
    return refuse(error, output, end)
  }
  if (ending !== undefined) void close(running, ending, output, end)
}

async function close(running: RunningServer, code: number, output: ServerOutput, end: ProcessEnd): Promise<void> {
  const lost = await running.close()
  if (lost > 0) output.report(`warning: ${lost} ${lost === 1 ? 'response was' : 'responses were'} cut off`)
  end.exit(code)
}

/** One line: what is missing, where, how to mend it. */
export function refuse(error: unknown, output: ServerOutput, end: Pick<ProcessEnd, 'exit'>): void {
  const text = isLoadError(error) ? describeLoadError(error) : describeThrown(error)
  output.report(`error: ${text.replaceAll(/\s*\n\s*/g, '  ')}`)
  end.exit(2)
}

function describeLoadError({ message, position, problem }: LoadError): string {
  const place = position && mapPosition(position)
  if (place) return `${formatPosition(place)}  ${problem}`
  return position ? problem : message
}

/** The message for an error that a module threw while it was evaluated, with its place. */
function describeThrown(error: unknown): string {
  const [, place] = /\n\s+at (?:.*\()?(.*?)\)?(?:\n|$)/.exec(stackOf(error)) ?? []
  return `${String(error)}${place === undefined ? '' : `  at ${place}`}`
}

function stackOf(error: unknown): string {
  return mapStack(error instanceof Error ? (error.stack ?? String(error)) : String(error))
}
