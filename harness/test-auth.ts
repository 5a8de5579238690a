import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SourcePosition } from 'svc'
import { applyBaseline, BaselineWriter, readBaseline } from './run/baseline.ts'
import type { FixtureFile } from './fixtures/define.ts'
import { describeLiteralSecrets } from './fixtures/literal-secrets.ts'
import { writeSkeleton } from './fixtures/skeleton.ts'
import { findFixtures, type ImportModule, readFixtures } from './fixtures/read.ts'
import { HarnessError } from './failure.ts'
import type { ExitCode, Plan, Remark, Reporter, RunSetting } from './model.ts'
import { countScenarios } from './plan/plan.ts'
import { testMutants } from './mutate/test-mutants.ts'
import { EventStream } from './report/index.ts'
import { openReporters, type ReporterChoice } from './report/open.ts'
import { TerminalReporter } from './report/terminal.ts'
import { plannedRoutes } from './run/run-result.ts'
import { Run } from './run/run.ts'
import { selectPlan } from './plan/select.ts'
import { listPlan, printCurl } from './plan/show-plan.ts'
import { createSeed, routesOfSubject, setUp, type Setup, type SetupInput, type Subject } from './setup.ts'
import { catchStrays } from './run/strays.ts'
import { formatOwnTests, runSuite } from './run/suite.ts'

/** Everything that the command line of `svc test-auth` can say, names as there. */
export interface TestOptions {
  readonly routes: readonly string[]
  readonly fixtures?: string
  readonly only: readonly string[]
  readonly skip: readonly string[]
  readonly role: readonly string[]
  readonly reporter: readonly string[]
  readonly grep?: string
  /** 0 for none. */
  readonly bail: number
  readonly jobs: number
  readonly replay?: string
  readonly curl: boolean
  readonly baseline?: string
  readonly updateBaseline: boolean
  readonly unsafe: boolean
  readonly timeout: number
  readonly seed?: string
  readonly list: boolean
  readonly json: boolean
  readonly inProcess: boolean
  readonly strict: boolean
  readonly contract: boolean
  readonly allowExec: boolean
  readonly init: boolean
  /** Breaks the application, one fault at a time, and tells which ones the tests do not notice. */
  readonly mutate: boolean
  /** With `mutate`: the share of faults, in per cent, below which the run fails. */
  readonly mutateBreak: number
}

/** Where the tests run and what they say it to. */
export interface TestWorld {
  /** Folder of the project, absolute. */
  readonly root: string
  readonly subject: Subject
  /** Files that did not load: their routes answer 503 and cannot be tested. */
  readonly problems: readonly { readonly message: string; readonly position?: SourcePosition | undefined }[]
  readonly importModule: ImportModule
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  readonly color: boolean
  readonly interactive: boolean
  readonly signal?: AbortSignal
  readonly title: string
  readonly version: string
  /** The user's own test files. */
  readonly specs: readonly string[]
}

/**
 * `svc test-auth`: load -> plan -> replay -> check -> report.
 *
 * @throws HarnessError for what the user has to mend first.
 */
export async function testAuth(options: TestOptions, world: TestWorld): Promise<ExitCode> {
  if (world.problems.length > 0 && world.subject.kind === 'local' && world.subject.api.operations().length === 0) {
    throw new HarnessError(`nothing of the application loads: ${world.problems[0]?.message ?? ''}`, 3)
  }
  const remarks: Remark[] = []
  const stream = new EventStream()
  const say = (remark: Remark): void => void remarks.push(remark)
  const routes = routesOfSubject(world.subject)
  if (options.init) {
    world.stderr(`${writeSkeleton(world.root, routes)}  written; fill in where the secrets come from\n`)
    return 0
  }
  const { fixtures, name, directory } = await loadFixtures(options, world)
  const seed = options.seed ?? createSeed()
  const input: SetupInput = {
    subject: world.subject,
    fixtures,
    fixturesName: name,
    source: { env: world.env, directory, allowExec: options.allowExec },
    seed,
    timeout: options.timeout,
    inProcess: options.inProcess,
    dry: options.list,
    strictContract: options.contract,
    remark: (remark) => stream.emit({ type: 'remark', remark }),
  }
  const setup = await setUp(input).catch((error: unknown) => {
    throw withLoadProblem(error, world.problems)
  })
  for (const { message } of world.problems)
    say({ kind: 'warning', message: `does not load, so it is not tested: ${message}` })
  const literals = describeLiteralSecrets(setup.fixtures.literals, name)
  if (literals !== undefined) say({ kind: 'warning', message: literals })
  const plan = choosePlan(setup, options)
  if (options.list) return listPlan(plan, setup, options, world)
  if (options.curl && options.replay !== undefined) return printCurl(plan, options.replay, setup, world)
  if (options.mutate) return testMutants({ options, world, setup, plan, seed, stream, renew: () => setUp(input) })
  return execute({ options, world, setup, plan, seed, stream, remarks: [...remarks, ...plan.remarks] })
}

/** Fixtures may well name what a file declares that does not load: that has to be mended first. */
function withLoadProblem(error: unknown, [problem]: TestWorld['problems']): unknown {
  if (problem === undefined || !(error instanceof HarnessError)) return error
  return new HarnessError(`${problem.message}  Until it loads: ${error.message}`, error.exitCode, { cause: error })
}

interface Execution {
  readonly options: TestOptions
  readonly world: TestWorld
  readonly setup: Setup
  readonly plan: Plan
  readonly seed: string
  readonly stream: EventStream
  readonly remarks: readonly Remark[]
}

async function execute({ options, world, setup, plan, seed, stream, remarks }: Execution): Promise<ExitCode> {
  const choice = openReporters(options.reporter, world.stdout)
  subscribe(stream, choice, options, world)
  if (options.updateBaseline) stream.subscribe(new BaselineWriter(baselineFile(options, world)))
  const { targets, context } = await setup.open()
  const strays = catchStrays()
  try {
    const setting: RunSetting = {
      target: world.subject.kind === 'remote' ? 'url' : options.inProcess ? 'in-process' : 'socket',
      origin: targets.origin,
      seed,
      title: world.title,
      version: world.version,
    }
    stream.emit({ type: 'run.started', at: new Date().toISOString(), setting })
    stream.emit({ type: 'plan.ready', routes: plannedRoutes(plan), scenarios: countScenarios(plan) })
    for (const remark of remarks) stream.emit({ type: 'remark', remark })
    const run = new Run({
      plan,
      targets,
      context,
      ledger: setup.ledger,
      emit: (event) => stream.emit(event),
      jobs: options.jobs,
      bail: options.bail,
      strict: options.strict,
      safe: setup.safe,
      repeat: world.subject.kind === 'remote',
      ...(world.signal === undefined ? {} : { signal: world.signal }),
    })
    const { summary, own } = await runSuite(plan, run, {
      bail: options.bail > 0,
      specs: world.specs,
      importModule: world.importModule,
      ...(choice.mocha === undefined ? {} : { reporter: choice.mocha }),
    })
    // A reporter of mocha's has told of them.
    if (world.specs.length > 0 && choice.mocha === undefined) world.stderr(formatOwnTests(own))
    // What a new baseline accepts is no failure.
    const exitCode = options.updateBaseline && summary.exitCode === 1 ? 0 : summary.exitCode
    const uncaught = strays.describe(context.redactor)
    world.stderr(uncaught)
    return exitCode === 0 && (own.failures.length > 0 || uncaught !== '') ? 1 : exitCode
  } finally {
    strays.end()
    await targets.close()
    await stream.close()
  }
}

function subscribe(
  stream: EventStream,
  choice: ReporterChoice,
  { curl }: Pick<TestOptions, 'curl'>,
  { stdout, color, interactive }: Pick<TestWorld, 'stdout' | 'color' | 'interactive'>,
): void {
  for (const reporter of choice.reporters) stream.subscribe(reporter)
  if (choice.terminal === 'none') return
  const terminal: TerminalReporter & Reporter = new TerminalReporter({
    write: stdout,
    color,
    interactive,
    brief: choice.terminal === 'brief',
    curl,
  })
  for (const file of choice.files) terminal.addFile(file)
  stream.subscribe(terminal)
}

async function loadFixtures(
  options: TestOptions,
  { root, importModule }: TestWorld,
): Promise<{ readonly fixtures: FixtureFile; readonly name: string; readonly directory: string }> {
  const path = options.fixtures ?? findFixtures(root)
  if (path === undefined) return { fixtures: {}, name: 'no fixtures', directory: root }
  const { fixtures, file, name } = await readFixtures(path, root, importModule)
  return { fixtures, name, directory: dirname(file) }
}

function choosePlan(setup: Setup, options: TestOptions): Plan {
  const plan = selectPlan(setup.plan, {
    routes: options.routes,
    only: options.only,
    skip: options.skip,
    roles: options.role,
    grep: options.grep,
    replay: options.replay,
  })
  if (options.baseline === undefined || (options.updateBaseline && !existsSync(options.baseline))) return plan
  return applyBaseline(plan, readBaseline(options.baseline))
}

function baselineFile({ baseline }: TestOptions, { root }: TestWorld): string {
  return baseline ?? join(root, 'fixtures', 'auth.baseline.json')
}
