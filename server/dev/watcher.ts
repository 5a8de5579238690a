import { existsSync } from 'node:fs'
import { type FSWatcher, watch } from 'chokidar'
import type { FileEvent } from '../files/modules.ts'
import { readSettled } from '../files/source.ts'

/** Files that differ from what was loaded, and how. */
export type Changes = ReadonlyMap<string, FileEvent>

/** What the watcher asks of its owner. */
export interface WatcherOwner {
  /** The text of a file as it was loaded, `undefined` for one that was not. */
  readonly textOf: (file: string) => string | undefined
  /** Whether a file that was not loaded matters. */
  readonly isRelevant: (file: string) => boolean
  readonly onChange: (changes: Changes) => void
  readonly onError: (error: Error) => void
}

/** How long to collect what belongs to one save, in milliseconds. */
const COLLECT = 5
/**
 * When to look again at files that were just written, in milliseconds: of two saves within 50 ms, chokidar reports the
 * first. And when to look again at files that are gone: editors delete and recreate.
 */
const LOOK_AGAIN = 100
/** A timer may fire this much early by another clock. */
const TIMER_SLACK = 2

/**
 * Watches a project by the content of its files: identical content is no change, and no save is lost.
 */
export class Watcher {
  readonly #owner: WatcherOwner
  readonly #source: FSWatcher
  /** Contents that were reported, by file; `undefined` for a file that was reported as gone. */
  readonly #reported = new Map<string, string | undefined>()
  readonly #touched = new Set<string>()
  /** Files that are gone but not yet reported so, and since when. */
  readonly #missing = new Map<string, number>()
  readonly #timers = new Set<NodeJS.Timeout>()
  #isCollecting = false

  private constructor(source: FSWatcher, owner: WatcherOwner) {
    this.#source = source
    this.#owner = owner
    source.on('all', (event, path) => {
      if (event !== 'addDir' && event !== 'unlinkDir') this.touch([path.replaceAll('\\', '/')])
    })
    source.on('error', (error) => owner.onError(error as Error))
  }

  /** Resolves when every later change is noticed. */
  static async start(root: string, owner: WatcherOwner): Promise<Watcher> {
    const ignored = (path: string): boolean => IGNORED.test(path.replaceAll('\\', '/').slice(root.length))
    const source = watch(root, {
      ignored,
      ignoreInitial: true,
      followSymlinks: false,
      ignorePermissionErrors: true,
      atomic: false,
    })
    const watcher = new Watcher(source, owner)
    await new Promise<void>((resolve) => source.once('ready', resolve))
    return watcher
  }

  /** Watches further files, which may lie outside the project. */
  add(files: readonly string[]): void {
    this.#source.add([...files])
  }

  /** Looks at files as if they had been written. */
  touch(files: Iterable<string>): void {
    for (const file of files) this.#touched.add(file)
    if (this.#isCollecting || this.#touched.size === 0) return
    this.#isCollecting = true
    this.#later(COLLECT, () => this.#report())
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer)
    await this.#source.close()
  }

  async #report(): Promise<void> {
    this.#isCollecting = false
    const files = [...this.#touched]
    this.#touched.clear()
    const found = await Promise.all(files.map((file) => this.#look(file)))
    const changes = new Map(files.flatMap((file, index) => (found[index] ? [[file, found[index]] as const] : [])))
    if (changes.size > 0) this.#owner.onChange(changes)
    // Until it has the same content twice, something may still be writing it.
    const again = files.filter((file) => changes.has(file) || this.#missing.has(file))
    if (again.length > 0) this.#later(LOOK_AGAIN, async () => this.touch(again))
  }

  async #look(file: string): Promise<FileEvent | undefined> {
    const text = await readSettled(file).catch(() => undefined)
    const known = this.#reported.has(file) ? this.#reported.get(file) : this.#owner.textOf(file)
    if (text === known) {
      this.#missing.delete(file)
      return undefined
    }
    if (text === undefined && !this.#isGoneForLong(file)) return undefined
    this.#missing.delete(file)
    if (known === undefined && !this.#owner.isRelevant(file)) return undefined
    this.#reported.set(file, text)
    if (text === undefined) return existsSync(file) ? 'update' : 'delete'
    return known === undefined ? 'create' : 'update'
  }

  /** Several events may tell of one absence within a moment; only time tells whether the file comes back. */
  #isGoneForLong(file: string): boolean {
    const since = this.#missing.get(file) ?? performance.now()
    this.#missing.set(file, since)
    return performance.now() - since >= LOOK_AGAIN - TIMER_SLACK
  }

  #later(milliseconds: number, run: () => Promise<void>): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      run().catch((error: unknown) => this.#owner.onError(error as Error))
    }, milliseconds)
    this.#timers.add(timer)
  }
}

/** Below the root: packages, what is built, and everything hidden, `.svc` included. */
const IGNORED = /\/(?:node_modules|dist|coverage|\.[^/]+)(?:\/|$)/
