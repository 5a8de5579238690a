/** The exit statuses of the program (semantics 8). */
export const EXIT = {
  ok: 0,
  /** Something was found: a failed scenario, a drifted lock file. */
  findings: 1,
  /** Wrong arguments, or a configuration that cannot be used. */
  usage: 2,
  /** The target does not answer, or nothing of the application loads. */
  unreachable: 3,
  /** There was nothing to test. */
  untested: 4,
  /** Ended by SIGINT: 128 + 2, as shells count. */
  interrupted: 130,
  /** Ended by SIGTERM: 128 + 15. */
  terminated: 143,
} as const

/** One of {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
