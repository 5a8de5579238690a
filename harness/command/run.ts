import { join } from 'node:path'
import { ACCESS_FILE, type ExitCode } from '../../server/internal.ts'
import type { Reporter, RunSetting } from '../model/event.ts'
import type { Route } from '../model/route.ts'
import { countRequests, countScenarios } from '../model/plan.ts'
import { AccessFile } from '../report/access-file.ts'
import { routesIn } from '../plan/select.ts'
import type { EventStream } from '../report/event-stream.ts'
import { watchPrinted } from '../observe/printed.ts'
import { Progress } from '../report/progress.ts'
import { foldNames } from '../report/remark.ts'
import type { Targets } from '../targets/targets.ts'
import { openReporters, type ReporterChoice } from '../report/open-reports.ts'
import { TerminalReporter } from '../report/terminal.ts'
import { BaselineWriter } from '../run/baseline.ts'
import { plannedRoutes } from '../run/run-result.ts'
import { Run } from '../run/run.ts'
import type { RunInput } from '../run/run-input.ts'
import { catchStrays } from '../run/strays.ts'
import { secretsIn } from '../subject/redactor-for.ts'
import { formatOwnTests, runSuite } from '../run/mocha-suite.ts'
import { type MatrixOptions, openMatrix } from './matrix.ts'
import type { Prepared, SelectOptions } from './prepare.ts'
import { describeDevServer, DEV_ORIGIN, replayCommand, type ReplayOptions } from './replay-command.ts'
import { describeUnsafe, unsafeLater } from './unsafe-notice.ts'
import type { Output, TestWorld } from './world.ts'

/** How the plan is run and reported. */
export interface RunOptions extends MatrixOptions {
  readonly reporter: readonly string[]
  /** 0 for none. */
  readonly bail: number
  readonly jobs: number
  readonly curl: boolean
  /** Every finding is shown, not one of each cause. */
  readonly all: boolean
  readonly baseline?: string
  readonly updateBaseline: boolean
  readonly inProcess: boolean
  readonly strict: boolean
  /** Routes on which much could not be decided do not matter. */
  readonly lenient: boolean
  /** Milliseconds to wait for an answer. */
  readonly timeout: number
  /** Requests in a second, at most; as fast as it goes if absent. */
  readonly rate?: number
}

/** Replays the plan, checks the answers and reports, together with the user's own tests. */
export async function runTests(
  { setup, plan, seed, stream, remarks, stage }: Prepared,
  options: RunOptions & ReplayOptions & SelectOptions,
  world: TestWorld,
): Promise<ExitCode> {
  const choice = await openReporters(options.reporter, world.stdout)
  const matrix = openMatrix(options, world, choice.terminal !== 'none')
  const progress = subscribe(stream, choice, options, { ...world, planned: countRequests(plan) })
  const baseline = options.updateBaseline ? new BaselineWriter(baselineFile(options, world)) : undefined
  const access = world.subject.kind === 'local' ? new AccessFile(join(world.root, ACCESS_FILE)) : undefined
  for (const other of [baseline, matrix, access]) if (other !== undefined) stream.subscribe(other)
  const later = stage === undefined ? [] : routesIn(setup.routes, options)
  const changed = unsafeLater(later, setup.fixtures, world.subject)
  world.stderr(describeUnsafe(plan, setup.routes, world.subject.kind === 'remote', changed))
  const { targets, context: opened } = await setup.open()
  const context = {
    ...opened,
    command: replayCommand(options, { ...world, seed }),
    // The run's own port is closed when its report is read.
    ...(world.subject.kind === 'local' ? { shownOrigin: DEV_ORIGIN } : {}),
  }
  const strays = catchStrays()
  const printed = world.subject.kind === 'local' ? watchPrinted(secretsIn(setup.fixtures)) : undefined
  try {
    announce(stream, { plan, remarks, later }, settingOf(options, world, setup, { seed, origin: targets.origin }))
    const run = new Run({
      plan,
      targets: counted(targets, progress),
      context,
      ledger: setup.ledger,
      ...(printed && { printed }),
      emit: (event) => stream.emit(event),
      ...limitsOf(options),
      safe: setup.safe,
      ...serverOf(world),
      ...(stage === undefined ? {} : { stage }),
      ...(world.signal === undefined ? {} : { signal: world.signal }),
    })
    const { summary, own } = await runSuite(plan, run, stream, suiteOptionsOf(options, world, choice))
    // A reporter of mocha has reported them.
    if (world.specs.length > 0 && choice.mocha === undefined) world.stderr(formatOwnTests(own))
    // A finding that a new baseline accepts is not a failure.
    const exitCode = options.updateBaseline && summary.exitCode === 1 ? 0 : summary.exitCode
    if (options.curl && world.subject.kind === 'local' && summary.counts.failed > 0)
      world.stderr(describeDevServer(options))
    const uncaught = strays.describe((text) => context.redactor.redact(text))
    world.stderr(uncaught)
    const end = matrix?.end(world.signal?.aborted !== true)
    world.stderr(end?.text ?? '')
    return exitCode === 0 && (own.failures.length > 0 || uncaught !== '' || end?.hasChanged) ? 1 : exitCode
  } finally {
    strays.end()
    printed?.end()
    for (const text of foldNames(await setup.cleanUp())) world.stderr(`made, and could not be deleted: ${text}\n`)
    await targets.close()
    await stream.close()
    if (baseline !== undefined) world.stderr(baseline.describe())
  }
}

/** Another server may have had a bad moment. */
function serverOf({ subject }: TestWorld): Pick<RunInput, 'repeat' | 'before'> {
  return subject.kind === 'remote' ? { repeat: true, before: subject.traffic } : { repeat: false }
}

function limitsOf({
  jobs,
  bail,
  strict,
  timeout,
  rate,
  lenient,
  sample,
}: RunOptions & SelectOptions): Pick<RunInput, Limit> {
  return { jobs, bail, strict, timeout, rate, lenient, sample }
}

type Limit = 'jobs' | 'bail' | 'strict' | 'timeout' | 'rate' | 'lenient' | 'sample'

function suiteOptionsOf(
  { bail }: RunOptions,
  { specs, importModule, asReport }: TestWorld,
  { mocha }: ReporterChoice,
): Parameters<typeof runSuite>[3] {
  return {
    bail: bail > 0,
    specs,
    importModule,
    ...(asReport === undefined ? {} : { asReport }),
    ...(mocha === undefined ? {} : { reporter: mocha }),
  }
}

function settingOf(
  { inProcess }: Pick<ReplayOptions, 'inProcess'>,
  { subject, title, version }: TestWorld,
  { fixtures: { users } }: Prepared['setup'],
  { seed, origin }: Pick<RunSetting, 'seed' | 'origin'>,
): RunSetting {
  return {
    target: subject.kind === 'remote' ? 'url' : inProcess ? 'in-process' : 'socket',
    origin,
    seed,
    title,
    version,
    users: Object.entries(users).map(([name, { roles }]) => ({ name, roles })),
  }
}

/** The events before the first request. */
function announce(
  stream: EventStream,
  { plan, remarks, later }: Pick<Prepared, 'plan' | 'remarks'> & { readonly later: readonly Route[] },
  setting: RunSetting,
): void {
  stream.emit({ type: 'run.started', at: new Date().toISOString(), setting })
  const planned = plannedRoutes(plan)
  const known = new Set(planned.map(({ route }) => route.key))
  // A stage may find something on a route that the plan has nothing for.
  const others = later.filter(({ key }) => !known.has(key)).map((route) => ({ route, scenarios: 0 }))
  stream.emit({ type: 'plan.ready', routes: [...planned, ...others], scenarios: countScenarios(plan) })
  for (const remark of remarks) stream.emit({ type: 'remark', remark })
}

function subscribe(
  stream: EventStream,
  choice: ReporterChoice,
  { curl, all, matrix }: Pick<RunOptions, 'curl' | 'all' | 'matrix'>,
  { stdout, stderr, color, rewrites = false, planned }: Output & { readonly planned: number },
): Progress {
  const progress = new Progress({ write: stderr, rewrites, planned })
  // Before the others: its line is gone when they write.
  stream.subscribe(progress)
  for (const reporter of choice.reporters) stream.subscribe(reporter)
  if (choice.terminal === 'none') return progress
  const terminal: TerminalReporter & Reporter = new TerminalReporter({
    write: stdout,
    color,
    brief: choice.terminal === 'brief',
    curl,
    all,
    matrix: matrix === '',
  })
  for (const file of choice.files) terminal.addFile(file)
  stream.subscribe(terminal)
  return progress
}

/** The same targets; the progress knows of their requests. */
function counted(targets: Targets, progress: Progress): Targets {
  const of: Targets['of'] = (scenario) => {
    progress.sent(scenario.steps.length)
    return targets.of(scenario)
  }
  return { ...targets, of }
}

function baselineFile({ baseline }: Pick<RunOptions, 'baseline'>, { root }: TestWorld): string {
  return baseline ?? join(root, 'fixtures', 'auth.baseline.json')
}
