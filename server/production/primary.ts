import cluster, { type Worker } from 'node:cluster'
import { catchListeningSockets } from './listening-socket.ts'
import { DRAIN_MESSAGE, LEAVE_MESSAGE, type ServerOutput, type StartSettings } from './run-server.ts'

/** The settings of a primary. */
export interface PrimaryOptions {
  /** The built server. */
  readonly file: string
  readonly settings: StartSettings
  readonly env: NodeJS.ProcessEnv
  readonly output: ServerOutput
  readonly exit: (code: number) => void
}

/** Deaths within {@link WINDOW} that end the whole. */
const MOST_DEATHS = 5
const WINDOW = 60_000
/** Milliseconds before the first replacement of a dead worker; doubled for each further death within the window. */
const FIRST_DELAY = 100

/**
 * Starts the workers and replaces those that die. SIGHUP replaces all of them one by one, so that requests are answered
 * throughout; SIGTERM and SIGINT end all of them.
 */
export function runPrimary(options: PrimaryOptions): void {
  const { file, settings, output, exit } = options
  const primary = new Primary(options)
  cluster.setupPrimary({ exec: file, args: [], execArgv: [] })
  process.on('SIGTERM', () => primary.end(0, 143))
  process.on('SIGINT', () => primary.end(130, 130))
  process.on('SIGHUP', () => void primary.replaceAll())
  // One first: what it refuses, all of them would.
  void (async () => {
    const first = await primary.add()
    if (!first) return
    output.report(`serving  ${first}  ${settings.workers} workers`)
    await Promise.all(Array.from({ length: settings.workers - 1 }, () => primary.add()))
  })().catch((error: unknown) => {
    output.report(`error: ${String(error)}`)
    exit(1)
  })
}

class Primary {
  readonly #options: PrimaryOptions
  /** Workers that are ending: their exit is not a failure. */
  readonly #leaving = new Set<Worker>()
  readonly #ready = new Set<Worker>()
  /** By ourselves: the list of the cluster may hold a worker that has ended. */
  readonly #alive = new Set<Worker>()
  readonly #deaths: number[] = []
  readonly #stopListening = catchListeningSockets()
  #exitCode: number | undefined
  #isReplacing = false
  #wasReady = false

  constructor(options: PrimaryOptions) {
    this.#options = options
  }

  /** Starts a worker. Resolves to its address, or `undefined` for one that ended before it was ready. */
  add(): Promise<string | undefined> {
    const { env, settings } = this.#options
    const worker = cluster.fork({
      ...env,
      ...(settings.port === undefined ? {} : { PORT: String(settings.port) }),
      ...(settings.host === undefined ? {} : { HOST: settings.host }),
      ...(settings.health === undefined ? {} : { HEALTH: settings.health }),
      WORKERS: String(settings.workers),
      DRAIN: String(settings.drain / 1_000),
      LOG: settings.log,
    })
    this.#alive.add(worker)
    return new Promise((resolve) => {
      worker.once('listening', ({ address, port }) => {
        this.#ready.add(worker)
        this.#wasReady = true
        resolve(`http://${address?.includes(':') ? `[${address}]` : (address ?? 'localhost')}:${port}`)
      })
      worker.on('message', (message: unknown) => {
        if (message === LEAVE_MESSAGE && worker.isConnected()) worker.send(LEAVE_MESSAGE)
      })
      worker.once('exit', (code, signal) => {
        resolve(undefined)
        this.#onExit(worker, code, signal)
      })
    })
  }

  /** Ends all workers, then the process; a second time, at once. */
  end(code: number, atOnce: number): void {
    if (this.#exitCode !== undefined) {
      for (const worker of this.#alive) worker.process.kill('SIGKILL')
      return this.#options.exit(atOnce)
    }
    this.#exitCode = code
    void this.#stopListening().then(() => {
      for (const worker of this.#alive) void this.#drain(worker)
      this.#exitWhenAlone()
    })
  }

  /** One new worker is ready before an old one begins to end. */
  async replaceAll(): Promise<void> {
    if (this.#isReplacing || this.#exitCode !== undefined) return
    this.#isReplacing = true
    const { report } = this.#options.output
    report('restart  one worker after the other')
    // Those of now: the new ones join the set.
    const replaced = [...this.#ready]
    for (const old of replaced) {
      if (this.#exitCode !== undefined) break
      const address = await this.add()
      if (address === undefined) {
        report('error: a new worker did not start; the old ones stay')
        break
      }
      await this.#drain(old)
    }
    this.#isReplacing = false
    report('restart  done')
  }

  #drain(worker: Worker): Promise<void> {
    this.#leaving.add(worker)
    const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    // One that is still starting would miss the message.
    if (this.#ready.has(worker) && worker.isConnected()) worker.send(DRAIN_MESSAGE)
    else worker.process.kill('SIGTERM')
    return worker.isDead() ? Promise.resolve() : gone
  }

  #onExit(worker: Worker, code: number | null, signal: string | null): void {
    const { report } = this.#options.output
    this.#alive.delete(worker)
    const wasReady = this.#ready.delete(worker)
    const wasLeaving = this.#leaving.delete(worker)
    if (this.#exitCode !== undefined) return this.#exitWhenAlone()
    if (wasLeaving) return
    if (!this.#wasReady) {
      // It has said itself what it lacks.
      this.#exitCode = code ?? 1
      return this.#options.exit(this.#exitCode)
    }
    // The one of a rolling restart that does not start: the others go on.
    if (!wasReady && this.#isReplacing) return
    const now = Date.now()
    this.#deaths.push(now)
    const recent = this.#deaths.filter((time) => now - time < WINDOW)
    this.#deaths.splice(0, this.#deaths.length, ...recent)
    const cause = signal ?? `code ${code}`
    if (recent.length >= MOST_DEATHS) {
      report(`error: ${MOST_DEATHS} workers died within a minute, the last with ${cause}. The server ends.`)
      return this.end(1, 1)
    }
    const pause = FIRST_DELAY * 2 ** (recent.length - 1)
    report(`warning: worker ${worker.process.pid} died with ${cause}; another starts in ${pause} ms`)
    setTimeout(() => {
      if (this.#exitCode === undefined) void this.add()
    }, pause)
  }

  #exitWhenAlone(): void {
    if (this.#alive.size === 0) this.#options.exit(this.#exitCode ?? 0)
  }
}
