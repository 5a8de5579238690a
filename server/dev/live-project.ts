import { Poll } from './poll.ts'
import { Reloader } from './reloader.ts'
import type { ReloaderOptions } from './served.ts'
import { Watcher } from './watcher.ts'

/** A project that follows its files. */
export interface LiveProject {
  readonly reloader: Reloader
  /** Settles when changes are noticed at once, and not only soon. */
  readonly watching: Promise<void>
  /** Ends loading; requests are still answered. */
  readonly stop: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The options of the reloader, and who hears of errors. */
export type LiveProjectOptions = ReloaderOptions & {
  /** Receives errors that no project file caused. */
  readonly onError: (error: unknown) => void
}

/**
 * Loads a project and keeps it equal to what is on disk. The watcher makes that quick; that it happens at all depends on
 * the comparison alone, which is also made several times a second.
 */
export async function openLiveProject(root: string, options: LiveProjectOptions): Promise<LiveProject> {
  const reloader = await Reloader.start(root, options)
  const poll = new Poll(async () => {
    try {
      return await reloader.converge()
    } catch (error) {
      options.onError(error)
      return 0
    }
  })
  const starting = Watcher.start(root, {
    onHint: (hasNew) => {
      // A module that failed because a file was missing may find it now, wherever that is.
      if (hasNew) reloader.retry()
      poll.now()
    },
    onError: options.onError,
  })
  // Walking a large folder takes longer than loading, so it is not waited for.
  const watching = starting.then((watcher) => {
    const follow = (): void => watcher.add(outsideOf(root, reloader))
    reloader.onReload(follow)
    follow()
  })
  watching.catch(options.onError)
  const stop = async (): Promise<void> => {
    await Promise.all([starting.then((watcher) => watcher.close()), poll.stop(), reloader.stop()])
  }
  return {
    reloader,
    watching,
    stop,
    close: async () => {
      await stop()
      await reloader.close()
    },
  }
}

/** The folders of a project that lie elsewhere: linked packages, a folder of routes beside it. */
function outsideOf(root: string, { modules, loaded }: Reloader): readonly string[] {
  const { tree } = loaded
  const folders = tree
    ? [tree.root.directory, ...[...tree.present].map((file) => file.slice(0, file.lastIndexOf('/')))]
    : []
  return [...new Set([...modules.files, ...folders])].filter((path) => path !== root && !path.startsWith(`${root}/`))
}
