import { scanRoutes } from '../files/scan.ts'
import { Reloader, type ReloaderOptions } from './reloader.ts'
import { type Changes, Watcher } from './watcher.ts'

/** A project that follows its files. */
export interface LiveProject {
  readonly reloader: Reloader
  /** Settles when every later change is noticed at once. */
  readonly watching: Promise<void>
  readonly close: () => Promise<void>
}

/** Loads a project and reloads it whenever a file that it is made of changes. `onError` gets what no file is to blame for. */
export async function openLiveProject(
  root: string,
  options: ReloaderOptions & { readonly onError: (error: unknown) => void },
): Promise<LiveProject> {
  let reloader: Reloader | undefined
  let watcher: Watcher | undefined
  const starting = Watcher.start(root, {
    textOf: (file) => reloader?.modules.text(file),
    isRelevant: (file) => reloader?.isRelevant(file) ?? false,
    onChange: (changes: Changes) => void reloader?.reload(changes).catch(options.onError),
    onError: options.onError,
  })
  const project = await Reloader.start(root, options).catch(async (error: unknown) => {
    await (await starting).close()
    throw error
  })
  reloader = project
  const follow = (): void => watcher?.add(outsideOf(root, project))
  project.onReload(follow)
  // Walking a large folder takes longer than loading, so it is not waited for; what was written meanwhile is looked at.
  const watching = starting.then(async (started) => {
    watcher = started
    follow()
    const routes = project.loaded.tree?.root.directory
    const present = routes === undefined ? [] : (await scanRoutes(routes)).present
    watcher.touch([...project.modules.files, ...present])
  })
  watching.catch(options.onError)
  return {
    reloader: project,
    watching,
    close: async () => {
      await (await starting).close()
      await project.close()
    },
  }
}

/** What a project is made of and what lies elsewhere: linked packages, a folder of routes beside it. */
function outsideOf(root: string, { modules, loaded }: Reloader): readonly string[] {
  const routes = loaded.tree?.root.directory ?? root
  return [...modules.files, routes].filter((path) => path !== root && !path.startsWith(`${root}/`))
}
