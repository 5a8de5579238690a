/**
 * Measures `svc test-auth --url` on servers that are not made with svc: correct ones, and the same with one mistake each.
 *
 *   npm run build && npm install --prefix bench/foreign && npm run bench:foreign -- [server…] [options]
 *
 *   --fault <text>   only faults whose name holds it; may be repeated
 *   --half <half>    open: only mistakes of faults.txt; held: only those of held.txt, which are named by their number
 *   --jobs <n>       servers at the same time; 2 if absent
 *   --quick          on a faulty server only the routes that the fault is about
 *   --sample <n>     operations of one authenticator and method that get every scenario
 *   --report <file>  writes what was missed or accused, as Markdown
 *   --keep <folder>  keeps the events of each run there
 *   --list           says what would be tried
 *
 * Exit 0: every fault that a tool could see was found, and nothing on a correct server. 1: not so. 2: a fault does not
 * fit its server any more. Servers whose packages are not installed are skipped, which is said on standard error.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Limit } from '../../harness/run/limit.ts'
import { type Fault, titleOf } from './fault.ts'
import { findPython, installPython } from './python.ts'
import { brokenScore, type Result, type Score, scoreTrial, sumUp } from './score.ts'
import { readSubjects, type Subject } from './subject.ts'
import { formatFailures, formatTable } from './table.ts'
import { tryServer } from './trial.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fault: { type: 'string', multiple: true, default: [''] },
    half: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    quick: { type: 'boolean', default: false },
    sample: { type: 'string' },
    report: { type: 'string' },
    keep: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
})

if (options.half !== undefined && !/^(?:open|held)$/.test(options.half))
  throw new Error(`--half is open or held, not "${options.half}"`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const subjects = readSubjects(positionals).map(chooseFaults)
if (options.list)
  for (const { name, faults } of subjects) faults.forEach((fault) => console.log(`${name}  ${titleOf(fault)}`))
else process.exitCode = await measureAll()

function chooseFaults(subject: Subject): Subject {
  const isChosen = (fault: Fault): boolean =>
    options.fault.some((text) => titleOf(fault).includes(text)) &&
    (options.half === undefined || options.half === (fault.held === undefined ? 'open' : 'held'))
  return { ...subject, faults: subject.faults.filter(isChosen) }
}

async function measureAll(): Promise<number> {
  const isPythonMissing = subjects.some(({ start, needs }) => start[0] === 'python3' && findPython(needs) === undefined)
  const failure = isPythonMissing ? installPython() : undefined
  if (failure !== undefined) console.error(`the Python packages cannot be installed: ${failure}`)
  const limit = new Limit(Number(options.jobs))
  const results = await Promise.all(subjects.map((subject) => measure(subject, limit)))
  const table = formatTable(results)
  console.log(`\n${table}\n`)
  const failures = formatFailures(results)
  if (options.report === undefined) console.log(failures)
  else writeFileSync(options.report, `${new Date().toISOString()}\n\n${table}\n\n${failures}\n`)
  const { missed, broken, falseFindings } = sumUp(results)
  if (broken.length > 0) return 2
  return missed.length > 0 || falseFindings > 0 ? 1 : 0
}

async function measure(subject: Subject, limit: Limit): Promise<Result> {
  const python = subject.start[0] === 'python3' ? findPython(subject.needs) : ''
  const skipped = python === undefined ? `no python3 has ${subject.needs.join(', ')}` : missingPackage(subject)
  if (skipped !== undefined || python === undefined) {
    console.error(`SKIPPED ${subject.name}: ${skipped}`)
    return { subject, skipped: skipped ?? '', scores: [] }
  }
  const correct = await limit.run(() => tryServer(subject, python, options))
  console.log(
    `${subject.name}  correct  exit ${correct.exitCode}, ${correct.findings.length} findings  ${correct.duration.toFixed(0)} s`,
  )
  if (correct.exitCode === undefined || correct.exitCode === 2 || correct.exitCode === 3) console.log(correct.output)
  const tryFault = async (fault: Subject['faults'][number]): Promise<Score> => {
    const score = await tryServer(subject, python, options, { fault, quick: options.quick }).then(
      (trial) => scoreTrial(fault, trial, correct),
      (error: unknown) => brokenScore(fault, error),
    )
    console.log(`${subject.name}  ${describe(score)}  ${titleOf(fault)}`)
    return score
  }
  const scores = await Promise.all(subject.faults.map((fault) => limit.run(() => tryFault(fault))))
  return { subject, correct, scores }
}

function describe({ broken, found, groups, exitCode, duration, fault }: Score): string {
  const verdict =
    broken !== undefined
      ? `BROKEN ${broken}`
      : found
        ? `found ${groups}`
        : `${fault.unseen ? 'unseen' : 'MISSED'} exit ${exitCode}`
  return `${verdict}  ${duration.toFixed(0)} s`
}

function missingPackage({ folder, needs, start }: Subject): string | undefined {
  if (start[0] === 'python3') return undefined
  const { resolve } = createRequire(join(folder, 'package.json'))
  const isThere = (name: string): boolean => {
    try {
      return existsSync(resolve(name))
    } catch {
      return false
    }
  }
  const missing = needs.find((name) => !isThere(name))
  return missing === undefined ? undefined : `${missing} is not installed: npm install --prefix bench/foreign`
}
