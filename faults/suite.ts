import { basename, dirname } from 'node:path/posix'
import type { Baseline } from './baseline.ts'
import type { Checkout } from './checkout.ts'
import type { Fault } from './fault.ts'
import { ImportGraph, listSources } from './import-graph.ts'
import type { Verdict } from './outcome.ts'
import { type SpecResult, WarmWorker } from './warm-worker.ts'

/** Test files that are not run: those that drive a browser or take minutes, and the direction of imports. */
const NOT_RUN = /\.e2e\.test\.ts$|soak|server\/layers\.test\.ts$/
/** Slow test files, and the files whose faults they judge. */
const RUN_NEARBY: readonly (readonly [specs: RegExp, files: RegExp])[] = [
  [/^server\/dev\//, /^server\/(?:dev|files)\//],
  [/^server\/openapi\//, /^server\/(?:openapi\/|docs)/],
]

/** Settings of a {@link SuiteJudge}. */
export interface SuiteOptions {
  readonly vectors: string | undefined
  /** Milliseconds that the tests of one fault may take, by the times measured before. The first test file always runs. */
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
  #next: WarmWorker

  constructor(checkout: Checkout, baseline: Baseline, options: SuiteOptions) {
    this.#checkout = checkout
    this.#baseline = baseline
    this.#options = options
    this.#graph = new ImportGraph(checkout.directory)
    this.#next = this.#warm()
  }

  /** The fault is in the checkout already. */
  async judge(fault: Fault): Promise<Verdict> {
    const reaching = this.#order(fault.file)
    const specs = this.#withinBudget(reaching)
    const last = await this.#run(specs)
    if (last) {
      if ((await this.#baseline.findRed(last.spec)).length > 0) return this.#again(fault)
      this.#merits.set(last.spec + fault.file, (this.#merits.get(last.spec + fault.file) ?? 0) + 1)
      const by = `${last.spec}  ${last.failures[0] ?? ''}`.trim()
      return last.end === 'timed out' ? { kind: 'timed out', by } : { kind: 'noticed', by }
    }
    const complaint = await this.#baseline.findComplaint(this.#checkout)
    if (complaint !== undefined) return { kind: 'noticed', by: `the compiler  ${complaint}` }
    return { kind: 'survived', ran: specs.length, reaching: reaching.length }
  }

  close(): void {
    this.#next.stop()
  }

  /** The first result that is not green. */
  async #run(specs: readonly string[]): Promise<SpecResult | undefined> {
    const worker = this.#next
    this.#next = this.#warm()
    const { vectors } = this.#options
    const task = { specs, vectors, ignoredVectors: this.#baseline.red, isComplete: false }
    const results = await worker.run(task, (spec) => 15_000 + 8 * this.#baseline.duration(spec))
    results.forEach((result) => this.#baseline.learn(result))
    return results.find(({ failures, end }) => failures.length > 0 || end !== 'finished')
  }

  /** Judges a fault once more, after a test that noticed it proved to be red without any fault. */
  #again(fault: Fault): Promise<Verdict> {
    if (!this.#options.leaveOutRed) throw new RedBaseline(this.#baseline.red.join('\n'))
    return this.judge(fault)
  }

  #warm(): WarmWorker {
    return new WarmWorker(this.#checkout.directory, this.#checkout.scratch)
  }

  #withinBudget(specs: readonly string[]): readonly string[] {
    let spent = 0
    return specs.filter((spec, index) => {
      spent += this.#baseline.duration(spec)
      return index === 0 || spent <= this.#options.budget
    })
  }

  /** The most likely test files first, without those that cannot reach the file or are red without any fault. */
  #order(file: string): readonly string[] {
    const specs = listSources(this.#checkout.directory, file.split('/')[0] as string).filter(
      (spec) => spec.endsWith('.test.ts') && !NOT_RUN.test(spec) && !this.#baseline.red.includes(spec),
    )
    const reachable = specs.filter((spec) => RUN_NEARBY.every(([slow, near]) => !slow.test(spec) || near.test(file)))
    const distances = this.#graph.distances(file, reachable)
    const stem = basename(file, '.ts')
    const costOf = (spec: string): number => {
      const isNamesake = dirname(spec) === dirname(file) && basename(spec).startsWith(`${stem}.`)
      return (isNamesake ? 0 : 1) * ((distances.get(spec) ?? 0) * 1_000 + this.#baseline.duration(spec))
    }
    const meritOf = (spec: string): number => this.#merits.get(spec + file) ?? 0
    return [...distances.keys()].toSorted((a, b) => meritOf(b) - meritOf(a) || costOf(a) - costOf(b))
  }
}
