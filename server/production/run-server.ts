import { formatPosition, isLoadError, type LoadError } from '../base/errors.ts'
import { mapPosition, mapStack } from './stack.ts'

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
  /**
   * Stops listening, answers what is in flight, stops what `start` opened.
   *
   * @returns how many responses were cut off
   */
  close(): Promise<number>
}

/** Starts a server, or throws a `LoadError` for the first thing that it lacks. */
export type Serve = (settings: StartSettings, output: ServerOutput) => Promise<RunningServer>

/** Ends the process. Of the program itself, or of a test. */
export interface ProcessEnd {
  readonly exit: (code: number) => void
  /** Whether an IPC message or a disconnection ends the server too. */
  readonly isWorker: boolean
}

/** Sent by the primary to a worker that shall drain. */
export const DRAIN_MESSAGE = 'svc:drain'
/** Sent by a worker that has drained, and back by the primary, which by then hands it no connection any more. */
export const LEAVE_MESSAGE = 'svc:leave'
/** Milliseconds to wait for the primary. */
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
  let ending: number | undefined
  const drain = (code: number): void => {
    if (ending !== undefined) return
    ending = code
    if (running) void close(running, code, output, end)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (ending !== undefined) return end.exit(AT_ONCE[signal])
      drain(SIGNALS[signal])
    })
  }
  // A worker whose primary is gone would never be ended.
  if (end.isWorker) {
    process.on('disconnect', () => drain(0))
    process.on('message', (message) => {
      if (message === DRAIN_MESSAGE) drain(0)
    })
    // To the group of the terminal; the primary decides.
    process.on('SIGHUP', () => undefined)
  }
  process.on('uncaughtException', (error: unknown, origin) => {
    if (running === undefined) return refuse(error, output, end)
    output.log(JSON.stringify({ time: new Date().toISOString(), event: origin, error: stackOf(error) }))
    drain(1)
  })
  try {
    running = await serve()
    if (!end.isWorker) output.report(`serving  ${running.url}`)
  } catch (error) {
    return refuse(error, output, end)
  }
  if (ending !== undefined) void close(running, ending, output, end)
}

async function close(running: RunningServer, code: number, output: ServerOutput, end: ProcessEnd): Promise<void> {
  const lost = await running.close()
  if (end.isWorker) await leavePrimary()
  if (lost > 0) output.report(`warning: ${lost} ${lost === 1 ? 'response was' : 'responses were'} cut off`)
  end.exit(code)
}

/** A connection that the primary has sent by now goes back to it, and not down with this process. */
async function leavePrimary(): Promise<void> {
  await new Promise<void>((resolve) => {
    process.on('message', (message) => {
      if (message === LEAVE_MESSAGE) setImmediate(resolve)
    })
    process.once('disconnect', resolve)
    setTimeout(resolve, LEAVE_TIMEOUT).unref()
    if (process.connected) process.send?.(LEAVE_MESSAGE)
    else resolve()
  })
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
