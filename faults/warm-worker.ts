import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Call, Report, Task } from './worker.ts'

/** Result of one test file: its failures, none if it passed. */
export interface SpecResult {
  readonly spec: string
  readonly milliseconds: number
  readonly failures: readonly string[]
  readonly end: 'finished' | 'timed out' | 'died'
  /** Functions that it calls or does not call, where they were measured. */
  readonly calls: readonly Call[]
}

/** Tasks of one process, after which it is replaced: modules that are loaded anew leave something behind. */
const MOST_TASKS = 40

/** A process of `worker.ts`, replaced when a task has left something running in it. */
export class WarmWorker {
  readonly #directory: string
  readonly #scratch: string
  #child: ChildProcess | undefined
  #tasks = 0
  #turn = 0

  constructor(directory: string, scratch: string) {
    this.#directory = directory
    this.#scratch = scratch
  }

  /** The number of the process: it grows when the process is replaced. */
  get turn(): number {
    return this.#turn
  }

  /**
   * Runs a task; one at a time.
   *
   * @param limitOf milliseconds that a spec may take
   */
  async run(task: Task, limitOf: (spec: string) => number): Promise<readonly SpecResult[]> {
    const child = (this.#child ??= await this.#start())
    const results: SpecResult[] = []
    const isClean = await new Promise<boolean>((resolve) => {
      let running: { readonly spec: string; readonly since: number } | undefined
      let timer: NodeJS.Timeout | undefined
      const end = (how: 'timed out' | 'died'): void => {
        if (running) {
          const milliseconds = performance.now() - running.since
          results.push({ spec: running.spec, milliseconds, failures: [], end: how, calls: [] })
        }
        running = undefined
        resolve(false)
      }
      child.on('message', (report: Report) => {
        clearTimeout(timer)
        if (report.type === 'started') {
          running = { spec: report.spec, since: performance.now() }
          timer = setTimeout(() => end('timed out'), limitOf(report.spec))
        }
        if (report.type === 'finished') {
          running = undefined
          results.push({ ...report, end: 'finished' })
        }
        if (report.type === 'done') resolve(report.isClean)
      })
      child.once('exit', () => {
        clearTimeout(timer)
        end('died')
      })
      child.send(task)
    })
    child.removeAllListeners()
    child.on('error', () => undefined)
    this.#tasks++
    if (!isClean || this.#tasks >= MOST_TASKS) this.stop()
    return results
  }

  /** Ends the process; the next task gets a new one. */
  stop(): void {
    this.#child?.removeAllListeners()
    this.#child?.on('error', () => undefined)
    this.#child?.kill('SIGKILL')
    this.#child = undefined
    this.#tasks = 0
    this.#turn++
  }

  #start(): Promise<ChildProcess> {
    const child = fork(join(this.#directory, 'faults/worker.ts'), {
      cwd: this.#directory,
      execArgv: ['--conditions=source', '--import', 'tsx'],
      // Without the caller's secret: a test may use only the secret that it sets.
      env: { ...process.env, TMPDIR: this.#scratch, SVC_SESSION_SECRET: '', NO_COLOR: '1' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    return new Promise((resolve, reject) => {
      child.once('message', () => resolve(child))
      child.once('exit', (code) => reject(new Error(`the worker ended with ${code} before it was ready`)))
    })
  }
}
