import { HarnessError } from '../model/failure.ts'
import type { ExitCode } from '../model/summary.ts'
import { printCurl } from './curl.ts'
import { writeFixtures } from './init.ts'
import { listPlan } from './list.ts'
import { type MutateOptions, testMutants } from './mutate.ts'
import { type PrepareOptions, prepare } from './prepare.ts'
import { type RunOptions, runTests } from './run.ts'
import type { ReplayOptions } from './replay-command.ts'
import type { TestWorld } from './world.ts'

/** Everything that the command line of `svc test-auth` can say, names as there. */
export interface TestOptions extends PrepareOptions, RunOptions, ReplayOptions, MutateOptions {
  readonly json: boolean
  readonly unsafe: boolean
  readonly init: boolean
  /** Breaks the application, one fault at a time, and reports which ones the tests do not notice. */
  readonly mutate: boolean
}

/**
 * `svc test-auth`: load -> plan -> replay -> check -> report, or the mode that the options name.
 *
 * @throws HarnessError for what the user has to mend first.
 */
export async function testAuth(options: TestOptions, world: TestWorld): Promise<ExitCode> {
  const { subject, problems } = world
  if (problems.length > 0 && subject.kind === 'local' && subject.api.operations().length === 0) {
    throw new HarnessError('SVC_NOTHING_LOADS', `nothing of the application loads: ${problems[0]?.message ?? ''}`, 3)
  }
  if (options.init) return writeFixtures(world)
  const prepared = await prepare(options, world)
  if (options.list) return listPlan(prepared, options, world)
  if (options.curl && options.replay !== undefined) return printCurl(prepared, options.replay, world)
  if (options.mutate) return testMutants(prepared, options, world)
  return runTests(prepared, options, world)
}
