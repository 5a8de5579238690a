import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Report, Task } from './worker.ts'

/** Result of one test file: its failures, none if it passed. */
export interface SpecResult {
  readonly spec: string
  readonly milliseconds: number
  readonly failures: readonly string[]
  readonly end: 'finished' | 'timed out' | 'died'
}

/** A process of `worker.ts`, started ahead of its task. */
export class WarmWorker {
  readonly #child: ChildProcess
  readonly #ready: Promise<void>

  constructor(directory: string, scratch: string) {
    this.#child = fork(join(directory, 'faults/worker.ts'), {
      cwd: directory,
      execArgv: ['--conditions=source', '--import', 'tsx'],
      // Without the caller's secret: a test may use only the secret that it sets.
      env: { ...process.env, TMPDIR: scratch, SVC_SESSION_SECRET: '', NO_COLOR: '1' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#ready = new Promise((resolve, reject) => {
      this.#child.once('message', () => resolve())
      this.#child.once('exit', (code) => reject(new Error(`the worker ended with ${code} before it was ready`)))
    })
    // run() rejects; until it is called, the rejection is not an error.
    this.#ready.catch(() => undefined)
  }

  /**
   * Runs the task and ends the process.
   *
   * @param limitOf milliseconds that a spec may take
   */
  async run(task: Task, limitOf: (spec: string) => number): Promise<readonly SpecResult[]> {
    await this.#ready
    const results: SpecResult[] = []
    await new Promise<void>((resolve) => {
      let running: { readonly spec: string; readonly since: number } | undefined
      let timer: NodeJS.Timeout | undefined
      const end = (how: 'timed out' | 'died'): void => {
        if (running) {
          const milliseconds = performance.now() - running.since
          results.push({ spec: running.spec, milliseconds, failures: [], end: how })
        }
        running = undefined
        resolve()
      }
      this.#child.on('message', (report: Report) => {
        clearTimeout(timer)
        if (report.type === 'started') {
          running = { spec: report.spec, since: performance.now() }
          timer = setTimeout(() => end('timed out'), limitOf(report.spec))
        }
        if (report.type === 'finished') {
          running = undefined
          results.push({ ...report, end: 'finished' })
        }
        if (report.type === 'done') resolve()
      })
      this.#child.once('exit', () => {
        clearTimeout(timer)
        end('died')
      })
      this.#child.send(task)
    })
    this.stop()
    return results
  }

  stop(): void {
    this.#child.removeAllListeners()
    this.#child.on('error', () => undefined)
    this.#child.kill('SIGKILL')
  }
}
