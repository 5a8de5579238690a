/** Uncaught errors while the application was tested, each message once. In production each ends the process. */
export interface Strays {
  /**
   * Lines for people; empty if there were no errors.
   *
   * @param redact removes secrets from a text
   */
  describe(redact: (text: string) => string): string
  /** Hands both events back to Node. */
  end(): void
}

/** Listens for uncaught exceptions and unhandled rejections: a request that causes one must not end the run. */
export function catchStrays(): Strays {
  const stacks = new Map<string, string>()
  const note = (thrown: unknown): void => {
    const { message, stack = message } = thrown instanceof Error ? thrown : new Error(String(thrown))
    if (!stacks.has(message)) stacks.set(message, stack)
  }
  for (const event of EVENTS) process.on(event, note)
  return {
    describe: (redact) => [...stacks.values()].map((stack) => `error: ${CAUSE}: ${redact(stack)}\n`).join(''),
    end: () => {
      for (const event of EVENTS) process.off(event, note)
    },
  }
}

const EVENTS = ['uncaughtException', 'unhandledRejection'] as const
const CAUSE = 'uncaught, which ends a process that serves'
