/**
 * Measures `svc test-auth` on mistakes that were written without knowledge of its scenarios.
 *
 *   npm run bench:measure -- [application or measure…] [options]
 *
 *   --mistake <text>  only mistakes whose name holds it; may be repeated
 *   --half <half>     open or held
 *   --jobs <n>        runs at the same time; 2 if absent
 *   --write           writes result.json and result.md beside this file; of one measure, result-second.json and so on
 *   --details         prints the reports on what was missed or accused of the open half, and on correct applications
 *
 * Of the held half only figures are printed, so that the judge is not tuned to it.
 *
 * Exit 0: every mistake was found that needs no knowledge of the data, and there is no finding on twins and correct
 * applications. 1: not so. The correct applications come first.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Limit } from '../../harness/run/limit.ts'
import { type Application, isUnchanged, MEASURES, type Mistake, plantMistake, readApplications } from './mistake.ts'
import { rowsOf, type Score, scoreMistake } from './score.ts'
import { type Trial, tryApplication } from './trial.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mistake: { type: 'string', multiple: true, default: [''] },
    half: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    write: { type: 'boolean', default: false },
    details: { type: 'boolean', default: false },
  },
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

/** The reports on one application. */
interface Result {
  readonly application: Application
  readonly correct: Trial
  readonly scores: readonly Score[]
}

const limit = new Limit(Number(options.jobs))
const applications = readApplications(positionals)
const results = await Promise.all(applications.map(measure))
const scores = results.flatMap((result) => result.scores)
const table = formatTable(scores)
console.log(`\n${table}`)
if (options.write) writeResult()
const [open, held] = rowsOf(scores)
const isFound = [open, held].every(([, row]) => row.found === row.mistakes)
const isClean = results.every(({ correct }) => correct.exitCode === 0) && scores.every((score) => !score.isTwinAccused)
process.exitCode = isFound && isClean ? 0 : 1

function isChosen({ name, half }: Mistake): boolean {
  return options.mistake.some((text) => name.includes(text)) && (options.half ?? half) === half
}

async function measure(application: Application): Promise<Result> {
  const correct = await limit.run(() => tryApplication(application))
  const { exitCode, passed, findings, inconclusive, duration } = correct
  const counts = `${passed} passed, ${findings} findings, ${inconclusive} inconclusive`
  console.log(`${application.name}  correct  exit ${exitCode}  ${counts}  ${duration.toFixed(0)} s`)
  if (options.details && exitCode !== 0) console.log(correct.output)
  const chosen = application.mistakes.filter(isChosen)
  return { application, correct, scores: await Promise.all(chosen.map((one) => tryMistake(application, one, correct))) }
}

async function tryMistake(application: Application, mistake: Mistake, correct: Trial): Promise<Score> {
  const trial = (kind: 'right' | 'wrong'): Promise<Trial> => {
    const planted = plantMistake(application, mistake, kind)
    if (isUnchanged(application, planted)) return Promise.resolve(correct)
    return limit.run(() => tryApplication(application, planted))
  }
  const [wrong, right] = await Promise.all([trial('wrong'), trial('right')])
  const score = scoreMistake(application, mistake, { correct, wrong, right })
  if (mistake.half === 'held') {
    console.log(`${application.name}  held  measured`)
    return score
  }
  const result = score.found ? `found ${score.groups}` : `MISSED exit ${score.exitCode}`
  const twin = score.isTwinAccused ? `  TWIN exit ${right.exitCode}, ${right.findings} findings` : ''
  console.log(`${application.name}  ${mistake.class}  ${mistake.name}: ${result}${twin}`)
  const isShown = !score.found || score.groups > 1 || !score.isSaid
  if (options.details && isShown) console.log(wrong.output)
  if (options.details && score.isTwinAccused) console.log(right.output)
  return score
}

function formatTable(all: readonly Score[]): string {
  const lines = rowsOf(all).map(
    ([name, row]) =>
      `| ${name} | ${row.mistakes} | ${row.found} | ${row.oneGroup} | ${row.isSaid} | ${row.onLine} | ${row.inStatement} | ${row.inFile} | ${row.twinsAccused} |`,
  )
  return [
    '| | mistakes | found | one group | said | on the line | in its statement | in its file | twins accused |',
    '|---|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}

function correctOf({ application, correct }: Result) {
  const { exitCode, passed, findings, inconclusive } = correct
  return { application: application.name, exitCode, passed, findings, inconclusive }
}

function writeResult(): void {
  const [only] = positionals
  const suffix = only !== undefined && only !== 'first' && Object.hasOwn(MEASURES, only) ? `-${only}` : ''
  const write = (type: string, text: string): void =>
    writeFileSync(new URL(`result${suffix}.${type}`, import.meta.url), text)
  // Of the held half a reader learns figures only.
  const shown = scores.filter(({ half }) => half === 'open')
  const correct = results.map(correctOf)
  write('json', `${JSON.stringify({ correct, rows: Object.fromEntries(rowsOf(scores)), open: shown }, null, 2)}\n`)
  const correctLines = correct.map(
    (one) => `| ${one.application} | ${one.exitCode} | ${one.passed} | ${one.findings} | ${one.inconclusive} |`,
  )
  const openLines = shown.map(
    (score) =>
      `| ${score.application} | ${score.mistake} | ${score.found ? score.groups : 'missed'} | \`${score.planted}\` | \`${score.reported}\` | ${score.isSaid ? 'yes' : 'no'} |`,
  )
  write(
    'md',
    [
      '# Result',
      '',
      table,
      '',
      '| correct application | exit | passed | findings | inconclusive |',
      '|---|---|---|---|---|',
      ...correctLines,
      '',
      '| application | open mistake | groups | planted | reported | said |',
      '|---|---|---|---|---|---|',
      ...openLines,
      '',
    ].join('\n'),
  )
}
