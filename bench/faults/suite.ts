import { spawn } from 'node:child_process'
import { basename, dirname } from 'node:path/posix'
import type { Checkout } from './checkout.ts'
import type { Fault } from './fault.ts'
import { ImportGraph, listSources } from './import-graph.ts'
import type { Verdict } from './verdict.ts'
import { type SpecResult, WarmWorker } from './warm-worker.ts'
import { VECTORS } from './worker.ts'

/** Specs that tell nothing of a fault, or take their time: browsers, soaks, and the direction of imports. */
const NOT_ASKED = /\.e2e\.test\.ts$|soak|server\/layers\.test\.ts$/
/** Specs that take their time, and the files whose faults they are asked of. */
const ASKED_NEARBY: readonly (readonly [specs: RegExp, files: RegExp])[] = [
  [/^server\/dev\//, /^server\/(?:dev|files)\//],
  [/^server\/openapi\//, /^server\/(?:openapi\/|docs)/],
]

/** What the unchanged checkout is like. */
export interface Baseline {
  /** Milliseconds that each green spec takes. */
  readonly durations: ReadonlyMap<string, number>
  /** Specs and vectors that are red without any fault. */
  readonly red: readonly string[]
  /** What the compiler has to say without any fault. */
  readonly complaints: ReadonlySet<string>
}

/** Lists the specs that judge faults in `server/`. */
export function listSpecs(root: string): readonly string[] {
  return listSources(root, 'server').filter((file) => file.endsWith('.test.ts') && !NOT_ASKED.test(file))
}

/** Runs everything once without a fault. */
export async function measureBaseline(checkout: Checkout, vectors: string | undefined): Promise<Baseline> {
  const worker = new WarmWorker(checkout.directory, checkout.scratch)
  const task = { specs: listSpecs(checkout.directory), vectors, ignoredVectors: [], isComplete: true }
  const [results, complaints] = await Promise.all([worker.run(task, () => 120_000), compile(checkout)])
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

/** Judges faults by the specs, the vectors and at last the compiler; one at a time. */
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

  /** The likely ones first; those that cannot reach the file not at all. */
  #order(file: string): readonly string[] {
    const specs = [...this.#baseline.durations.keys()].filter((spec) => spec !== VECTORS)
    const asked = specs.filter((spec) => ASKED_NEARBY.every(([slow, near]) => !slow.test(spec) || near.test(file)))
    const distances = this.#graph.distances(file, asked)
    const stem = basename(file, '.ts')
    const costOf = (spec: string): number => {
      const isNamesake = dirname(spec) === dirname(file) && basename(spec).startsWith(`${stem}.`)
      return (isNamesake ? 0 : 1) * ((distances.get(spec) ?? 0) * 100 + this.#duration(spec))
    }
    const meritOf = (spec: string): number => this.#merits.get(spec + file) ?? 0
    return [...distances.keys()].toSorted((a, b) => meritOf(b) - meritOf(a) || costOf(a) - costOf(b))
  }
}

/** What the compiler complains of, without line numbers, which a fault moves. */
function compile({ directory }: Checkout): Promise<ReadonlySet<string>> {
  const args = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--noEmit', '--pretty', 'false']
  const compiler = spawn(process.execPath, args, { cwd: directory, stdio: ['ignore', 'pipe', 'ignore'] })
  let output = ''
  compiler.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise((resolve) => {
    compiler.once('close', () => {
      // What lies outside is nobody's fault here: others may be at work there.
      const lines = output.split('\n').filter((line) => /^[^.\s]\S*\(\d+,\d+\): error/.test(line))
      resolve(new Set(lines.map((line) => line.replace(/\(\d+,\d+\)/, ''))))
    })
  })
}
