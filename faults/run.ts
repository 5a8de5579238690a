/**
 * Makes faults in a copy of the repository, one at a time, and reports which of them a judge notices.
 *
 *   npm run faults -- [folder or file...] [options]
 *
 * Without a folder, every fault made by hand.
 *
 *   --judge suite|test-auth      the tests (default), or `svc test-auth` on the example and on a strict application
 *   --mechanical                 the faults that the operators make, instead of those made by hand
 *   --only <text>                only faults whose id contains the text; repeatable
 *   --sample <n> --seed <text>   a sample, the same for the same seed
 *   --skip <n>                   without the first n, which another run has judged
 *   --vectors <file>             conformance vectors, run after the tests
 *   --jobs <n>                   number of copies to work in; 1 if absent
 *   --budget <seconds>           processor time that the tests of one fault may take; the nearest run first, and without it all
 *   --list                       list the faults, and whether each fits the source
 *   --leave-out-red              continue without the tests that fail without any fault
 *
 * A test that notices a fault runs once more without any, when it is the first time that it does.
 *
 * Exit 0: every fault is noticed or argued. 1: a survivor, or a fault that does not fit the source. 2: the tests fail
 * without any fault, or the command line is invalid.
 */
import { readFileSync } from 'node:fs'
import { join, normalize, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Baseline } from './baseline.ts'
import { Checkout } from './checkout.ts'
import { applyFault, type Fault, InvalidFault } from './fault.ts'
import { createMechanicalFaults, sampleFaults } from './mechanical.ts'
import { formatOutcome, formatSummary, isAccepted, type Outcome, type Verdict } from './outcome.ts'
import { type JudgeName, readSeeds } from './seeds.ts'
import { RedBaseline, SuiteJudge } from './suite.ts'
import { findRed, TestAuthJudge } from './test-auth.ts'

interface Judge {
  /** The fault is in the checkout already. */
  judge(fault: Fault): Promise<Verdict>
  close(): void
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    judge: { type: 'string', default: 'suite' },
    mechanical: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [''] },
    sample: { type: 'string' },
    seed: { type: 'string', default: 'svc' },
    skip: { type: 'string', default: '0' },
    vectors: { type: 'string' },
    budget: { type: 'string', default: 'Infinity' },
    jobs: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
    'leave-out-red': { type: 'boolean', default: false },
  },
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const folders = positionals.length > 0 ? positionals.map(normalize) : ['server/', 'harness/', 'bin/']
const faults = chooseFaults()
process.exitCode = options.list ? list(faults) : await run(readJudge(options.judge), faults)

function chooseFaults(): readonly Fault[] {
  const all = options.mechanical ? createMechanicalFaults(ROOT, folders) : readSeeds()
  const isChosen = ({ id, file }: Fault): boolean =>
    folders.some((folder) => file.startsWith(folder)) && options.only.some((text) => id.includes(text))
  const chosen = all.filter(isChosen)
  if (chosen.length === 0) throw new TypeError(`no fault in ${folders.join(', ')}; --list lists those that there are`)
  const faults = options.sample === undefined ? chosen : sampleFaults(chosen, Number(options.sample), options.seed)
  return faults.slice(Number(options.skip))
}

function list(faults: readonly Fault[]): number {
  const misfits = faults.filter((fault) => {
    const misfit = findMisfit(fault)
    console.log(`${misfit === undefined ? '' : 'INVALID '}${fault.id}  ${misfit ?? fault.story}`)
    return misfit !== undefined
  })
  console.log(`\n${faults.length} faults, ${misfits.length} invalid`)
  return misfits.length === 0 ? 0 : 1
}

/** Why a fault does not fit its file; `undefined` if it does. */
function findMisfit(fault: Fault): string | undefined {
  try {
    applyFault(fault, readFileSync(join(ROOT, fault.file), 'utf8'))
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function run(name: JudgeName, faults: readonly Fault[]): Promise<number> {
  const checkouts = Array.from({ length: Math.max(1, Number(options.jobs)) }, createCheckout)
  const open = await openJudge(name, checkouts[0] as Checkout)
  if (!open) return 2
  const queue = [...faults.entries()]
  const outcomes: Outcome[] = []
  const work = async (checkout: Checkout): Promise<void> => {
    const judge = open(checkout)
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, fault] = next
      const outcome = { judge: name, fault, verdict: await judgeOne(fault, checkout, judge) }
      outcomes[index] = outcome
      console.log(formatOutcome(outcome, queue.length))
    }
    judge.close()
  }
  await Promise.all(checkouts.map(work))
  console.log(`\n${formatSummary(name, outcomes)}`)
  return outcomes.every(isAccepted) ? 0 : 1
}

async function judgeOne(fault: Fault, checkout: Checkout, judge: Judge): Promise<Verdict> {
  try {
    checkout.write(fault.file, applyFault(fault, checkout.original(fault.file)))
    return await judge.judge(fault)
  } catch (error) {
    if (error instanceof InvalidFault) return { kind: 'invalid', why: error.message }
    if (error instanceof RedBaseline) {
      console.error(`fails without any fault: ${error.message}`)
      process.exit(2)
    }
    throw error
  } finally {
    checkout.restore()
  }
}

/** Undefined if the judge fails without any fault. */
async function openJudge(name: JudgeName, checkout: Checkout): Promise<((checkout: Checkout) => Judge) | undefined> {
  if (name === 'test-auth') {
    const red = await findRed(checkout)
    if (red === undefined) return (other) => new TestAuthJudge(other)
    console.error(`svc test-auth fails without any fault: ${red}`)
    return undefined
  }
  const vectors = options.vectors === undefined ? undefined : resolve(options.vectors)
  const baseline = new Baseline(createCheckout(), vectors)
  const settings = { vectors, budget: Number(options.budget) * 1_000, leaveOutRed: options['leave-out-red'] }
  return (other) => new SuiteJudge(other, baseline, settings)
}

/** A copy of the repository that is removed at the end of the process. */
function createCheckout(): Checkout {
  const checkout = new Checkout(ROOT)
  process.once('exit', () => checkout.remove())
  return checkout
}

function readJudge(name: string): JudgeName {
  if (name === 'suite' || name === 'test-auth') return name
  throw new TypeError(`--judge must be suite or test-auth; got ${name}`)
}
