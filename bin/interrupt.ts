import { getEventListeners } from 'node:events'
import { EXIT, type ExitCode } from '../server/base/exit-codes.ts'

/** How long a command may take to end after a signal, in milliseconds. */
const GRACE = 5000

/** The signals that end the program. */
export interface Interruption {
  /** Aborted by the first of them. */
  readonly signal: AbortSignal
  /** The exit status that the received signal asks for. */
  readonly exitCode: ExitCode | undefined
  /** Stops listening to them. */
  readonly release?: () => void
}

/**
 * Listens to SIGINT and SIGTERM. The first aborts the signal and leaves the command {@link GRACE} to end. Without a
 * listener, on a second signal, or after that time, the process ends.
 */
export function catchInterrupts(): Interruption {
  const controller = new AbortController()
  let exitCode: ExitCode | undefined
  const interrupt = (code: ExitCode): void => {
    if (exitCode !== undefined || getEventListeners(controller.signal, 'abort').length === 0) process.exit(code)
    exitCode = code
    setTimeout(() => process.exit(code), GRACE).unref()
    controller.abort()
  }
  const onInterrupt = (): void => interrupt(EXIT.interrupted)
  const onTerminate = (): void => interrupt(EXIT.terminated)
  process.on('SIGINT', onInterrupt)
  process.on('SIGTERM', onTerminate)
  return {
    signal: controller.signal,
    release: () => {
      process.off('SIGINT', onInterrupt)
      process.off('SIGTERM', onTerminate)
    },
    get exitCode() {
      return exitCode
    },
  }
}
