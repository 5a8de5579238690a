import { EXIT, type ExitCode } from '../server/base/exit-codes.ts'

/**
 * Ends the process once everything written has left it. Waiting for an empty event loop would never end: modules of
 * the application may hold a database connection or a timer.
 */
export async function endProcess(exitCode: ExitCode): Promise<never> {
  await Promise.all([flush(process.stdout), flush(process.stderr)])
  process.exit(exitCode)
}

/** Ends quietly when the reader of a pipe has seen enough, as in `svc routes | head -1`. */
export function endOnClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(EXIT.ok)
      throw error
    })
  }
}

function flush(stream: NodeJS.WriteStream): Promise<void> {
  // The callback of an empty write runs after all earlier writes; with an error where the reader has gone.
  return new Promise((resolve) => stream.write('', () => resolve()))
}
