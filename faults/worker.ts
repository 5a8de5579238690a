/**
 * Judges faults one after the other, in one process: the packages stay loaded, and every module of the checkout is loaded
 * anew for each test file. It receives a list of test files, runs them in order, and stops at the first failure.
 */
import { createRequire } from 'node:module'
import { join, sep } from 'node:path'
import Mocha from 'mocha'
import type * as Runner from '../fixtures/conformance/runner.ts'

/** The task of a worker: specs from the root of the checkout, in order, and vectors to run after them. */
export interface Task {
  readonly specs: readonly string[]
  readonly vectors: string | undefined
  /** Vectors that fail without any fault. */
  readonly ignoredVectors: readonly string[]
  /** Whether to go on after a failure, to learn of all of them. */
  readonly isComplete: boolean
}

/** Messages of the worker: it is ready, it starts a test file, it has finished one, it has finished all. */
export type Report =
  | { readonly type: 'ready' }
  | { readonly type: 'started'; readonly spec: string }
  | {
      readonly type: 'finished'
      readonly spec: string
      /** Processor time. */
      readonly milliseconds: number
      readonly failures: readonly string[]
    }
  /** `isClean`: no timer, socket or process of the tests is left, so that the next fault can be judged here. */
  | { readonly type: 'done'; readonly isClean: boolean }

/** The name under which the vectors are reported beside the specs. */
export const VECTORS = 'conformance vectors'

const ROOT = process.cwd()
/** Loads a module by `require`, from whose cache it can be removed again; tsx turns `import` into it. */
const load = createRequire(join(ROOT, 'package.json'))
const ENV = { ...process.env }

process.on('message', (task: Task) => {
  void work(task).then(() => send({ type: 'done', isClean: isClean() }))
})
// The parent process has ended.
process.once('disconnect', () => process.exit())
send({ type: 'ready' })

async function work({ specs, vectors, ignoredVectors, isComplete }: Task): Promise<void> {
  const runs: readonly (readonly [string, () => Promise<readonly string[]>])[] = [
    ...specs.map((spec) => [spec, () => runSpec(spec, !isComplete)] as const),
    ...(vectors === undefined ? [] : [[VECTORS, () => runVectors(vectors, ignoredVectors)] as const]),
  ]
  for (const [spec, run] of runs) {
    restoreProcess()
    send({ type: 'started', spec })
    const before = process.cpuUsage()
    const failures = await run().catch((error: unknown) => [`loading: ${String(error).split('\n')[0]}`])
    send({ type: 'finished', spec, milliseconds: readProcessorTime(before), failures })
    if (failures.length > 0 && !isComplete) return
  }
}

async function runSpec(spec: string, bail: boolean): Promise<readonly string[]> {
  const mocha = new Mocha({ ui: 'bdd', bail, timeout: 120_000, reporter: function Silent() {} as never })
  const file = join(ROOT, spec)
  mocha.suite.emit('pre-require', globalThis as never, file, mocha)
  load(file)
  return new Promise((resolve) => {
    const failures: string[] = []
    const runner = mocha.run(() => {
      // It listens for errors of the process otherwise.
      mocha.dispose()
      resolve(failures)
    })
    runner.on('fail', (test: Mocha.Test) => failures.push(test.fullTitle()))
  })
}

/** By a computed path, since the runner must be the checkout's and may not be there at all. */
async function runVectors(path: string, ignored: readonly string[]): Promise<readonly string[]> {
  const { readFile } = await import('node:fs/promises')
  const { runVectors: run } = load(join(ROOT, 'fixtures/conformance/runner.ts')) as typeof Runner
  const results = await run(JSON.parse(await readFile(path, 'utf8')))
  return results.filter(({ id, mismatches }) => mismatches.length > 0 && !ignored.includes(id)).map(({ id }) => id)
}

/** Forgets the modules of the checkout, and undoes what a test that failed did not undo. */
function restoreProcess(): void {
  for (const file of Object.keys(load.cache)) {
    if (file.startsWith(ROOT + sep) && !file.includes(`${sep}node_modules${sep}`)) delete load.cache[file]
  }
  process.chdir(ROOT)
  for (const name of Object.keys(process.env)) if (!(name in ENV)) delete process.env[name]
  Object.assign(process.env, ENV)
}

/** Whether nothing but the channel to the parent keeps this process alive. */
function isClean(): boolean {
  return process.getActiveResourcesInfo().every((type) => type === 'PipeWrap')
}

/** Milliseconds. Time by the clock would depend on what else the machine does. */
function readProcessorTime(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function send(report: Report): void {
  process.send?.(report)
}
