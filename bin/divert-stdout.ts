import { replaceWrite, type Write } from '../harness/observe/replace-write.ts'

/** The standard output of a command that runs code of the application. */
export interface DivertedStdout {
  /** Writes to stdout. */
  readonly write: (text: string) => void
  /** Runs something that writes to `process.stdout` itself, in the same turn of the event loop, and may. */
  readonly during: <Result>(run: () => Result) => Result
  /** Hands stdout back. */
  readonly end: () => void
}

/**
 * Sends to stderr all that is written to `process.stdout`, except through what is returned: modules of the application
 * may print at any time, and what reads a report on stdout expects nothing else there.
 */
export function divertStdout(): DivertedStdout {
  const { stdout, stderr } = process
  let isReport = false
  const end = replaceWrite(
    stdout,
    (write) =>
      (...args) =>
        isReport ? write(...args) : (stderr.write as Write).apply(stderr, [...args]),
  )
  const during = <Result>(run: () => Result): Result => {
    const before = isReport
    isReport = true
    try {
      return run()
    } finally {
      isReport = before
    }
  }
  return {
    write: (text) => void during(() => stdout.write(text)),
    during,
    end,
  }
}
