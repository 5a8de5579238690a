import { basename, dirname } from 'node:path/posix'
import type { Baseline } from './baseline.ts'
import type { Checkout } from './checkout.ts'
import type { Fault } from './fault.ts'
import { ImportGraph, listSources } from './import-graph.ts'
import type { Verdict } from './outcome.ts'
import { type SpecResult, WarmWorker } from './warm-worker.ts'
import { VECTORS } from './worker.ts'

/** Test files that are not run: those that drive a browser or take minutes, and the direction of imports. */
const NOT_RUN = /\.e2e\.test\.ts$|soak|server\/layers\.test\.ts$/
/** Slow test files, and the files whose faults they judge. */
const RUN_NEARBY: readonly (readonly [specs: RegExp, files: RegExp])[] = [
  [/^server\/dev\//, /^server\/(?:dev|files)\//],
  [/^server\/openapi\//, /^server\/(?:openapi\/|docs)/],
]

/** How often a fault is judged again because the test that noticed it was red without it too. */
const MOST_ATTEMPTS = 4

/** Settings of a {@link SuiteJudge}. */
export interface SuiteOptions {
  readonly vectors: string | undefined
  /** Milliseconds of processor time that the tests of one fault may take, by the times measured before. The first test file always runs. */
  readonly budget: number
  /** Whether to go on without the tests that fail without any fault. */
  readonly leaveOutRed: boolean
}

/** A test, or a vector, that fails without any fault. */
export class RedBaseline extends Error {
  override readonly name = 'RedBaseline'
}

/**
 * Judges faults by the tests of the same top-level folder, nearest first, then by the vectors and the compiler; one at a
 * time.
 */
export class SuiteJudge {
  readonly #checkout: Checkout
  readonly #baseline: Baseline
  readonly #options: SuiteOptions
  readonly #graph: ImportGraph
  /** How often a spec noticed a fault of a file: it will most likely notice the next. */
  readonly #merits = new Map<string, number>()
  /** Specs that passed without a fault after one that they noticed, by the process in which they did. */
  readonly #proven = new Set<string>()
  readonly #worker: WarmWorker

  constructor(checkout: Checkout, baseline: Baseline, options: SuiteOptions) {
    this.#checkout = checkout
    this.#baseline = baseline
    this.#options = options
    this.#graph = new ImportGraph(checkout.directory)
    this.#worker = new WarmWorker(checkout.directory, checkout.scratch)
  }

  /** The fault is in the checkout already. */
  async judge(fault: Fault, attempts = 0): Promise<Verdict> {
    const reaching = await this.#order(fault)
    const specs = this.#withinBudget(reaching)
    const last = await this.#run(specs)
    if (last) {
      const isDue = attempts === MOST_ATTEMPTS || (await this.#isDue(fault, last.spec))
      if (!isDue) return this.judge(fault, attempts + 1)
      this.#merits.set(last.spec + fault.file, (this.#merits.get(last.spec + fault.file) ?? 0) + 1)
      const by = `${last.spec}  ${last.failures[0] ?? ''}`.trim()
      return last.end === 'timed out' ? { kind: 'timed out', by } : { kind: 'noticed', by }
    }
    const complaint = await this.#baseline.findComplaint(this.#checkout)
    if (complaint !== undefined) return { kind: 'noticed', by: `the compiler  ${complaint}` }
    return { kind: 'survived', ran: specs.length, reaching: reaching.length }
  }

  close(): void {
    this.#worker.stop()
  }

  /**
   * Whether a failure is due to the fault: without it, the test passes in the same process. If not, the process is replaced,
   * since an earlier fault may have left something in it, and the test runs in a new one.
   */
  async #isDue(fault: Fault, spec: string): Promise<boolean> {
    if (spec !== VECTORS && (await this.#passesWithout(fault, spec))) return true
    this.#worker.stop()
    const red = await this.#baseline.findRed(spec)
    if (red.length > 0 && !this.#options.leaveOutRed) throw new RedBaseline(red.join('\n'))
    return spec === VECTORS && red.length === 0
  }

  async #passesWithout(fault: Fault, spec: string): Promise<boolean> {
    if (this.#proven.has(`${this.#worker.turn} ${spec}`)) return true
    const faulty = this.#checkout.current(fault.file)
    this.#checkout.restore()
    const task = { specs: [spec], vectors: undefined, ignoredVectors: [], isComplete: false, isMeasured: false }
    const [result] = await this.#worker.run(task, () => 60_000 + 30 * this.#baseline.duration(spec))
    this.#checkout.write(fault.file, faulty)
    const passes = result?.end === 'finished' && result.failures.length === 0
    if (passes) this.#proven.add(`${this.#worker.turn} ${spec}`)
    return passes
  }

  /** The first result that is not green. */
  async #run(specs: readonly string[]): Promise<SpecResult | undefined> {
    const { vectors } = this.#options
    const task = { specs, vectors, ignoredVectors: this.#baseline.red, isComplete: false, isMeasured: false }
    const results = await this.#worker.run(task, (spec) => 60_000 + 30 * this.#baseline.duration(spec))
    results.forEach((result) => this.#baseline.learn(result))
    return results.find(({ failures, end }) => failures.length > 0 || end !== 'finished')
  }

  async #measure(specs: readonly string[]): Promise<void> {
    const red = await this.#baseline.measure(specs)
    if (red.length === 0) return
    if (!this.#options.leaveOutRed) throw new RedBaseline(red.join('\n'))
    console.error(`left out, red without any fault: ${red.join(', ')}`)
  }

  #withinBudget(specs: readonly string[]): readonly string[] {
    let spent = 0
    return specs.filter((spec, index) => {
      spent += this.#baseline.duration(spec)
      return index === 0 || spent <= this.#options.budget
    })
  }

  /** The most likely test files first, without those that cannot reach the file or are red without any fault. */
  async #order({ file, caller }: Fault): Promise<readonly string[]> {
    const specs = listSources(this.#checkout.directory, file.split('/')[0] as string).filter(
      (spec) => spec.endsWith('.test.ts') && !NOT_RUN.test(spec),
    )
    await this.#measure(specs)
    const green = specs.filter((spec) => !this.#baseline.red.includes(spec))
    const reachable = green.filter((spec) => RUN_NEARBY.every(([slow, near]) => !slow.test(spec) || near.test(file)))
    const distances = this.#graph.distances(file, reachable)
    const stem = basename(file, '.ts')
    const costOf = (spec: string): number => {
      const isNamesake = dirname(spec) === dirname(file) && basename(spec).startsWith(`${stem}.`)
      return (isNamesake ? 0 : 1) * (100 * (distances.get(spec) ?? 0) + this.#baseline.duration(spec))
    }
    const meritOf = (spec: string): number => this.#merits.get(spec + file) ?? 0
    const mayNotice = (spec: string): boolean => caller === undefined || this.#baseline.mayCall(spec, file, caller)
    return [...distances.keys()].filter(mayNotice).toSorted((a, b) => meritOf(b) - meritOf(a) || costOf(a) - costOf(b))
  }
}
