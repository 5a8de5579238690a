import type { Operation } from 'svc'
import type { AnyApi } from '../model/application.ts'
import { HarnessError } from '../model/failure.ts'
import { Limit } from '../run/limit.ts'
import type { MutationResult, PlannedFault } from '../model/event.ts'
import type { Plan, RoutePlan } from '../model/plan.ts'
import type { Scenario } from '../model/scenario.ts'
import { isProtected } from '../model/route.ts'
import type { Setup } from '../setup/setup.ts'
import { createMutants, type Mutant } from './mutants.ts'
import { checkRecords, type ResourceFault, resourceFaults, resultOfFault, tryResourceFault } from './resource-faults.ts'
import { tryOut } from './trial.ts'

/** The application that is broken, and how it is tested. */
export interface MutationInput {
  readonly api: AnyApi
  readonly base: string
  readonly setup: Setup
  /** The part of the plan that is wanted. */
  readonly plan: Plan
  /** The same fixtures again, with unused sessions: some operations end the session that they are given. */
  readonly renew: (api?: AnyApi) => Promise<Setup>
  /** Milliseconds to wait for an answer. */
  readonly timeout: number
  /** Faults tried at the same time. */
  readonly jobs: number
  readonly signal: AbortSignal | undefined
  /** Called as soon as the number of faults is known, and after each one. */
  readonly begin: (faults: readonly PlannedFault[]) => void
  readonly report: (mutation: MutationResult) => void
}

/**
 * Breaks the auth of each protected operation, one fault at a time, and plays that operation's scenarios until the
 * first of them notices. The application itself is not touched: each fault is another list of operations.
 *
 * @throws HarnessError where scenarios fail before anything is broken.
 */
export async function mutate(given: MutationInput): Promise<readonly MutationResult[]> {
  const input: Running = { ...given, closing: [] }
  const { api, setup, plan, begin, report, signal } = input
  const plans = plan.routes.filter(({ route }) => isProtected(route))
  const worn = await checkBaseline(input, plans)
  const today = new Date().toISOString().slice(0, 10)
  const mutants = createMutants(api.operations(), plans, setup.fixtures, today)
  const faults = resourceFaults(
    api.operations(),
    plans.map(({ route }) => route),
  )
  begin([...mutants.map(faultOf), ...faults.map(resultOfFault)])
  const limit = new Limit(input.jobs * WAITING)
  const mutations = await Promise.all(
    mutants.map((mutant) =>
      limit.run(async () => {
        if (signal?.aborted) return undefined
        const mutation = await judge(mutant, input, worn.has(mutant.plan.route.key))
        report(mutation)
        return mutation
      }),
    ),
  )
  const ofResources = await tryResources(faults, input)
  await Promise.all(input.closing)
  return [...mutations.filter((mutation) => mutation !== undefined), ...ofResources]
}

/** One after the other: each is a run of its own. */
async function tryResources(faults: readonly ResourceFault[], input: Running): Promise<readonly MutationResult[]> {
  if (faults.length > 0 && !input.signal?.aborted) await checkRecords(input)
  const results: MutationResult[] = []
  for (const fault of faults) {
    if (input.signal?.aborted) break
    const killedBy = await tryResourceFault(fault, input)
    const facts = resultOfFault(fault)
    results.push(killedBy === undefined ? { ...facts, outcome: 'survived' } : { ...facts, outcome: 'killed', killedBy })
    input.report(results.at(-1) as MutationResult)
  }
  return results
}

function faultOf({ operator, plan: { route }, authenticator }: Mutant): PlannedFault {
  return { operator: operator.name, route: route.key, authenticator }
}

/** A fault that survives is mostly waited for: handlers might still start. So more go on side by side than there are jobs. */
const WAITING = 3

interface Running extends MutationInput {
  /** Servers that are about to end. */
  readonly closing: Promise<void>[]
}

/** Without a fault everything passes. Reports the routes that wear out the sessions they are given. */
async function checkBaseline(input: Running, plans: readonly RoutePlan[]): Promise<ReadonlySet<string>> {
  const { context } = await openContext(input.setup)
  const limit = new Limit(input.jobs * WAITING)
  const worn = new Set<string>()
  const failures = await Promise.all(
    plans.map((plan) =>
      limit.run(async () => {
        const failed = await run(input, input.setup, context, copyOf(input), plan, [], false)
        const controls = { ...plan, scenarios: plan.scenarios.filter(({ control }) => control === 'control') }
        if (failed.length > 0) return { plan, failed }
        if ((await run(input, input.setup, context, copyOf(input), controls, [], false)).length > 0)
          worn.add(plan.route.key)
        return undefined
      }),
    ),
  )
  const first = failures.find((failure) => failure !== undefined)
  if (first === undefined) return worn
  const names = first.failed.map(({ name }) => name)
  throw new HarnessError(
    'SVC_MUTATE_FAILING',
    `${first.plan.route.key} fails ${names.slice(0, 3).join(', ')} before anything is broken; mend that first: svc test-auth '${first.plan.route.key}'`,
  )
}

async function judge(mutant: Mutant, input: Running, isWorn: boolean): Promise<MutationResult> {
  const { operator, authenticator, ignored } = mutant
  const { route } = mutant.plan
  const facts = {
    operator: operator.name,
    title: operator.title,
    advice: operator.advice,
    route: route.key,
    authenticator,
    position: route.authSource ?? route.source,
  }
  if (ignored !== undefined) return { ...facts, outcome: 'equal', ignored }
  const [killer] = await play(mutant, input, isWorn)
  if (killer !== undefined) return { ...facts, outcome: 'killed', killedBy: killer.name }
  return { ...facts, outcome: operator.needsTouch && !mutant.isTouched() ? 'equal' : 'survived' }
}

async function play(mutant: Mutant, input: Running, isWorn: boolean): Promise<readonly Scenario[]> {
  const setup = isWorn ? await input.renew() : input.setup
  const { key } = mutant.plan.route
  const fresh = setup.plan.routes.find(({ route }) => route.key === key) ?? mutant.plan
  const wanted = new Set(mutant.plan.scenarios.map(({ id }) => id))
  const plan = { ...fresh, scenarios: fresh.scenarios.filter(({ id }) => wanted.has(id)) }
  const broken = copyOf(input, (operation) =>
    `${operation.method} ${operation.path}` === key ? mutant.operation : operation,
  )
  const { context } = await openContext(setup)
  return run(input, setup, context, broken, plan, mutant.operator.killers, true)
}

/** Each run has a copy of its own, so that the ledger hears of each request once. */
function copyOf({ api, base }: MutationInput, change: (operation: Operation) => Operation = (same) => same): AnyApi {
  return api.withOperations(api.operations().map(change), { base, throttle: false })
}

type Context = Awaited<ReturnType<Setup['open']>>['context']
const contexts = new WeakMap<Setup, Promise<{ readonly context: Context }>>()

/** Verdicts need the words in which the application refuses, which are asked once. */
function openContext(setup: Setup): Promise<{ readonly context: Context }> {
  const known = contexts.get(setup)
  if (known !== undefined) return known
  const opened = setup.open().then(async ({ targets, context }) => {
    await targets.close()
    return { context: { ...context, remark: () => undefined } }
  })
  contexts.set(setup, opened)
  return opened
}

async function run(
  { base, timeout, closing }: Running,
  { ledger }: Setup,
  context: Context,
  api: AnyApi,
  plan: RoutePlan,
  first: readonly string[],
  bail: boolean,
): Promise<readonly Scenario[]> {
  if (ledger === undefined)
    throw new HarnessError('SVC_MUTATE_REMOTE', '--mutate needs the application itself, not its address')
  return tryOut({ api, base, plan, context, ledger, timeout, first, bail, closing })
}
