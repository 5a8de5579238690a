import type { AnyApi, BrokenApp } from '../../fixtures/broken-apps/broken-app.ts'
import { printName, type RowUse } from '../../harness/model/row-name.ts'
import { Run } from '../../harness/run/run.ts'
import { sampleSetup } from '../../harness/testdata/sample-setup.ts'
import type { AppResult } from './matrix.ts'

/** A row in its form, whatever the variant: `key.prefix`, `key.prefix.wrong`. */
export function rowOf({ row, form, late }: RowUse): string {
  return printName({ row, ...(form === undefined ? {} : { form }), ...(late === undefined ? {} : { late }) })
}

/** Sends all scenarios to a broken application and to its twin. */
export async function resultsOf(app: BrokenApp): Promise<AppResult> {
  const broken = await run(app.build(), app.fixtures)
  const correct = await run(app.twin(), app.fixtures)
  return { id: app.id, found: broken.failed, sent: broken.sent, accused: Object.keys(correct.failed) }
}

async function run(
  api: AnyApi,
  fixtures: BrokenApp['fixtures'],
): Promise<Pick<AppResult, 'sent'> & { readonly failed: AppResult['found'] }> {
  const setup = await sampleSetup({ subject: { kind: 'local', api, base: '' }, fixtures, seed: 'matrix' })
  const { targets, context } = await setup.open()
  const failed: Record<string, number> = {}
  const sent = new Set<string>()
  try {
    const limits = { jobs: 4, bail: 0, strict: false, safe: false, repeat: false }
    await new Run({
      plan: setup.plan,
      targets,
      context,
      ledger: setup.ledger,
      emit: (event) => {
        if (event.type !== 'scenario.ended') return
        const row = rowOf(event.verdict.scenario)
        sent.add(row)
        if (event.verdict.outcome === 'failed') failed[row] = (failed[row] ?? 0) + 1
      },
      ...limits,
    }).start()
  } finally {
    await targets.close()
  }
  return { failed, sent: [...sent] }
}
