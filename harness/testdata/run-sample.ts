import type { FixtureFile } from 'svc/testing'
import type { AnyApi } from '../model/application.ts'
import { withOwnDocument } from '../targets/own-document.ts'
import { explore } from '../explore/explore.ts'
import type { RunEvent } from '../model/event.ts'
import type { RunSummary } from '../model/summary.ts'
import type { Scenario } from '../model/scenario.ts'
import { selectScenarios } from '../plan/plan.ts'
import { Run } from '../run/run.ts'
import type { SetupInput } from '../setup/setup.ts'
import { sampleSetup } from './sample-setup.ts'

/** A run on an application, and the listener to its events. */
export interface SampleRun extends Partial<Pick<SetupInput, 'remark' | 'seed'>> {
  readonly api: AnyApi
  readonly fixtures: FixtureFile
  readonly emit: (event: RunEvent) => void
  /** The scenarios of the catalogue that are sent; all if absent. */
  readonly isChosen?: (scenario: Scenario) => boolean
  /** Whether the stage after the catalogue follows, with writes. */
  readonly explores?: boolean
}

/** Runs scenarios on an application of this process over loopback, as `svc test-auth` does. */
export async function runSample({
  api,
  fixtures,
  emit,
  isChosen,
  explores = false,
  ...input
}: SampleRun): Promise<Pick<RunSummary, 'exitCode' | 'counts'>> {
  const setup = await sampleSetup({ subject: { kind: 'local', api, base: '' }, fixtures, ...input })
  const { targets, context } = await setup.open()
  const { routes, ledger } = setup
  const stage = explore({
    routes: withOwnDocument(routes, api),
    fixtures: setup.fixtures,
    names: [],
    mayWrite: true,
    isLocal: true,
    isThrottled: false,
    isWanted: () => true,
    known: new Set(),
  })
  const flags = { jobs: 4, bail: 0, strict: false, safe: false, repeat: false }
  try {
    const plan = isChosen === undefined ? setup.plan : selectScenarios(setup.plan, isChosen)
    return await new Run({ plan, targets, context, ledger, emit, ...(explores ? { stage } : {}), ...flags }).start()
  } finally {
    await targets.close()
  }
}
