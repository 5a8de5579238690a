import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { docsGuard } from '../docs-operations.ts'
import { closeEverything, load, type Loaded } from '../files/load.ts'
import { findConfigFile } from '../files/load-config.ts'
import { Modules } from '../files/modules.ts'
import type { Warning } from '../files/warnings.ts'
import { type Lifetime, Lifetimes } from '../lifetimes.ts'
import type { ObservationListener } from '../observation.ts'
import type { DocsDevelopment } from '../openapi/routes.ts'
import type { NodeHandler } from '../serving.ts'
import { AccessHistory, type AuthChange } from './auth-changes.ts'
import { WarningHistory } from './warning-history.ts'
import type { Changes } from './watcher.ts'

/** An application that took the place of another. */
export interface Reload {
  readonly loaded: Loaded
  /** What made it necessary. */
  readonly changes: Changes
  /** What changed in who may call. */
  readonly authChanges: readonly AuthChange[]
  /** Those of the warnings that were not there before. */
  readonly newWarnings: readonly Warning[]
  /** Milliseconds from the start of the build to the swap. */
  readonly duration: number
}

/** What a reloader is made with. */
export interface ReloaderOptions {
  /** Whether session cookies are `Secure`: not on plain http to this very machine. Asked once, as the next one. */
  readonly secureCookies: (loaded: Loaded) => boolean
  /** Whether only hosts that are known are answered: on loopback, against DNS rebinding. */
  readonly checkHost: (loaded: Loaded) => boolean
  /** What the reference page offers on a developer's own machine. */
  readonly development?: DocsDevelopment
  /** Told of every request, whichever application answers it. */
  readonly observe?: ObservationListener
  /** Called with each application before it is served, the first included. */
  readonly prepare?: (loaded: Loaded) => Promise<void>
  /** Called with what `stop` of a config throws. */
  readonly onError?: (error: unknown) => void
}

/** How long a file must be gone before it counts as deleted, in milliseconds: editors delete and recreate. */
const GONE = 100
/** How often to build again for files that come and go. */
const LOOKS = 5

/**
 * The application that is served, and the next one. The next is built aside and swapped in with one assignment; requests
 * in flight finish on the old one; a build that a newer change overtakes is dropped.
 */
export class Reloader {
  readonly #root: string
  readonly #options: ServingOptions
  readonly #listeners = new Set<(reload: Reload) => void>()
  readonly #accessHistory = new AccessHistory()
  readonly #warningHistory = new WarningHistory()
  #modules: Modules
  #current: Serving
  #build = 0

  private constructor(root: string, options: ServingOptions, modules: Modules, current: Serving) {
    this.#root = root
    this.#options = options
    this.#modules = modules
    this.#current = current
    this.#compare(current.loaded)
  }

  /** Loads a project for the first time; what does not load answers 503. */
  static async start(root: string, options: ReloaderOptions): Promise<Reloader> {
    const modules = await Modules.open(root)
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

  /** What is served now. */
  get loaded(): Loaded {
    return this.#current.loaded
  }

  get modules(): Modules {
    return this.#modules
  }

  /** Whether a file that was not loaded may make a difference by being there. */
  isRelevant(file: string): boolean {
    const routes = this.loaded.tree?.root.directory
    if (routes !== undefined && file.startsWith(`${routes}/`)) return !/\.(?:test|spec)\.[^/.]+$/.test(file)
    if (this.#shapesResolution(file) || /^\/svc\.config\.\w+$/.test(file.slice(this.#root.length))) return true
    return this.#modules.has(file) || this.#modules.hasFailures || this.loaded.problems.length > 0
  }

  /** Calls a listener after each swap. Returns a function that ends it. */
  onReload(listener: (reload: Reload) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Builds the next application and swaps it in, unless newer changes come first. */
  async reload(changes: Changes): Promise<void> {
    const build = ++this.#build
    const started = performance.now()
    const isOvertaken = (): boolean => build !== this.#build
    const loaded = await this.#rebuild(changes, isOvertaken).catch(closeEverything)
    if (isOvertaken()) return
    const next = await serve(loaded, this.#options)
    if (isOvertaken()) return
    this.#current = next
    // What is closed for a fault of its config may be back with the config that is started.
    if (next.lifetime) void this.#options.lifetimes.keep(next.loaded.config)
    const differences = this.#compare(next.loaded)
    const reload = { loaded: next.loaded, changes, ...differences, duration: performance.now() - started }
    for (const listener of this.#listeners) listener(reload)
  }

  async close(): Promise<void> {
    this.#build++
    await this.#options.lifetimes.close()
    await this.#modules.close()
  }

  #compare({ operations, closed, api, warnings, problems }: Loaded): Pick<Reload, 'authChanges' | 'newWarnings'> {
    return {
      authChanges: this.#accessHistory.advance(operations, closed, docsGuard(api.settings.docs)),
      newWarnings: this.#warningHistory.advance(warnings, problems.length === 0),
    }
  }

  async #rebuild(changes: Changes, isOvertaken: () => boolean): Promise<Loaded> {
    if ([...changes.keys()].some((file) => this.#shapesResolution(file))) await this.#reopen()
    else await this.#modules.invalidate(changes)
    let loaded = await load(this.#modules)
    for (let look = 0; look < LOOKS && (await this.#hasReturned(loaded, changes)); look++) {
      if (isOvertaken()) break
      loaded = await load(this.#modules)
    }
    return loaded
  }

  /** What tsconfig.json and package.json say is read once, when the modules are opened. */
  #shapesResolution(file: string): boolean {
    return /^\/(?:tsconfig[^/]*|package)\.json$/.test(file.slice(this.#root.length))
  }

  async #reopen(): Promise<void> {
    const before = this.#modules
    this.#modules = await Modules.open(this.#root)
    await before.close()
  }

  /**
   * Whether a file that was there before, and that this build did not find, is there after all. A build that is made
   * while an editor recreates an `_auth` file would serve its folder without it.
   */
  async #hasReturned(loaded: Loaded, changes: Changes): Promise<boolean> {
    if (loaded.problems.some(({ code }) => code === 'SVC_CONFIG_MISSING')) {
      await delay(GONE)
      return findConfigFile(this.#root) !== undefined
    }
    const before = this.loaded.tree
    if (!before || !loaded.tree || before.root.directory !== loaded.tree.root.directory) return false
    const { present } = loaded.tree
    const missing = [...before.present].filter((file) => !present.has(file) && changes.get(file) !== 'delete')
    if (missing.length === 0) return false
    await delay(GONE)
    return missing.some((file) => existsSync(file))
  }
}

interface ServingOptions extends Omit<ReloaderOptions, 'secureCookies' | 'checkHost'> {
  readonly secureCookies: boolean
  readonly checkHost: boolean
  readonly lifetimes: Lifetimes
}

interface Serving {
  readonly loaded: Loaded
  /** Of the config; `undefined` where it did not load or start. */
  readonly lifetime: Lifetime | undefined
  readonly handler: NodeHandler
}

async function serve(loaded: Loaded, options: ServingOptions): Promise<Serving> {
  try {
    await options.prepare?.(loaded)
    const { development, observe, secureCookies, checkHost } = options
    // Failures are meant here, so nobody is kept from trying again.
    const rebuild = { throttle: false as const, ...(development ? { development } : {}) }
    const api = loaded.api.withOperations(loaded.operations, rebuild)
    const handler = api.nodeHandler({ secureCookies, checkHost })
    if (observe) api.observe(observe)
    // Last: what cannot be served must not be started.
    const lifetime = loaded.config && (await options.lifetimes.enter(loaded.config))
    return { loaded: { ...loaded, api }, handler, lifetime }
  } catch (error) {
    if (loaded.closed.some(({ path }) => path === '/**')) throw error
    return serve(closeEverything(error), options)
  }
}
