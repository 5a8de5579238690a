import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Checkout } from './checkout.ts'
import { type SpecResult, WarmWorker } from './warm-worker.ts'
import { VECTORS } from './worker.ts'

/** Milliseconds of processor time that a spec is assumed to take until it has run once. */
const ASSUMED = 2_000

/**
 * Results without any fault, measured when they are first needed: a spec runs here only after it has noticed a fault, to
 * prove that it passes otherwise. Shared by all judges.
 */
export class Baseline {
  /** Milliseconds of processor time that each spec took when it last passed, with a fault or without. */
  readonly #durations = new Map<string, number>()
  /** Specs and vectors that are red without any fault. */
  readonly #red = new Set<string>()
  readonly #measured = new Set<string>()
  /** Functions that each spec calls, and all that were seen. */
  readonly #calls = new Map<string, ReadonlySet<string>>()
  readonly #known = new Set<string>()
  readonly #proofs = new Map<string, Promise<readonly string[]>>()
  readonly #checkout: Checkout
  readonly #vectors: string | undefined
  #complaints: Promise<ReadonlySet<string>> | undefined

  /** @param checkout a copy in which no fault is made */
  constructor(checkout: Checkout, vectors: string | undefined) {
    this.#checkout = checkout
    this.#vectors = vectors
  }

  get red(): readonly string[] {
    return [...this.#red]
  }

  duration(spec: string): number {
    return this.#durations.get(spec) ?? ASSUMED
  }

  /** Remembers how long a spec took. */
  learn({ spec, milliseconds, failures, end }: SpecResult): void {
    if (end === 'finished' && failures.length === 0) this.#durations.set(spec, milliseconds)
  }

  /** Runs each of the specs that has not run yet, for how long it takes and what it calls. Returns those that are red. */
  async measure(specs: readonly string[]): Promise<readonly string[]> {
    const left = specs.filter((spec) => !this.#measured.has(spec))
    if (left.length === 0) return []
    left.forEach((spec) => this.#measured.add(spec))
    const worker = new WarmWorker(this.#checkout.directory, this.#checkout.scratch)
    const red: string[] = []
    while (left.length > 0) {
      const task = { specs: left, vectors: undefined, ignoredVectors: [], isComplete: true, isMeasured: true }
      const results = await worker.run(task, () => 300_000)
      for (const result of results) {
        this.learn(result)
        result.calls.forEach(([name]) => this.#known.add(name))
        const called = result.calls.flatMap(([name, isCalled]) => (isCalled ? name : []))
        this.#calls.set(result.spec, new Set(called))
        if (result.failures.length > 0 || result.end !== 'finished') red.push(result.spec)
      }
      left.splice(0, Math.max(1, results.length))
    }
    worker.stop()
    this.#checkout.restore()
    red.forEach((spec) => this.#red.add(spec))
    return red
  }

  /** Whether a spec may call a function: `false` only if it was measured, and calls none of that name in the file. */
  mayCall(spec: string, file: string, name: string): boolean {
    const [key, calls] = [`${file} ${name}`, this.#calls.get(spec)]
    return calls === undefined || !this.#known.has(key) || calls.has(key)
  }

  /** The names of the spec, or of its vectors, that are red without any fault: none if it is green. */
  findRed(spec: string): Promise<readonly string[]> {
    const proof = this.#proofs.get(spec) ?? this.#prove(spec)
    this.#proofs.set(spec, proof)
    return proof
  }

  /** Errors of the compiler that the faulty checkout has, and the unchanged one has not. */
  async findComplaint(faulty: Checkout): Promise<string | undefined> {
    const [before, after] = await Promise.all([(this.#complaints ??= compile(this.#checkout)), compile(faulty)])
    return [...after].find((line) => !before.has(line))
  }

  async #prove(spec: string): Promise<readonly string[]> {
    const worker = new WarmWorker(this.#checkout.directory, this.#checkout.scratch)
    const isVectors = spec === VECTORS
    const task = {
      specs: isVectors ? [] : [spec],
      vectors: isVectors ? this.#vectors : undefined,
      ignoredVectors: [],
      isComplete: true,
      isMeasured: false,
    }
    const results = await worker.run(task, () => 300_000)
    worker.stop()
    this.#checkout.restore()
    results.forEach((result) => this.learn(result))
    const red = results.flatMap(({ failures, end }) => {
      if (isVectors) return failures
      return end === 'finished' && failures.length === 0 ? [] : [spec]
    })
    red.forEach((name) => this.#red.add(name))
    return red
  }
}

/** Errors of the compiler, without line numbers, which a fault moves. */
function compile({ directory, cache }: Checkout): Promise<ReadonlySet<string>> {
  const incremental = ['--incremental', '--tsBuildInfoFile', join(cache, 'types.tsbuildinfo')]
  const args = [
    'node_modules/typescript/bin/tsc',
    '-p',
    'tsconfig.json',
    '--noEmit',
    '--pretty',
    'false',
    ...incremental,
  ]
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
