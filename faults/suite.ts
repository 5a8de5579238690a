import { spawn } from 'node:child_process'
import { basename, dirname } from 'node:path/posix'
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

/** Results of the unchanged checkout. */
export interface Baseline {
  /** Milliseconds that each green spec takes. */
  readonly durations: ReadonlyMap<string, number>
  /** Specs and vectors that are red without any fault. */
  readonly red: readonly string[]
  /** Errors of the compiler without any fault. */
  readonly complaints: ReadonlySet<string>
}

/** Runs every test file of the top-level folders once without a fault. */
export async function measureBaseline(
  checkout: Checkout,
  tops: readonly string[],
  vectors: string | undefined,
): Promise<Baseline> {
  const worker = new WarmWorker(checkout.directory, checkout.scratch)
  const specs = tops
    .flatMap((top) => listSources(checkout.directory, top))
    .filter((file) => file.endsWith('.test.ts') && !NOT_RUN.test(file))
  const task = { specs, vectors, ignoredVectors: [], isComplete: true }
  const [results, complaints] = await Promise.all([worker.run(task, () => 300_000), compile(checkout)])
  checkout.restore()
  const isGreen = ({ end, failures }: SpecResult): boolean => end === 'finished' && failures.length === 0
  return {
    durations: new Map(results.filter(isGreen).map(({ spec, milliseconds }) => [spec, milliseconds])),
    red: results
      .filter((result) => !isGreen(result))
      .flatMap(({ spec, failures, end }) => (spec === VECTORS ? failures : `${spec}  ${failures[0] ?? end}`)),
    complaints,
  }
}

/** Judges faults by the tests of the same top-level folder, the vectors, and last the compiler; one at a time. */
export class SuiteJudge {
  readonly #checkout: Checkout
  readonly #baseline: Baseline
  readonly #vectors: string | undefined
  readonly #graph: ImportGraph
  /** How often a spec noticed a fault of a file: it will most likely notice the next. */
  readonly #merits = new Map<string, number>()
  #next: WarmWorker

  constructor(checkout: Checkout, baseline: Baseline, vectors: string | undefined) {
    this.#checkout = checkout
    this.#baseline = baseline
    this.#vectors = vectors
    this.#graph = new ImportGraph(checkout.directory)
    this.#next = this.#warm()
  }

  /** The fault is in the checkout already. */
  async judge(fault: Fault): Promise<Verdict> {
    const specs = this.#order(fault.file)
    const worker = this.#next
    this.#next = this.#warm()
    const ignoredVectors = this.#baseline.red
    const results = await worker.run({ specs, vectors: this.#vectors, ignoredVectors, isComplete: false }, (spec) => {
      return 15_000 + 8 * this.#duration(spec)
    })
    const last = results.at(-1)
    const by = last && `${last.spec}  ${last.failures[0] ?? ''}`.trim()
    if (last && by && (last.failures.length > 0 || last.end !== 'finished')) {
      this.#merits.set(last.spec + fault.file, (this.#merits.get(last.spec + fault.file) ?? 0) + 1)
      return last.end === 'timed out' ? { kind: 'timed out', by } : { kind: 'noticed', by }
    }
    const complaint = [...(await compile(this.#checkout))].find((line) => !this.#baseline.complaints.has(line))
    return complaint === undefined ? { kind: 'survived' } : { kind: 'noticed', by: `the compiler  ${complaint}` }
  }

  close(): void {
    this.#next.stop()
  }

  #duration(spec: string): number {
    return this.#baseline.durations.get(spec) ?? 5_000
  }

  #warm(): WarmWorker {
    return new WarmWorker(this.#checkout.directory, this.#checkout.scratch)
  }

  /** The most likely test files first, without those that cannot reach the file. */
  #order(file: string): readonly string[] {
    const specs = [...this.#baseline.durations.keys()].filter((spec) => spec.startsWith(`${file.split('/')[0]}/`))
    const reachable = specs.filter((spec) => RUN_NEARBY.every(([slow, near]) => !slow.test(spec) || near.test(file)))
    const distances = this.#graph.distances(file, reachable)
    const stem = basename(file, '.ts')
    const costOf = (spec: string): number => {
      const isNamesake = dirname(spec) === dirname(file) && basename(spec).startsWith(`${stem}.`)
      return (isNamesake ? 0 : 1) * ((distances.get(spec) ?? 0) * 100 + this.#duration(spec))
    }
    const meritOf = (spec: string): number => this.#merits.get(spec + file) ?? 0
    return [...distances.keys()].toSorted((a, b) => meritOf(b) - meritOf(a) || costOf(a) - costOf(b))
  }
}

/** Errors of the compiler, without line numbers, which a fault moves. */
function compile({ directory }: Checkout): Promise<ReadonlySet<string>> {
  const args = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--noEmit', '--pretty', 'false']
  const compiler = spawn(process.execPath, args, { cwd: directory, stdio: ['ignore', 'pipe', 'ignore'] })
  let output = ''
  compiler.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise((resolve) => {
    compiler.once('close', () => {
      // Errors outside of the repository are not due to the fault.
      const lines = output.split('\n').filter((line) => /^[^.\s]\S*\(\d+,\d+\): error/.test(line))
      resolve(new Set(lines.map((line) => line.replace(/\(\d+,\d+\)/, ''))))
    })
  })
}
