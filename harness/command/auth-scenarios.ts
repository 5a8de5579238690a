import type { AnyApi } from '../model/application.ts'
import type { FixtureFile } from '../credentials/define.ts'
import type { Plan } from '../model/plan.ts'
import type { Remark } from '../model/remark.ts'
import type { Verdict } from '../model/verdict.ts'
import { selectScenarios } from '../plan/plan.ts'
import { formatRemark } from '../report/remark.ts'
import { Run } from '../run/run.ts'
import { Verdicts } from '../run/verdicts.ts'
import { isProtected } from '../model/route.ts'
import { plantSeed, type Seeded } from '../setup/seed.ts'
import { createSeed, setUp, type Setup } from '../setup/setup.ts'
import { expectPassed } from '../run/mocha-suite.ts'

/** One scenario as a test of any runner. */
export interface ScenarioTest {
  /** `GET /pets key.prefix`. */
  readonly name: string
  readonly id: string
  /** Rejects with an assertion error that says sent, expected and got. */
  readonly run: () => Promise<void>
  /** Resolves to what became of it. */
  readonly verdict: () => Promise<Verdict>
}

/** The scenarios of an application. */
export interface AuthScenarios {
  /** All of them, to be declared one by one: `for (const test of scenarios.tests) it(test.name, test.run)`. */
  readonly tests: readonly ScenarioTest[]
  /**
   * Notes that are not findings, a line each: scenarios that are not sent, routes without a good
   * credential, what could not be decided. It grows while scenarios run: print it when they have.
   */
  readonly remarks: readonly string[]
  /** Runs those of one route and rejects with the first finding; with `GET /pets` as the route's name. */
  for(route: string): Promise<readonly Verdict[]>
  /** Stops what was started, and removes the test data of `seed`. */
  close(): Promise<void>
}

const RECORDS_LEFT_OUT =
  'the records of the fixtures (resources) are not asked for here: what is sent depends on answers. Run svc test-auth --only resource,field'

/** How the scenarios are made. */
export interface AuthScenarioOptions {
  readonly fixtures?: FixtureFile
  /** Before every path, where the API does not have it in its own list: `/api`. */
  readonly base?: string
  /** Names of scenarios or beginnings of them; all if absent. */
  readonly only?: readonly string[]
}

/**
 * The scenarios of `svc test-auth` for mocha, vitest or node:test.
 *
 * @example
 * const scenarios = await authScenarios(api, { fixtures })
 * for (const { name, run } of scenarios.tests) test(name, run)
 * after(async () => {
 *   await scenarios.close()
 *   for (const line of scenarios.remarks) console.warn(line)
 * })
 */
export async function authScenarios(api: AnyApi, options: AuthScenarioOptions = {}): Promise<AuthScenarios> {
  const { fixtures = {}, base = '', only = [] } = options
  const remarks = new Set<string>()
  const seed = createSeed()
  const remark = (one: Remark): void => void remarks.add(formatRemark(one))
  const seeded = await plantSeed(fixtures, 'fixtures')
  const setup = await setUp({
    subject: { kind: 'local', api, base },
    fixtures,
    fixturesName: 'fixtures',
    source: { env: process.env, directory: process.cwd(), allowExec: false },
    seed,
    timeout: 5_000,
    inProcess: false,
    dry: false,
    strictContract: false,
    remark,
  }).catch((error: unknown) => seeded.remove().then(() => Promise.reject(error)))
  const plan = selectScenarios(
    setup.plan,
    ({ name }) => only.length === 0 || only.some((prefix) => name.startsWith(prefix)),
  )
  for (const one of plan.remarks) remark(one)
  if (setup.fixtures.resources !== undefined) remark({ kind: 'warning', message: RECORDS_LEFT_OUT })
  for (const { route, noControl } of setup.plan.routes)
    if (noControl !== undefined && isProtected(route)) remark({ kind: 'warning', route: route.key, message: noControl })
  const command = `npx svc test-auth --seed ${seed}`
  const running = new RunningPlan(plan, setup, command, (verdict) => {
    const { outcome, reason = '', scenario } = verdict
    if (outcome === 'inconclusive')
      remark({ kind: 'warning', route: scenario.route, message: `not decided: ${reason}` })
  })
  const tests = plan.routes.flatMap(({ route, scenarios }) =>
    scenarios.map(({ id, name }) => ({
      id,
      name: `${route.key} ${name}`,
      verdict: () => running.verdict(id),
      run: async () => expectDecided(await running.verdict(id)),
    })),
  )
  return {
    tests,
    get remarks() {
      return [...remarks]
    },
    for: async (route) => {
      const routePlan = plan.routes.find((one) => one.route.key === route)
      if (routePlan === undefined)
        throw new Error(`there is no route ${route}; routes are ${plan.routes.map((one) => one.route.key).join(', ')}`)
      const verdicts = await Promise.all(routePlan.scenarios.map(({ id }) => running.verdict(id)))
      for (const verdict of verdicts) await expectDecided(verdict)
      if (isProtected(routePlan.route) && verdicts.length === 0) throw new Error(`nothing was tested on ${route}`)
      return verdicts
    },
    close: () => closeAll(running, seeded),
  }
}

async function closeAll(running: RunningPlan, seeded: Seeded): Promise<void> {
  try {
    await running.close()
  } finally {
    await seeded.remove()
  }
}

interface StartedRun {
  readonly verdicts: Verdicts
  readonly ended: Promise<unknown>
  close(): Promise<void>
}

/** Starts the run with the first verdict that is asked for. */
class RunningPlan {
  readonly #plan: Plan
  readonly #setup: Setup
  readonly #command: string
  readonly #onVerdict: (verdict: Verdict) => void
  #started: Promise<StartedRun> | undefined

  constructor(plan: Plan, setup: Setup, command: string, onVerdict: (verdict: Verdict) => void) {
    this.#plan = plan
    this.#setup = setup
    this.#command = command
    this.#onVerdict = onVerdict
  }

  async verdict(id: string): Promise<Verdict> {
    const { verdicts } = await (this.#started ??= this.#start())
    const verdict = await verdicts.of(id)
    if (verdict === undefined) throw new Error(`the scenario ${id} was not run`)
    return verdict
  }

  async close(): Promise<void> {
    const started = await this.#started
    await started?.ended
    await started?.close()
  }

  async #start(): Promise<StartedRun> {
    const { targets, context } = await this.#setup.open()
    const verdicts = new Verdicts()
    const run = new Run({
      plan: this.#plan,
      targets,
      context: { ...context, command: this.#command },
      ledger: this.#setup.ledger,
      emit: (event) => {
        verdicts.report(event)
        if (event.type === 'scenario.ended') this.#onVerdict(event.verdict)
      },
      jobs: 4,
      bail: 0,
      strict: false,
      safe: false,
      repeat: false,
    })
    const ended = run.start().finally(() => verdicts.end())
    return { verdicts, ended, close: () => targets.close() }
  }
}

/** An undecided scenario is not a failure here: the run of `svc test-auth` reports it. */
async function expectDecided(verdict: Verdict): Promise<void> {
  if (verdict.outcome === 'failed') await expectPassed(verdict)
}
