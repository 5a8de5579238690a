import type { ExitCode } from './summary.ts'

/** A run that cannot go on, with what the user can do about it: a fixture, a name or an address is wrong. */
export class HarnessError extends Error {
  override readonly name = 'HarnessError'
  /** The exit status of the run: 2 for fixtures and options, 3 for a target that does not answer. */
  readonly exitCode: Extract<ExitCode, 2 | 3>

  constructor(message: string, exitCode: Extract<ExitCode, 2 | 3> = 2, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}
