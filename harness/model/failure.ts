import type { ExitCode } from '../../server/internal.ts'

/** Why a run cannot go on: docs/reference/errors.md explains each. */
export type HarnessErrorCode =
  | 'SVC_BASELINE_INVALID'
  | 'SVC_BASE_WRONG'
  | 'SVC_CRACK'
  | 'SVC_DOCUMENT_INVALID'
  | 'SVC_RECORDING'
  | 'SVC_DOCUMENT_MISSING'
  | 'SVC_FIXTURES_EXIST'
  | 'SVC_FIXTURES_MISSING'
  | 'SVC_FIXTURES_UNREADABLE'
  | 'SVC_FIXTURE_CONFLICT'
  | 'SVC_FIXTURE_LOGIN'
  | 'SVC_FIXTURE_PLACEHOLDER'
  | 'SVC_FIXTURE_SCENARIO'
  | 'SVC_FIXTURE_SECRET'
  | 'SVC_FIXTURE_SEED'
  | 'SVC_FIXTURE_SESSION'
  | 'SVC_FIXTURE_TYPE'
  | 'SVC_FIXTURE_UNKNOWN'
  | 'SVC_MATRIX_MISSING'
  | 'SVC_MUTATE_FAILING'
  | 'SVC_MUTATE_REMOTE'
  | 'SVC_NOTHING_LOADS'
  | 'SVC_REPORTER_UNKNOWN'
  | 'SVC_REPORT_UNWRITABLE'
  | 'SVC_SELECTION_PATTERN'
  | 'SVC_SELECTION_UNKNOWN'
  | 'SVC_SERVER_ADDRESS'
  | 'SVC_SERVER_STOPPED'
  | 'SVC_SERVER_UNREACHABLE'

/** A run that cannot go on, with what the user can do about it: a fixture, a name or an address is wrong. */
export class HarnessError extends Error {
  override readonly name = 'HarnessError'
  readonly code: HarnessErrorCode
  /** The exit status of the run: 2 for fixtures and options, 3 for a target that does not answer, 1 for one that a request ended. */
  readonly exitCode: Extract<ExitCode, 1 | 2 | 3>

  constructor(
    code: HarnessErrorCode,
    message: string,
    exitCode: Extract<ExitCode, 1 | 2 | 3> = 2,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.code = code
    this.exitCode = exitCode
  }
}
