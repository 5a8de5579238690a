import { setTimeout as sleep } from 'node:timers/promises'
import { docsGuard } from '../api/docs-operations.ts'
import { closeEverything, load, type Loaded } from '../files/load.ts'
import { Modules } from '../files/modules.ts'
import { Lifetimes } from '../api/lifetimes.ts'
import type { Warning } from '../files/warnings.ts'
import type { NodeHandler } from '../listening/serving.ts'
import { type ReloaderOptions, serve, type Serving, type ServingOptions } from './served.ts'
import { AccessHistory, type AuthChange } from './auth-changes.ts'
import { type Changes, Comparison, type Difference, isSame } from './comparison.ts'
import { WarningHistory } from './warning-history.ts'

/** An application that took the place of another. */
export interface Reload {
  readonly loaded: Loaded
  /** The files whose change made it necessary. */
  readonly changes: Changes
  /** The changes of who may call. */
  readonly authChanges: readonly AuthChange[]
  /** Those of the warnings that were not there before. */
  readonly newWarnings: readonly Warning[]
  /** Milliseconds from the start of the build to the swap. */
  readonly duration: number
}

/** How often to look whether what is missing is back, in milliseconds. */
const LOOK = 20
/** How often to look for newer changes while a build takes its time, in milliseconds. */
const PATIENCE = 100
/** How long a build may go on that the end of the reloader cuts short, in milliseconds. */
const CLOSING = 2_000
/** How long newer changes may keep an application from being served, in milliseconds. */
const OVERTAKEN = 500

/** The next application, over as many rounds as it is overtaken by newer changes. */
interface Build {
  /** Everything that changed since the served one was loaded. */
  readonly changes: Map<string, 'create' | 'update' | 'delete'>
  readonly started: number
  /** Between the disk and what was loaded last. */
  difference: Difference
}

/** How a round of a build ends; `overtaken` is followed by another. */
type Round = 'equal' | 'overtaken' | 'served' | 'closed'

/**
 * The application that is served, and the next one. Whenever the disk differs from what the served one was loaded from,
 * the next is built aside and swapped in with one assignment; requests in flight finish on the old one. What a watcher
 * saw plays no part in it.
 */
export class Reloader {
  readonly #root: string
  readonly #options: ServingOptions
  readonly #listeners = new Set<(reload: Reload) => void>()
  readonly #accessHistory = new AccessHistory()
  readonly #warningHistory = new WarningHistory()
  readonly #comparison = new Comparison()
  #modules: Modules
  #current: Serving
  /** The result of the modules as they are: not the served one if a build was overtaken. */
  #latest: Loaded
  #work: Promise<void> | undefined
  #cost = 0
  #isWanted = false
  #retries = false
  #isClosed = false

  private constructor(root: string, options: ServingOptions, modules: Modules, current: Serving) {
    this.#root = root
    this.#options = options
    this.#current = current
    this.#latest = current.loaded
    this.#modules = this.#adopt(modules)
    this.#describeChanges(current.loaded)
  }

  /** Loads a project for the first time; what does not load answers 503. */
  static async start(root: string, options: ReloaderOptions): Promise<Reloader> {
    const modules = await Modules.open(root, options.onStall)
    const loaded = await load(modules)
    const lifetimes = new Lifetimes(options.onError)
    const checkHost = options.checkHost(loaded)
    const fixed = { ...options, secureCookies: options.secureCookies(loaded), checkHost, lifetimes }
    return new Reloader(root, fixed, modules, await serve(loaded, fixed))
  }

  /** Hands each request to the application of the moment. */
  readonly handler: NodeHandler = (request, response) => {
    const { lifetime, handler } = this.#current
    if (lifetime) response.once('close', lifetime.begin())
    handler(request, response)
  }

  /** Keeps what the `start` of the config opened from being closed, until the function that it returns is called. */
  hold(): () => void {
    return this.#current.lifetime?.begin() ?? (() => undefined)
  }

  /** The application that is served now. */
  get loaded(): Loaded {
    return this.#current.loaded
  }

  get modules(): Modules {
    return this.#modules
  }

  /** Calls a listener after each swap. Returns a function that ends it. */
  onReload(listener: (reload: Reload) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Tries again what did not load at the next {@link converge}, whether or not anything that it was made of changed. */
  retry(): void {
    if (this.#modules.hasFailures || this.loaded.problems.length > 0) this.#retries = true
  }

  /**
   * Compares what is served with the disk, and loads until they are equal.
   *
   * @returns the milliseconds that a comparison takes
   */
  async converge(): Promise<number> {
    this.#isWanted = true
    this.#work ??= this.#run().finally(() => (this.#work = undefined))
    await this.#work
    return this.#cost
  }

  /** Ends loading; what is served stays as it is. */
  async stop(): Promise<void> {
    this.#isClosed = true
    // A `start` that hangs would keep it from ending.
    await Promise.race([this.#work, sleep(CLOSING, undefined, { ref: false })])
  }

  async close(): Promise<void> {
    await this.stop()
    await this.#options.lifetimes.close()
    await this.#modules.close()
  }

  async #run(): Promise<void> {
    while (this.#isWanted && !this.#isClosed) {
      this.#isWanted = false
      const difference = await this.#compare()
      if (!isSame(difference) || this.#retries) await this.#build(difference)
    }
  }

  async #compare(): Promise<Difference> {
    const started = performance.now()
    const difference = await this.#comparison.compare(this.#modules, this.#latest, this.loaded)
    this.#cost = performance.now() - started
    return difference
  }

  /** Builds until what was built is what is on disk, and serves it. */
  async #build(difference: Difference): Promise<void> {
    const build: Build = { changes: new Map(), started: performance.now(), difference }
    while ((await this.#runRound(build)) === 'overtaken');
  }

  async #runRound(build: Build): Promise<Round> {
    const { changes } = build
    while (build.difference.isUnsettled && !this.#isClosed) {
      await sleep(LOOK)
      build.difference = await this.#compare()
    }
    if (this.#isClosed) return 'closed'
    if (isSame(build.difference) && changes.size === 0 && !this.#retries && this.#latest === this.loaded) return 'equal'
    for (const [file, event] of describe(build.difference)) changes.set(file, event)
    this.#retries = false
    const begun = performance.now()
    const next = await this.#load(build.difference).catch((error: unknown) => closeEverything(error, this.#latest.tree))
    this.#latest = next
    build.difference = await this.#compare()
    if (!isSame(build.difference) && !this.#isWorthServing(next, build)) return 'overtaken'
    if (this.#isClosed) return 'closed'
    const serving = serve(next, this.#options)
    if ((await this.#endOf(serving, NOTHING)) === 'overtaken') {
      build.difference = await this.#compare()
      return 'overtaken'
    }
    this.#swap(await serving, changes, begun)
    this.#isWanted ||= !isSame(build.difference)
    return 'served'
  }

  /** Whether an application is served although the disk has changed again: newer changes may keep it for a while only. */
  #isWorthServing({ problems }: Loaded, { difference, started }: Build): boolean {
    const isLate = performance.now() - started > OVERTAKEN
    // A build that was given up for a newer one must not be served in its place.
    const isWhole = problems.every(({ code }) => code !== 'SVC_MODULE_TIMEOUT')
    return !difference.isUnsettled && isLate && isWhole
  }

  /** Loads what differs. Something that hangs does not keep a newer change waiting. */
  async #load(difference: Difference): Promise<Loaded> {
    if (difference.settings) await this.#reopen()
    else await this.#modules.invalidate(difference.changes, difference.importers)
    const loading = load(this.#modules)
    while ((await this.#endOf(loading, difference)) === 'overtaken') await this.#modules.hurry()
    return loading
  }

  /** Waits for the end of work, or for something newer than what the work is for. */
  async #endOf(work: Promise<unknown>, { changes }: Pick<Difference, 'changes'>): Promise<'over' | 'overtaken'> {
    const over = work.then(
      () => 'over' as const,
      () => 'over' as const,
    )
    for (;;) {
      const end = await Promise.race([over, sleep(PATIENCE)])
      if (end === 'over') return end
      if (this.#isClosed || (await this.#isOvertaken(changes))) return 'overtaken'
    }
  }

  async #isOvertaken(changes: Changes): Promise<boolean> {
    const { files, landings, settings } = this.#modules.inputs.compare()
    if (files.size > 0 || landings.owners.size > 0 || settings) return true
    const newer = await new Comparison().compare(this.#modules, this.#latest)
    return [...newer.changes].some(([file, event]) => changes.get(file) !== event)
  }

  #swap(next: Serving, changes: Changes, begun: number): void {
    this.#current = next
    // Paths that are closed for a fault of the config may be back with the config that is started.
    if (next.lifetime) void this.#options.lifetimes.keep(next.loaded.config)
    // It may have been closed while it was prepared, with what was read kept.
    this.#latest = next.loaded
    const differences = this.#describeChanges(next.loaded)
    const reload = { loaded: next.loaded, changes, ...differences, duration: performance.now() - begun }
    for (const listener of this.#listeners) listener(reload)
  }

  #describeChanges({
    operations,
    closed,
    api,
    warnings,
    problems,
  }: Loaded): Pick<Reload, 'authChanges' | 'newWarnings'> {
    return {
      authChanges: this.#accessHistory.advance(operations, closed, docsGuard(api.settings.docs), api.settings.csrf),
      newWarnings: this.#warningHistory.advance(warnings, problems.length === 0),
    }
  }

  /** tsconfig.json and package.json are read once, when the modules are opened. */
  async #reopen(): Promise<void> {
    const before = this.#modules
    this.#modules = this.#adopt(await Modules.open(this.#root, this.#options.onStall))
    await before.close()
  }

  #adopt(modules: Modules): Modules {
    modules.onRelease(() => {
      if (modules !== this.#modules) return
      this.#retries = true
      void this.converge()
    })
    return modules
  }
}

const NOTHING: Pick<Difference, 'changes'> = { changes: new Map() }

/** The names to print: if nothing but the place of an import changed, the files that have it. */
function describe({ changes, importers }: Difference): Changes {
  return changes.size > 0 ? changes : new Map([...importers].map((file) => [file, 'update']))
}
