import type { FixtureFile } from '../credentials/define.ts'
import type { Unseed } from '../credentials/seed-function.ts'
import { HarnessError } from '../model/failure.ts'

/** Test data that are there. */
export interface Seeded {
  /** Removes them, once, however often it is called. */
  remove(): Promise<void>
}

/**
 * Calls `seed` of the fixtures.
 *
 * @param name of the fixtures, for messages
 * @throws HarnessError `SVC_FIXTURE_SEED` if it throws, or returns anything but a function or nothing
 */
export async function plantSeed({ seed }: Pick<FixtureFile, 'seed'>, name: string): Promise<Seeded> {
  if (seed === undefined) return { remove: async () => undefined }
  let undo: unknown
  try {
    undo = await seed()
  } catch (error) {
    throw failed(`${name}  seed threw`, error)
  }
  if (undo !== undefined && typeof undo !== 'function') {
    const fix = 'Return the function that removes the test data, or nothing.'
    throw new HarnessError('SVC_FIXTURE_SEED', `${name}  seed returned ${describe(undo)}. ${fix}`)
  }
  let removed: Promise<void> | undefined
  const remove = async (): Promise<void> => {
    try {
      await (undo as Unseed | undefined)?.()
    } catch (error) {
      throw failed(`${name}  the function that seed returned threw, so test data may be left`, error)
    }
  }
  return { remove: () => (removed ??= remove()) }
}

/**
 * Does something while the test data are there, and removes them after it: also where it throws, and where the signal is
 * aborted in the meantime, which would end the program at once if nothing waited for it.
 */
export async function withSeed<T>(
  fixtures: Pick<FixtureFile, 'seed'>,
  name: string,
  signal: AbortSignal | undefined,
  run: () => Promise<T>,
): Promise<T> {
  if (fixtures.seed === undefined) return run()
  const wait = (): void => undefined
  signal?.addEventListener('abort', wait)
  try {
    const seeded = await plantSeed(fixtures, name)
    try {
      return await run()
    } finally {
      await seeded.remove()
    }
  } finally {
    signal?.removeEventListener('abort', wait)
  }
}

function failed(what: string, error: unknown): HarnessError {
  const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return new HarnessError('SVC_FIXTURE_SEED', `${what}: ${why.split('\n')[0]}`, 2, { cause: error })
}

function describe(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`
}
