import { type ChildProcess, fork } from 'node:child_process'
import { Deaths } from './deaths.ts'
import { Handover } from './handover.ts'
import { isOurs, type PrimaryMessage, type WorkerMessage } from './messages.ts'
import type { ServerOutput, StartSettings } from './run-server.ts'
import { WORKER_VARIABLE } from './worker.ts'

/** The settings of a primary. */
export interface PrimaryOptions {
  /** The built server. */
  readonly file: string
  readonly settings: StartSettings
  readonly env: NodeJS.ProcessEnv
  readonly output: ServerOutput
  readonly exit: (code: number) => void
}

/** Deaths within a minute that end the whole. */
const MOST_DEATHS = 5
/** Milliseconds before the first replacement of a dead worker; doubled for each further death within a minute. */
const FIRST_DELAY = 100
/** Milliseconds in which a signal that was sent to the whole group has reached the primary too. */
const GROUP_DELAY = 100
/** Milliseconds beyond the drain after which workers that have not ended are killed. */
const LAST_WORDS = 5_000

/**
 * Starts the workers and replaces those that die. SIGHUP replaces all of them one by one, so that requests are answered
 * throughout; SIGTERM and SIGINT end all of them.
 */
export function runPrimary(options: PrimaryOptions): void {
  const primary = new Primary(options)
  process.on('SIGTERM', () => primary.end(0, 143))
  process.on('SIGINT', () => primary.end(130, 130))
  process.on('SIGHUP', () => primary.restart())
  // One first: what it refuses, all of them would.
  void primary.start()
}

class Primary {
  readonly #options: PrimaryOptions
  readonly #handover = new Handover()
  /** By ourselves: the list of children may hold one that has ended. */
  readonly #alive = new Set<ChildProcess>()
  /** Of those, the ones that serve. */
  readonly #ready = new Set<ChildProcess>()
  /** Workers that are ending: their exit is not a failure, and they do not count. */
  readonly #leaving = new Set<ChildProcess>()
  readonly #deaths = new Deaths()
  #exitCode: number | undefined
  #page = ''
  #restarts = 0
  #wasReady = false
  #hasLast = false

  constructor(options: PrimaryOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const { output, settings } = this.#options
    const first = await this.#add()
    if (first === undefined) return
    output.report(`serving  ${first}  ${settings.workers} workers`)
    output.report(`page  ${this.#page}`)
    this.#fill()
  }

  /** Ends all workers, then the process; a second time, at once. */
  end(code: number, atOnce: number): void {
    if (this.#exitCode !== undefined) {
      this.#killAll()
      return this.#options.exit(atOnce)
    }
    this.#exitCode = code
    setTimeout(() => this.#killAll(), this.#options.settings.drain + LAST_WORDS).unref()
    void this.#handover.stop().then(() => {
      for (const worker of this.#alive) {
        if (this.#ready.has(worker)) void this.#drain(worker)
        // One that has not begun to serve is not needed, but where connections wait for it.
        else if (!this.#handover.isWaiting) worker.kill('SIGTERM')
      }
      this.#exitWhenAlone()
    })
  }

  /** Replaces all workers, one by one. Asked for again meanwhile, it does so once more: there may be another build. */
  restart(): void {
    const { report } = this.#options.output
    if (this.#exitCode !== undefined) return report('restart  refused: the server is ending')
    this.#restarts = Math.min(2, this.#restarts + 1)
    if (this.#restarts > 1) return report('restart  again after this one')
    void this.#replaceAll()
  }

  async #replaceAll(): Promise<void> {
    const { report } = this.#options.output
    while (this.#restarts > 0 && this.#exitCode === undefined) {
      report('restart  one worker after the other')
      report(await this.#replaceEach([...this.#alive].filter((worker) => !this.#leaving.has(worker))))
      this.#restarts--
    }
  }

  /** One new worker is ready before an old one begins to end. */
  async #replaceEach(old: readonly ChildProcess[]): Promise<string> {
    for (const [index, worker] of old.entries()) {
      // One that died meanwhile was replaced for that: by the one that was just started, or will be.
      if (!this.#alive.has(worker)) continue
      const address = await this.#add()
      if (this.#exitCode !== undefined) return 'restart  given up: the server is ending'
      if (address === undefined) {
        this.#fill()
        const kept = `${old.length - index} of ${old.length} workers are the old ones`
        return `error: restart failed: a new worker did not start; ${kept}. Mend it, and send SIGHUP again.`
      }
      if (this.#alive.has(worker)) await this.#drain(worker)
    }
    this.#fill()
    return 'restart  done'
  }

  /** Starts a worker. Resolves to its address, or `undefined` for one that ended before it was ready. */
  #add(): Promise<string | undefined> {
    const { env, file, settings } = this.#options
    const worker = fork(file, [], {
      execArgv: [],
      env: {
        ...env,
        ...(settings.port === undefined ? {} : { PORT: String(settings.port) }),
        ...(settings.host === undefined ? {} : { HOST: settings.host }),
        ...(settings.health === undefined ? {} : { HEALTH: settings.health }),
        WORKERS: String(settings.workers),
        DRAIN: String(settings.drain / 1_000),
        LOG: settings.log,
        [WORKER_VARIABLE]: '1',
      },
    })
    this.#alive.add(worker)
    return new Promise((resolve) => {
      worker.on('message', (message: unknown) => {
        if (!isOurs(message)) return
        const known = message as WorkerMessage
        if (known.svc === 'ready') {
          this.#page = known.page
          void this.#open(worker, known.port, known.host).then(resolve)
        }
        if (known.svc === 'taken') this.#handover.taken(worker, known.id)
        // Where the signal was for all, the primary ends them in order.
        if (known.svc === 'leave') setTimeout(() => void this.#drain(worker), GROUP_DELAY)
      })
      const gone = (code: number | null, signal: string | null): void => {
        resolve(undefined)
        if (this.#alive.has(worker)) this.#onExit(worker, code, signal)
      }
      worker.once('exit', gone)
      // It could not be started, or sent to: then its exit follows, where it began.
      worker.on('error', () => worker.pid === undefined && gone(1, null))
    })
  }

  /** Lets a worker serve that is ready to. */
  async #open(worker: ChildProcess, port: number, host: string): Promise<string | undefined> {
    try {
      const address = await this.#handover.listen(port, host)
      if (!this.#alive.has(worker)) return undefined
      this.#wasReady = true
      this.#ready.add(worker)
      tell(worker, { svc: 'listening', address })
      this.#handover.add(worker)
      if (this.#exitCode !== undefined) void this.#drain(worker)
      return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`
    } catch (error) {
      // It reports what that means, and ends.
      tell(worker, { svc: 'refused', code: (error as NodeJS.ErrnoException).code ?? String(error) })
      return undefined
    }
  }

  #drain(worker: ChildProcess): Promise<void> {
    const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    this.#leaving.add(worker)
    this.#handover.remove(worker)
    tell(worker, { svc: 'drain' })
    return this.#alive.has(worker) ? gone : Promise.resolve()
  }

  #onExit(worker: ChildProcess, code: number | null, signal: string | null): void {
    const { report } = this.#options.output
    this.#alive.delete(worker)
    this.#handover.lose(worker)
    const wasReady = this.#ready.delete(worker)
    const wasLeaving = this.#leaving.delete(worker)
    if (this.#exitCode !== undefined) return this.#exitWhenAlone()
    if (!this.#wasReady) {
      // It has said itself what it lacks.
      this.#exitCode = code ?? 1
      return this.#options.exit(this.#exitCode)
    }
    if (wasLeaving && this.#restarts > 0) return
    // The one of a rolling restart that does not start: the others go on.
    if (!wasReady && this.#restarts > 0) return
    const recent = this.#deaths.note(performance.now())
    const cause = signal ?? `code ${code}`
    if (recent >= MOST_DEATHS) {
      report(`error: ${MOST_DEATHS} workers died within a minute, the last with ${cause}. The server ends.`)
      return this.end(1, 1)
    }
    const pause = FIRST_DELAY * 2 ** (recent - 1)
    report(`warning: worker ${worker.pid} died with ${cause}; another starts in ${pause} ms`)
    setTimeout(() => this.#fill(), pause)
  }

  /** Starts as many workers as are missing: those that start, also for a restart, count. */
  #fill(): void {
    if (this.#exitCode !== undefined) return
    const staying = [...this.#alive].filter((worker) => !this.#leaving.has(worker)).length
    for (let count = staying; count < this.#options.settings.workers; count++) void this.#add()
  }

  #killAll(): void {
    for (const worker of this.#alive) worker.kill('SIGKILL')
  }

  #exitWhenAlone(): void {
    if (this.#alive.size > 0) return
    // All workers are gone before their time, and connections wait: one more answers them.
    const isLast = this.#handover.isWaiting && this.#wasReady && !this.#hasLast
    if (!isLast) return this.#options.exit(this.#exitCode ?? 0)
    this.#hasLast = true
    void this.#add()
  }
}

/** A worker whose channel is closed is about to exit, which is an event of its own. */
function tell(worker: ChildProcess, message: PrimaryMessage): void {
  if (worker.connected) worker.send(message, () => undefined)
}
