import type { RunEvent } from '../../model/event.ts'
import { countScenarios } from '../../model/plan.ts'
import { plannedRoutes } from '../../run/run-result.ts'
import { Run } from '../../run/run.ts'
import { CANARIES, createApplication, FIXTURES } from './application.ts'
import { sampleSetup } from '../../testdata/sample-setup.ts'

/** The events of a real run, and every secret that it knew. */
export interface RecordedRun {
  readonly events: readonly RunEvent[]
  readonly secrets: readonly string[]
}

let recorded: Promise<RecordedRun> | undefined

/** Runs the scenarios of the small application, once for all tests of the process. */
export function recordRun(): Promise<RecordedRun> {
  return (recorded ??= runOnce())
}

async function runOnce(): Promise<RecordedRun> {
  const events: RunEvent[] = []
  const emit = (event: RunEvent): void => void events.push(event)
  const setup = await sampleSetup({
    subject: { kind: 'local', api: createApplication(), base: '' },
    fixtures: FIXTURES,
    source: { env: { SHOP_TOKEN: CANARIES.bearer }, directory: '.', allowExec: false },
    seed: '5eed5eed',
    remark: (remark) => emit({ type: 'remark', remark }),
  })
  const { targets, context } = await setup.open()
  try {
    const setting = {
      target: 'socket',
      origin: targets.origin,
      seed: '5eed5eed',
      title: 'Small <shop>',
      version: '1.2.0',
    } as const
    emit({ type: 'run.started', at: new Date().toISOString(), setting })
    emit({ type: 'plan.ready', routes: plannedRoutes(setup.plan), scenarios: countScenarios(setup.plan) })
    const limits = { jobs: 4, bail: 0, strict: false, safe: setup.safe, repeat: false }
    await new Run({ plan: setup.plan, targets, context, ledger: setup.ledger, emit, ...limits }).start()
  } finally {
    await targets.close()
  }
  return { events, secrets: setup.fixtures.secrets.map(({ value }) => value) }
}
