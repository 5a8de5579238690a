/**
 * Judges one fault, in a process of its own: whatever the fault does to timers, sockets or globals ends with it.
 *
 * It is started before it is needed and loads the packages, which contain no fault. Then it receives a list of test
 * files, runs them one after the other, and stops at the first failure.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Mocha from 'mocha'
import type * as Runner from '../fixtures/conformance/runner.ts'
import 'chai'
import 'h3'
import 'iron-webcrypto'
import 'unstorage'

/** The task of a worker: specs from the root of the checkout, in order, and vectors to run after them. */
export interface Task {
  readonly specs: readonly string[]
  readonly vectors: string | undefined
  /** Vectors that fail without any fault. */
  readonly ignoredVectors: readonly string[]
  /** Whether to go on after a failure, to learn of all of them. */
  readonly isComplete: boolean
}

/** Messages of the worker: it is ready, it starts a test file, it has finished one. */
export type Report =
  | { readonly type: 'ready' }
  | { readonly type: 'started'; readonly spec: string }
  | {
      readonly type: 'finished'
      readonly spec: string
      readonly milliseconds: number
      readonly failures: readonly string[]
    }
  | { readonly type: 'done' }

/** The name under which the vectors are reported beside the specs. */
export const VECTORS = 'conformance vectors'

process.once('message', (task: Task) => {
  void work(task).then(() => send({ type: 'done' }, () => process.exit(0)))
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
    send({ type: 'started', spec })
    const started = performance.now()
    const failures = await run().catch((error: unknown) => [`loading: ${String(error).split('\n')[0]}`])
    send({ type: 'finished', spec, milliseconds: performance.now() - started, failures })
    if (failures.length > 0 && !isComplete) return
  }
}

async function runSpec(spec: string, bail: boolean): Promise<readonly string[]> {
  const mocha = new Mocha({ ui: 'bdd', bail, timeout: 120_000, reporter: function Silent() {} as never })
  mocha.addFile(join(process.cwd(), spec))
  await mocha.loadFilesAsync()
  return new Promise((resolve) => {
    const failures: string[] = []
    mocha.run(() => resolve(failures)).on('fail', (test: Mocha.Test) => failures.push(test.fullTitle()))
  })
}

/** By a computed path, since the runner must be the checkout's and may not be there at all. */
async function runVectors(path: string, ignored: readonly string[]): Promise<readonly string[]> {
  const { readFile } = await import('node:fs/promises')
  const { runVectors: run } = (await import(
    pathToFileURL(join(process.cwd(), 'fixtures/conformance/runner.ts')).href
  )) as typeof Runner
  const results = await run(JSON.parse(await readFile(path, 'utf8')))
  return results.filter(({ id, mismatches }) => mismatches.length > 0 && !ignored.includes(id)).map(({ id }) => id)
}

function send(report: Report, then: () => void = () => undefined): void {
  process.send?.(report, then)
}
