import type { CommandError } from './command.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'

/** How the program ends when a command throws. */
export interface Failure {
  /** The text for stderr, without the final line break. */
  readonly text: string
  readonly exitCode: ExitCode
}

/** The text to print for `error`, and the exit status: one line, or the stack and its causes with `debug`. */
export function describeFailure(error: unknown, debug: boolean): Failure {
  const exitCode = isCommandError(error) ? error.exitCode : EXIT.usage
  if (debug) return { text: `error: ${stackOf(error)}`, exitCode }
  const line = oneLine(error instanceof Error ? error.message || error.name : String(error))
  return { text: `error: ${isExpected(error) ? line : `${line}  run again with --debug for the stack`}`, exitCode }
}

/**
 * Errors whose message already says where and how to fix. By name and code, not by class: they may come from another
 * copy of the module than ours.
 */
function isExpected(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isCommandError(error)) return true
  return error.name === 'LoadError' && 'code' in error && String(error.code).startsWith('SVC_')
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
