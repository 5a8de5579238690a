import type { ExitCode } from '../../server/internal.ts'
import { HarnessError } from '../model/failure.ts'
import type { MutateOptions } from './mutate.ts'
import { type LoadedFixtures, loadFixtures, type PrepareOptions, prepare } from './prepare.ts'
import { checkReporters } from '../report/open-reports.ts'
import { withSeed } from '../setup/seed.ts'
import { watched, withStop } from '../setup/stopped-server.ts'
import { type RunOptions, runTests } from './run.ts'
import type { ReplayOptions } from './replay-command.ts'
import type { TestWorld } from './world.ts'

/** Everything that the command line of `svc test-auth` can say, names as there. */
export interface TestOptions extends PrepareOptions, RunOptions, ReplayOptions, MutateOptions {
  readonly json: boolean
  /** A scenario to explain: its requests, expectations, and the mistake that it finds. */
  readonly explain?: string
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
  checkReporters(options.reporter)
  // The modules of a mode are loaded with it: a run starts without them.
  if (options.init) return (await import('./init.ts')).writeFixtures(world, options)
  const fixtures = await loadFixtures(options, world)
  const test = (): Promise<ExitCode> => testWith(fixtures, options, world)
  // A mode that sends nothing needs no test data.
  const isDry = options.list || options.explain !== undefined
  return isDry ? test() : withSeed(fixtures.fixtures, fixtures.name, world.signal, test)
}

async function testWith(fixtures: LoadedFixtures, options: TestOptions, given: TestWorld): Promise<ExitCode> {
  const world = { ...given, subject: watched(given.subject) }
  // Of an explanation the whole plan is read: what it does not have, the catalogue may.
  const wanted = options.explain === undefined ? options : { ...options, sample: 0 }
  const prepared = await prepare(wanted, world, fixtures).catch(async (error: unknown) => {
    throw await withStop(error, world.subject, options.timeout)
  })
  if (options.explain !== undefined)
    return (await import('./explain-scenario.ts')).explainScenario(prepared, options.explain, world)
  if (options.list) return (await import('./list.ts')).listPlan(prepared, options, world)
  if (options.curl && options.replay !== undefined)
    return (await import('./curl.ts')).printCurl(prepared, { ...options, replay: options.replay }, world)
  if (options.mutate) return (await import('./mutate.ts')).testMutants(prepared, options, world)
  return runTests(prepared, options, world)
}
