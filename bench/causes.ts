/**
 * How many groups of findings each broken application gives, and whether the first is about its mistake.
 *
 *     node --conditions=source --import tsx bench/causes.ts [--write] [text of an id…]
 *
 * The first group is right where it holds a scenario that the application is expected to be found by. The sentences are
 * compared with those of `bench/causes.json`, each beside the mistake that was planted: read both where one changes. Exit 1
 * where less than 95 % are right, or a sentence is another one.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { BROKEN_APPS } from '../fixtures/broken-apps/index.ts'
import type { BrokenApp } from '../fixtures/broken-apps/broken-app.ts'
import type { Verdict } from '../harness/model/verdict.ts'
import { type CauseGroup, groupFindings } from '../harness/report/causes.ts'
import { Run } from '../harness/run/run.ts'
import { sampleSetup } from '../harness/testdata/sample-setup.ts'

const WANTED = 0.95
const TABLE = new URL('causes.json', import.meta.url)

/** By the id of the application. */
type Table = Record<string, { readonly planted: string; readonly reported: readonly string[] }>

async function groupsOf(app: BrokenApp): Promise<readonly CauseGroup[]> {
  const subject = { kind: 'local', api: app.build(), base: '' } as const
  const setup = await sampleSetup({ subject, fixtures: app.fixtures, seed: 'causes' })
  const { targets, context } = await setup.open()
  const verdicts: Verdict[] = []
  try {
    const limits = { jobs: 4, bail: 0, strict: false, safe: false, repeat: false }
    const run = new Run({
      plan: setup.plan,
      targets,
      context,
      ledger: setup.ledger,
      emit: (event) => void (event.type === 'scenario.ended' && verdicts.push(event.verdict)),
      ...limits,
    })
    await run.start()
  } finally {
    await targets.close()
  }
  return groupFindings(verdicts)
}

// Some of them break in the background, after their answer: that is their mistake.
process.on('uncaughtException', () => undefined)
process.on('unhandledRejection', () => undefined)

const isWritten = process.argv.includes('--write')
const texts = process.argv.slice(2).filter((text) => text !== '--write')
const table = JSON.parse(readFileSync(TABLE, 'utf8')) as Table
const changed: string[] = []
const apps = Object.values(BROKEN_APPS)
  .flat()
  .filter(({ id }) => texts.length === 0 || texts.some((text) => id.includes(text)))
const numbers = new Map<number, number>()
let right = 0
for (const app of apps) {
  const groups = await groupsOf(app)
  const isRight = groups[0]?.findings.some(({ scenario }) => app.expected.includes(scenario.name)) ?? false
  numbers.set(groups.length, (numbers.get(groups.length) ?? 0) + 1)
  if (isRight) right++
  const reported = groups.map(({ cause }) => cause)
  if (reported.join() !== table[app.id]?.reported.join()) changed.push(app.id)
  table[app.id] = { planted: app.story, reported }
  if (isRight && groups.length === 1) continue
  console.log(`${app.id}: ${app.story}${isRight ? '' : '   (the first group is about something else)'}`)
  for (const { cause, findings } of groups)
    console.log(`    ${findings.length}  ${findings[0].scenario.name}  ${cause}`)
}
for (const [groups, count] of [...numbers].toSorted(([a], [b]) => a - b)) console.log(`${groups} groups: ${count}`)
console.log(`first group right: ${right} of ${apps.length}`)
if (isWritten) writeFileSync(TABLE, `${JSON.stringify(table, null, 1)}\n`)
else if (changed.length > 0) console.log(`other sentences than in bench/causes.json: ${changed.join(', ')}`)
process.exit(right < WANTED * apps.length || (changed.length > 0 && !isWritten) ? 1 : 0)
