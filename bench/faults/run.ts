/**
 * Makes faults in a copy of `server/` and says which of them the tests, or `svc test-auth`, notice.
 *
 *   node --conditions=source --import tsx bench/faults/run.ts [options]
 *
 *   --judge suite|harness|both   who must notice; suite if absent
 *   --faults seeded|mechanical   those made by hand (the default), or by the operators
 *   --files <path>               only faults of files below it; may be repeated: $(printf -- '--files %s ' server/*.ts)
 *   --only <text>                only faults whose id holds it; may be repeated
 *   --sample <n> --seed <text>   a sample of them, the same for the same seed
 *   --vectors <file>             conformance vectors, run after the specs
 *   --jobs <n>                   copies to work in at a time; 1 if absent
 *   --list                       says what would be tried
 *   --leave-out-red              goes on without the specs that fail by themselves
 *
 * Exit 0: every fault is noticed or argued. 1: a survivor, or a fault that does not fit the source any more. 2: the
 * checkout is red without any fault.
 */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Checkout } from './checkout.ts'
import { applyFault, type Fault, fromSeed, InvalidFault } from './fault.ts'
import { HarnessJudge } from './harness-judge.ts'
import { createMechanicalFaults, sampleFaults } from './mechanical.ts'
import { formatOutcome, formatSummary, isAccepted, type Judge, type Outcome } from './outcome.ts'
import { SEEDED } from './seeded.ts'
import { type Baseline, measureBaseline, SuiteJudge } from './suite.ts'
import type { Verdict } from './verdict.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const { values: options } = parseArgs({
  options: {
    judge: { type: 'string', default: 'suite' },
    faults: { type: 'string', default: 'seeded' },
    files: { type: 'string', multiple: true, default: ['server/'] },
    only: { type: 'string', multiple: true, default: [''] },
    sample: { type: 'string' },
    seed: { type: 'string', default: 'svc' },
    vectors: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
    'leave-out-red': { type: 'boolean', default: false },
  },
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const faults = chooseFaults()
if (options.list) for (const { id, story } of faults) console.log(`${id}  ${story}`)
else process.exitCode = await run(faults)

async function run(faults: readonly Fault[]): Promise<number> {
  const judges: readonly Judge[] = options.judge === 'both' ? ['suite', 'harness'] : [readJudge(options.judge)]
  const outcomes: Outcome[] = []
  for (const judge of judges) {
    const judged = await judgeAll(judge, faults)
    if (!judged) return 2
    outcomes.push(...judged)
  }
  console.log(`\n${formatSummary(outcomes)}`)
  return outcomes.every(isAccepted) ? 0 : 1
}

/** Undefined where the checkout is red by itself. */
async function judgeAll(judge: Judge, faults: readonly Fault[]): Promise<readonly Outcome[] | undefined> {
  const checkouts = Array.from({ length: Math.max(1, Number(options.jobs)) }, () => new Checkout(ROOT))
  const removeAll = (): void => checkouts.forEach((checkout) => checkout.remove())
  process.once('exit', removeAll)
  try {
    const open = await openJudge(judge, checkouts[0] as Checkout)
    if (!open) return undefined
    const queue = [...faults.entries()]
    const outcomes: Outcome[] = []
    const work = async (checkout: Checkout): Promise<void> => {
      const judging = open(checkout)
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [index, fault] = next
        const outcome = { judge, fault, verdict: await judgeOne(fault, checkout, judging.judge) }
        outcomes[index] = outcome
        console.log(formatOutcome(outcome, queue.length))
      }
      judging.close()
    }
    await Promise.all(checkouts.map(work))
    return outcomes
  } finally {
    process.off('exit', removeAll)
    removeAll()
  }
}

async function judgeOne(fault: Fault, checkout: Checkout, decide: Decide): Promise<Verdict> {
  try {
    checkout.write(fault.file, applyFault(fault, checkout.original(fault.file)))
    return await decide(fault)
  } catch (error) {
    if (error instanceof InvalidFault) return { kind: 'invalid', why: error.message }
    throw error
  } finally {
    checkout.restore()
  }
}

type Decide = (fault: Fault) => Promise<Verdict>
type OpenJudge = (checkout: Checkout) => { readonly judge: Decide; readonly close: () => void }

async function openJudge(judge: Judge, checkout: Checkout): Promise<OpenJudge | undefined> {
  if (judge === 'harness') {
    const red = await HarnessJudge.findRed(checkout)
    if (red === undefined) return (other) => bind(new HarnessJudge(other))
    console.error(`svc test-auth is red without any fault: ${red}`)
    return undefined
  }
  const vectors = options.vectors === undefined ? undefined : resolve(options.vectors)
  const baseline: Baseline = await measureBaseline(checkout, vectors)
  const total = [...baseline.durations.values()].reduce((sum, milliseconds) => sum + milliseconds, 0)
  console.log(`${baseline.durations.size} green without any fault, in ${(total / 1_000).toFixed(1)} s`)
  const slowest = [...baseline.durations].toSorted(([, a], [, b]) => b - a).slice(0, 8)
  for (const [spec, milliseconds] of slowest) console.log(`  ${Math.round(milliseconds)} ms  ${spec}`)
  for (const name of baseline.red) console.error(`red without any fault: ${name}`)
  if (baseline.red.length > 0 && !options['leave-out-red']) return undefined
  return (other) => bind(new SuiteJudge(other, baseline, vectors))
}

function bind(judge: { judge: Decide; close(): void }): ReturnType<OpenJudge> {
  return { judge: (fault) => judge.judge(fault), close: () => judge.close() }
}

function chooseFaults(): readonly Fault[] {
  const all =
    options.faults === 'mechanical' ? createMechanicalFaults(ROOT, options.files) : SEEDED.map((seed) => fromSeed(seed))
  const chosen = all.filter(
    ({ id, file }) =>
      options.files.some((path) => file.startsWith(path)) && options.only.some((text) => id.includes(text)),
  )
  return options.sample === undefined ? chosen : sampleFaults(chosen, Number(options.sample), options.seed)
}

function readJudge(name: string): Judge {
  if (name === 'suite' || name === 'harness') return name
  throw new TypeError(`--judge must be suite, harness or both; got ${name}`)
}
