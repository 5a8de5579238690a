import { type FSWatcher, watch } from 'chokidar'

/** The callbacks of the watcher. */
export interface WatcherOwner {
  /** Called when something may have changed, with whether something is new. */
  readonly onHint: (hasNew: boolean) => void
  readonly onError: (error: Error) => void
}

/** How long to collect what belongs to one save, in milliseconds. */
const COLLECT = 5

/**
 * Says early that files may have changed. It is only a hint: of two saves within 50 ms chokidar reports the
 * first, and a folder that is deleted and created again may escape it.
 */
export class Watcher {
  readonly #owner: WatcherOwner
  readonly #source: FSWatcher
  #timer: NodeJS.Timeout | undefined
  #hasNew = false

  private constructor(source: FSWatcher, owner: WatcherOwner) {
    this.#source = source
    this.#owner = owner
    source.on('all', (event) => this.#note(event === 'add' || event === 'addDir'))
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

  /** Watches further files and folders, which may lie outside the project. */
  add(paths: readonly string[]): void {
    this.#source.add([...paths])
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#source.close()
  }

  #note(isNew: boolean): void {
    this.#hasNew ||= isNew
    this.#timer ??= setTimeout(() => {
      const hasNew = this.#hasNew
      this.#timer = undefined
      this.#hasNew = false
      this.#owner.onHint(hasNew)
    }, COLLECT)
  }
}

/** Below the root: packages, what is built, and everything hidden, `.svc` included, but for the routes of `.well-known`. */
const IGNORED = /\/(?:node_modules|dist|coverage|\.(?!well-known(?:\/|$))[^/]+)(?:\/|$)/
