import type { CommandError } from './command.ts'
import { EXIT, type ExitCode } from '../server/base/exit-codes.ts'

/** How the program ends when a command throws. */
export interface Failure {
  /** The text for stderr, without the final line break. */
  readonly text: string
  readonly exitCode: ExitCode
}

/**
 * The text to print for `error`, and the exit status: one line, or the stack and its causes with `debug`. `explains`:
 * whether this program has `svc explain`.
 */
export function describeFailure(error: unknown, debug: boolean, explains = true): Failure {
  const exitCode = isCommandError(error) ? error.exitCode : EXIT.usage
  if (debug) return { text: `error: ${stackOf(error)}`, exitCode }
  const line = oneLine(error instanceof Error ? error.message || error.name : String(error))
  const text = !isExpected(error)
    ? `error: ${line}${AGAIN}`
    : explains
      ? describeProblem({ message: line, code: error.code })
      : `error: ${line}  (${error.code})`
  return { text, exitCode }
}

const AGAIN = '  run again with --debug for the stack'

/** The lines of a problem with a code: what is wrong and, unless the message says where to look, where it is explained. */
export function describeProblem({ message, code }: { readonly message: string; readonly code: string }): string {
  return message.endsWith(' --help') ? `error: ${message}` : `error: ${message}\n  svc explain ${code}`
}

/**
 * Errors whose message already says where and how to fix. By name and code, not by class: they may come from another
 * copy of the module than ours.
 */
function isExpected(error: unknown): error is Error & { readonly code: string } {
  if (!(error instanceof Error)) return false
  const isOurs = isCommandError(error) || error.name === 'LoadError'
  return isOurs && 'code' in error && String((error as { code?: unknown }).code).startsWith('SVC_')
}

function isCommandError(error: unknown): error is CommandError {
  return error instanceof Error && error.name === 'CommandError' && 'exitCode' in error
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const stack = error.stack ?? `${error.name}: ${error.message}`
  return error.cause === undefined ? stack : `${stack}\n  caused by: ${stackOf(error.cause)}`
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, '  ').trim()
}
