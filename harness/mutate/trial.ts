import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import type { AnyApi } from '../model/application.ts'
import { verdictOf, type VerdictContext } from '../check/verdict.ts'
import type { Ledger } from '../observe/ledger.ts'
import { Limit } from '../run/limit.ts'
import type { RoutePlan } from '../model/plan.ts'
import { copyWithoutHandlers } from '../copies/copy.ts'
import { extraOf, type Scenario, sessionOf } from '../model/scenario.ts'
import { replay } from '../replay/replay.ts'
import { SocketTarget } from '../replay/target.ts'
import { endpointOf } from '../targets/targets.ts'

/** One application, broken or not, and what is tried on one route of it. */
export interface Trial {
  readonly api: AnyApi
  readonly base: string
  readonly plan: RoutePlan
  readonly context: VerdictContext
  readonly ledger: Ledger
  /** Milliseconds to wait for an answer. */
  readonly timeout: number
  /** Names or families of scenarios to begin with. */
  readonly first: readonly string[]
  /** Nothing more is sent after the first scenario that fails. */
  readonly bail: boolean
  /** Gathers the ends of servers. */
  readonly closing: Promise<void>[]
}

/** Scenarios in flight. */
const TOGETHER = 8
/** Milliseconds in which a handler may still start that should not. */
const QUIESCENCE = 25

/** Plays the scenarios of one route on an application and reports which of them fail, in the order of their discovery. */
export async function tryOut(trial: Trial): Promise<readonly Scenario[]> {
  const { api, base, plan, context, bail } = trial
  const main = await open(api, trial)
  const idle = plan.scenarios.some(isIdle) ? await open(copyWithoutHandlers(api, base), trial) : main
  const targetOf = (scenario: Scenario): SocketTarget => (isIdle(scenario) ? idle : main).target
  try {
    const failed: Scenario[] = []
    for (const batch of batchesOf(trial)) {
      failed.push(...(await play(batch, trial, { ...context, origin: main.url }, targetOf)))
      if (bail && failed.length > 0) break
    }
    return failed
  } finally {
    await Promise.all([...new Set([main, idle])].map((one) => one.close()))
  }
}

interface Opened {
  readonly url: string
  readonly target: SocketTarget
  close(): Promise<void>
}

async function open(api: AnyApi, { ledger, timeout, closing }: Trial): Promise<Opened> {
  const detach = ledger.attach(api)
  const served = await api.listen({ port: 0, log: false })
  const target = new SocketTarget(endpointOf(served.url), timeout, ledger)
  const close = async (): Promise<void> => {
    await target.close()
    detach()
    // Connections linger for a moment: the next fault need not wait for that.
    closing.push(served.close())
  }
  return { url: served.url, target, close }
}

/** Whether a scenario is for a copy whose handlers do nothing. */
function isIdle({ steps }: Scenario): boolean {
  return steps.some((step) => extraOf(step, 'idle') !== undefined)
}

async function play(
  scenarios: readonly Scenario[],
  { plan }: Trial,
  context: VerdictContext,
  targetOf: (scenario: Scenario) => SocketTarget,
): Promise<readonly Scenario[]> {
  const limit = new Limit(TOGETHER)
  const played = await Promise.all(
    scenarios.map((scenario) =>
      limit.run(async () => ({
        scenario,
        replayed: await replay(scenario, targetOf(scenario), (value) =>
          context.redactor.add({ value, label: 'taken' }),
        ),
      })),
    ),
  )
  await nextTurn()
  const judge = (): readonly Scenario[] =>
    played.flatMap(({ scenario, replayed }) => {
      const one = {
        scenario,
        route: plan.route,
        replayed,
        controlFailure: undefined,
        ignored: [],
      }
      return verdictOf(one, context).outcome === 'failed' ? [scenario] : []
    })
  const failed = judge()
  if (failed.length > 0) return failed
  await delay(QUIESCENCE)
  return judge()
}

/** The likely ones, then the others. */
function batchesOf({ plan, first, bail }: Trial): readonly (readonly Scenario[])[] {
  const scenarios = plan.scenarios.filter(isOfTheApplication)
  const isFirst = ({ name, family }: Scenario): boolean =>
    first.some((pattern) => pattern === family || name === pattern || name.startsWith(`${pattern}.`))
  const likely = scenarios.filter(isFirst).slice(0, 24)
  const others = scenarios.filter((scenario) => !likely.includes(scenario))
  return bail ? [likely, others].filter((batch) => batch.length > 0) : [scenarios]
}

/** Scenarios on a copy of their own (of other authenticators, another clock or issuer, or for the public) say nothing about the broken one. */
function isOfTheApplication(scenario: Scenario): boolean {
  const { exercise, steps } = scenario
  const isPublic = extraOf(scenario, 'public') !== undefined
  const isCopied = steps.some((step) => (sessionOf(step).clock ?? 0) > 0 || extraOf(step, 'issuer') !== undefined)
  return exercise !== 'wrapped' && !isPublic && !isCopied
}
