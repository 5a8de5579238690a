/**
 * Which rows of the catalogue find which broken application: `bench/matrix.json`.
 *
 *     node --conditions=source --import tsx bench/matrix.ts [--work file] [text of an id…]
 *
 * All scenarios are sent to each application of `fixtures/broken-apps` and to its twin. Results are added to the work file,
 * a line each, so that a run that was ended goes on where it was. The matrix is written when every application is in it.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { BrokenApp } from '../fixtures/broken-apps/broken-app.ts'
import { BROKEN_APPS } from '../fixtures/broken-apps/index.ts'
import { Limit } from '../harness/run/limit.ts'
import { type AppResult, matrixOf, writeMatrix } from './matrix/matrix.ts'
import { resultsOf } from './matrix/results.ts'

/** Runs at a time: most of one is waiting for handlers that should not start. */
const AT_ONCE = 6

// Some of them break in the background, after their answer: that is their mistake.
process.on('uncaughtException', () => undefined)
process.on('unhandledRejection', () => undefined)

const args = process.argv.slice(2)
const at = args.indexOf('--work')
const [work = 'bench/matrix.work'] = at < 0 ? [] : args.splice(at, 2).slice(1)
const lines = existsSync(work) ? readFileSync(work, 'utf8').split('\n').filter(Boolean) : []
const known = new Map(lines.map((line) => JSON.parse(line) as AppResult).map((result) => [result.id, result]))
const all = Object.values(BROKEN_APPS).flat()
const wanted = all.filter(({ id }) => args.length === 0 || args.some((text) => id.includes(text)))
const left = wanted.filter(({ id }) => !known.has(id))
const limit = new Limit(AT_ONCE)
const started = performance.now()
let ended = 0

async function measure(app: BrokenApp): Promise<void> {
  const result = await resultsOf(app)
  known.set(app.id, result)
  appendFileSync(work, `${JSON.stringify(result)}\n`)
  ended++
  const seconds = Math.round((performance.now() - started) / 1_000)
  console.log(`${ended}/${left.length}  ${seconds} s  ${app.id}: ${Object.keys(result.found).length} rows`)
}

await Promise.all(left.map((app) => limit.run(() => measure(app))))
if (all.every(({ id }) => known.has(id))) writeMatrix(matrixOf(all.map(({ id }) => known.get(id) as AppResult)))
else console.log('some applications are missing: the matrix was not written')
process.exit(0)
