import { expect } from 'chai'
import Mocha from 'mocha'
import type { Finding, Plan, RunSummary, Verdict } from './model.ts'
import type { Run } from './run.ts'

/** How mocha presents a run. */
export interface SuiteOptions {
  /** One of mocha's own reporters; none of them if absent, since ours listen to the run itself. */
  readonly reporter?: string
  readonly bail: boolean
  /** The user's own test files, and how they are evaluated. */
  readonly specs: readonly string[]
  readonly importModule: (file: string) => Promise<unknown>
}

/** The end of a run, and how many of the user's own tests failed. */
export interface SuiteResult {
  readonly summary: RunSummary
  readonly failures: number
}

/**
 * Runs a plan as mocha tests: one suite per route, one test per scenario, each waiting for its verdict while the
 * replay goes on beside it. The user's own test files join the same run.
 */
export async function runSuite(plan: Plan, run: Run, options: SuiteOptions): Promise<SuiteResult> {
  const mocha = new Mocha({
    ui: 'bdd',
    bail: options.bail,
    timeout: 0,
    reporter: options.reporter ?? (Silent as unknown as Mocha.ReporterConstructor),
    forbidOnly: false,
  })
  // Thousands of tests of one run: forgetting each of them takes longer than the process lives on.
  mocha.cleanReferencesAfterRun(false)
  addScenarios(mocha.suite, plan, (id) => run.verdict(id))
  await addSpecs(mocha, options)
  const ended = run.start()
  const failures = await new Promise<number>((resolve) => {
    let own = 0
    const runner = mocha.run(() => resolve(own))
    runner.on('fail', (test) => {
      if (!isScenario(test)) own++
    })
  })
  const summary = await ended
  // Its listeners for what nobody caught would stay: --watch runs again and again.
  mocha.dispose()
  return { summary, failures }
}

/** Adds one suite per route and one test per scenario below a suite. */
function addScenarios(parent: Mocha.Suite, plan: Plan, verdict: (id: string) => Promise<Verdict | undefined>): void {
  for (const { route, scenarios } of plan.routes) {
    const suite = Mocha.Suite.create(parent, route.key)
    suite.timeout(0)
    for (const scenario of scenarios) {
      const test = new Mocha.Test(`${scenario.name}  ${scenario.title}`, async function (this: Mocha.Context) {
        const result = await verdict(scenario.id)
        if (result === undefined || SKIPPED.has(result.outcome)) return this.skip()
        expectPassed(result)
      })
      SCENARIOS.add(test)
      suite.addTest(test)
    }
  }
}

/** Throws an assertion error that says sent, expected and got, unless the scenario passed. */
export function expectPassed(verdict: Verdict): void {
  if (verdict.outcome === 'passed') return
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
