import type Mocha from 'mocha'
import type { Finding, Verdict } from '../model/verdict.ts'
import type { Plan } from '../model/plan.ts'
import type { ScenarioFacts } from '../model/scenario.ts'
import type { RunSummary } from '../model/summary.ts'
import type { Reporter } from '../model/event.ts'
import type { Run } from './run.ts'
import { Verdicts } from './verdicts.ts'

/** How mocha presents a run. */
export interface SuiteOptions {
  /** One of mocha's own reporters; none of them if absent, since ours listen to the run itself. */
  readonly reporter?: string
  readonly bail: boolean
  /** The user's own test files, and how they are evaluated. */
  readonly specs: readonly string[]
  readonly importModule: (file: string) => Promise<unknown>
  /** Runs what a reporter of mocha's writes, where only reports may write to stdout. */
  readonly asReport?: <Result>(run: () => Result) => Result
}

/** The end of a run, and what became of the user's own tests. */
export interface SuiteResult {
  readonly summary: RunSummary
  readonly own: OwnTests
}

/** The tests of the user's own files: how many passed, and what failed. */
export interface OwnTests {
  readonly passed: number
  readonly failures: readonly { readonly title: string; readonly file: string | undefined; readonly stack: string }[]
}

const NO_TESTS: OwnTests = { passed: 0, failures: [] }

/**
 * Runs a plan, and presents it to mocha: one suite per route, one test per scenario. Where one of mocha's reporters is named, the
 * run comes first: some scenarios follow from answers, and reporters want to know at the start how many tests there are. The
 * user's own test files join the same run, and otherwise go on beside it. Where neither such files nor a reporter of mocha's
 * would see no tests: our own reporters listen to the run itself.
 */
export async function runSuite(
  plan: Plan,
  run: Run,
  stream: { subscribe(reporter: Reporter): void },
  options: SuiteOptions,
): Promise<SuiteResult> {
  if (options.reporter === undefined && options.specs.length === 0) return { summary: await run.start(), own: NO_TESTS }
  const { default: Mocha } = await import('mocha')
  const mocha = new Mocha({
    ui: 'bdd',
    bail: options.bail,
    timeout: 0,
    reporter: options.reporter ?? (Silent as unknown as Mocha.ReporterConstructor),
    forbidOnly: false,
  })
  // Thousands of tests of one run: forgetting each of them takes longer than the process lives on.
  mocha.cleanReferencesAfterRun(false)
  const verdicts = new Verdicts()
  stream.subscribe(verdicts)
  const start = (): Promise<RunSummary> => run.start().finally(() => verdicts.end())
  const first = options.reporter === undefined ? undefined : await start()
  addScenarios(Mocha, mocha.suite, presented(plan, verdicts.settled()), (id) => verdicts.of(id))
  await addSpecs(mocha, options)
  const ended = first ?? start()
  const own = await runMocha(mocha, options.asReport ?? ((write) => write()))
  const summary = await ended
  // Its listeners for uncaught errors would stay: --watch runs again and again.
  mocha.dispose()
  return { summary, own }
}

/** Resolves when every test has ended, with what became of those that are not scenarios. */
function runMocha(mocha: Mocha, asReport: <Result>(run: () => Result) => Result): Promise<OwnTests> {
  return new Promise((resolve) => {
    let passed = 0
    const failures: OwnTests['failures'][number][] = []
    const runner = asReport(() => mocha.run(() => resolve({ passed, failures })))
    // Reporters write in the listeners of its events; the tests themselves do not run in one.
    const emit = runner.emit.bind(runner)
    runner.emit = (...event: Parameters<typeof emit>): boolean => asReport(() => emit(...event))
    runner.on('pass', (test) => {
      if (!isScenario(test)) passed++
    })
    runner.on('fail', (test, error: unknown) => {
      if (isScenario(test)) return
      const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
      failures.push({ title: test.fullTitle(), file: test.file, stack })
    })
  })
}

/** The user's own tests for the terminal: a line, and each failure with its stack. */
export function formatOwnTests({ passed, failures }: OwnTests): string {
  const reported = failures.map(
    ({ title, file, stack }) => `  FAIL  ${title}${file === undefined ? '' : `  ${file}`}\n${indent(stack)}\n`,
  )
  return ['', ...reported, `  own tests  ${passed} passed  ${failures.length} failed`, ''].join('\n')
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '        ')
}

/** The scenarios of each route: those of the plan, and those that were tried without being planned. */
function presented(
  plan: Plan,
  settled: readonly Verdict[],
): ReadonlyMap<string, readonly Pick<ScenarioFacts, 'id' | 'name' | 'title'>[]> {
  const routes = new Map<string, Pick<ScenarioFacts, 'id' | 'name' | 'title'>[]>()
  for (const { route, scenarios } of plan.routes) routes.set(route.key, [...scenarios])
  const planned = new Set(plan.routes.flatMap(({ scenarios }) => scenarios.map(({ id }) => id)))
  for (const { scenario } of settled)
    if (!planned.has(scenario.id)) routes.set(scenario.route, [...(routes.get(scenario.route) ?? []), scenario])
  return routes
}

/** Adds one suite per route and one test per scenario below a suite. */
function addScenarios(
  { Suite, Test }: typeof Mocha,
  parent: Mocha.Suite,
  routes: ReturnType<typeof presented>,
  verdict: (id: string) => Promise<Verdict | undefined>,
): void {
  for (const [route, scenarios] of routes) {
    const suite = Suite.create(parent, route)
    suite.timeout(0)
    for (const scenario of scenarios) {
      const test = new Test(`${scenario.name}  ${scenario.title}`, async function (this: Mocha.Context) {
        const result = await verdict(scenario.id)
        if (result === undefined || SKIPPED.has(result.outcome)) return this.skip()
        await expectPassed(result)
      })
      SCENARIOS.add(test)
      suite.addTest(test)
    }
  }
}

/** Rejects with an assertion error that says sent, expected and got, unless the scenario passed. */
export async function expectPassed(verdict: Verdict): Promise<void> {
  if (verdict.outcome === 'passed') return
  // Loaded where it is needed: most runs end without an assertion.
  const { expect } = await import('chai')
  const message = verdict.finding === undefined ? (verdict.reason ?? verdict.outcome) : describeFinding(verdict.finding)
  expect(verdict.outcome, message).to.equal('passed')
}

/** A finding as a message of a few lines. */
function describeFinding({ sentence, sent, problems, scenario }: Finding): string {
  const lines = problems.map(({ expected, got }) => `  expected  ${expected}\n  got       ${got}`)
  return `${sentence}\n  sent      ${sent}\n${lines.join('\n')}\n  cause     ${scenario.cause} (CWE-${scenario.cwe})\n `
}

const SKIPPED: ReadonlySet<string> = new Set(['inconclusive', 'ignored', 'not-routed'])
const SCENARIOS = new WeakSet<object>()

function isScenario(test: object): boolean {
  return SCENARIOS.has(test)
}

async function addSpecs(mocha: Mocha, { specs, importModule }: SuiteOptions): Promise<void> {
  for (const file of specs) {
    mocha.suite.emit('pre-require', globalThis, file, mocha)
    const module = await importModule(file)
    mocha.suite.emit('require', module, file, mocha)
    mocha.suite.emit('post-require', globalThis, file, mocha)
  }
}

/** Says nothing: the run's own reporters do. */
function Silent(): void {}
