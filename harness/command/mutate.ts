import { EXIT, type ExitCode } from '../../server/internal.ts'
import { NO_COUNTS } from '../model/counts.ts'
import { CoverageMap } from '../run/coverage.ts'
import { HarnessError } from '../model/failure.ts'
import { countScenarios } from '../model/plan.ts'
import type { RunSetting } from '../model/event.ts'
import { openReporters } from '../report/open-reports.ts'
import { plannedRoutes } from '../run/run-result.ts'
import type { Prepared } from './prepare.ts'
import type { TestWorld } from './world.ts'
import { mutate } from '../mutate/mutate.ts'
import { ScoreCard, scoreOf } from '../report/score-card.ts'

/** How faults are tried and reported. */
export interface MutateOptions {
  readonly reporter: readonly string[]
  readonly jobs: number
  readonly timeout: number
  /** The share of faults, in per cent, below which the run fails. */
  readonly mutateBreak: number
}

/**
 * `svc test-auth --mutate`: breaks the application in every way there is and reports which faults the tests do not notice.
 *
 * @returns 0 where the score reaches what is asked for, 1 where it does not, 4 where nothing could be broken
 * @throws HarnessError for an application in another process, and for tests that fail without a fault
 */
export async function testMutants(
  { setup, plan, seed, stream, renew }: Prepared,
  options: MutateOptions,
  world: TestWorld,
): Promise<ExitCode> {
  const { subject } = setup
  if (subject.kind !== 'local') {
    throw new HarnessError(
      'SVC_MUTATE_REMOTE',
      '--mutate breaks the application in this process: leave out --url and run it in the project',
    )
  }
  const started = performance.now()
  const choice = await openReporters(options.reporter, world.stdout)
  for (const reporter of choice.reporters) stream.subscribe(reporter)
  if (choice.terminal !== 'none') {
    const { stdout: write, color, interactive } = world
    stream.subscribe(new ScoreCard({ write, color, interactive, wanted: options.mutateBreak }))
  }
  const setting: RunSetting = { target: 'socket', origin: '', seed, title: world.title, version: world.version }
  try {
    stream.emit({ type: 'run.started', at: new Date().toISOString(), setting })
    stream.emit({ type: 'plan.ready', routes: plannedRoutes(plan), scenarios: countScenarios(plan) })
    const mutations = await mutate({
      api: subject.api,
      base: subject.base,
      setup,
      plan,
      renew,
      timeout: options.timeout,
      jobs: options.jobs,
      signal: world.signal,
      begin: (faults) => stream.emit({ type: 'mutation.planned', faults }),
      report: (mutation) => stream.emit({ type: 'mutation.ended', mutation }),
    })
    const score = scoreOf(mutations)
    const duration = performance.now() - started
    const exitCode = world.signal?.aborted
      ? EXIT.interrupted
      : exitCodeOf(score.total, score.percent, options.mutateBreak)
    stream.emit({
      type: 'run.ended',
      summary: {
        counts: NO_COUNTS,
        routes: plan.routes.length,
        protectedRoutes: new Set(mutations.map(({ route }) => route)).size,
        coverage: new CoverageMap(plan).result(),
        exitCode,
        ...(exitCode === 0 ? {} : { reason: `the tests catch ${score.killed} of ${score.total} faults` }),
        duration,
      },
    })
    return exitCode
  } finally {
    await stream.close()
  }
}

function exitCodeOf(total: number, percent: number, wanted: number): ExitCode {
  if (total === 0) return EXIT.untested
  return percent < wanted ? EXIT.findings : EXIT.ok
}
