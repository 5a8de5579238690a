/**
 * Judges faults one after the other, in one process: the packages stay loaded, and every module of the checkout is loaded
 * anew for each fault. It receives a list of test files, runs them in order, and stops at the first failure.
 */
import { Session } from 'node:inspector/promises'
import { createRequire } from 'node:module'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
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
  /** Whether to report which functions each test file calls. */
  readonly isMeasured: boolean
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
      /** Functions of the checkout, where they are measured. */
      readonly calls: readonly Call[]
    }
  /** `isClean`: no timer, socket or process of the tests is left, so that the next fault can be judged here. */
  | { readonly type: 'done'; readonly isClean: boolean }

/** A function, as `<file> <name>`, and whether it was called. */
export type Call = readonly [name: string, isCalled: boolean]

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

async function work({ specs, vectors, ignoredVectors, isComplete, isMeasured }: Task): Promise<void> {
  forgetModules()
  const measured = isMeasured ? await startMeasuring() : undefined
  const runs: readonly (readonly [string, () => Promise<readonly string[]>])[] = [
    ...specs.map((spec) => [spec, () => runSpec(spec, !isComplete)] as const),
    ...(vectors === undefined ? [] : [[VECTORS, () => runVectors(vectors, ignoredVectors)] as const]),
  ]
  for (const [spec, run] of runs) {
    restoreProcess()
    if (measured) forgetModules()
    send({ type: 'started', spec })
    const before = process.cpuUsage()
    const failures = await run().catch((error: unknown) => [`loading: ${String(error).split('\n')[0]}`])
    const milliseconds = readProcessorTime(before)
    send({ type: 'finished', spec, milliseconds, failures, calls: measured ? await readCalls(measured) : [] })
    if (failures.length > 0 && !isComplete) break
  }
  measured?.disconnect()
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

async function startMeasuring(): Promise<Session> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return session
}

/** Calls since the last reading. */
async function readCalls(session: Session): Promise<readonly Call[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const calls = new Map<string, boolean>()
  for (const { url, functions } of result) {
    const file = url.startsWith('file:') ? fileURLToPath(url) : url
    if (!isOurs(file)) continue
    for (const { functionName, ranges } of functions) {
      const name = `${relative(ROOT, file)} ${functionName.replace('#', '')}`
      calls.set(name, calls.get(name) === true || (ranges[0]?.count ?? 0) > 0)
    }
  }
  return [...calls]
}

function isOurs(file: string): boolean {
  return file.startsWith(ROOT + sep) && !file.includes(`${sep}node_modules${sep}`)
}

function forgetModules(): void {
  for (const file of Object.keys(load.cache)) if (isOurs(file)) delete load.cache[file]
}

/** Undoes what a test that failed did not undo. */
function restoreProcess(): void {
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
