import { readdir, readFile } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import type { Reload, Reloader } from '../server/dev/reloader.ts'
import type { Loaded } from '../server/files/load.ts'
import type { Modules } from '../server/files/modules.ts'
import { Rounds } from './watch-rounds.ts'

/** Tests the routes of these keys, all of them if absent, until the signal is aborted. */
export type TestRoutes = (
  loaded: Loaded,
  modules: Modules,
  routes: readonly string[] | undefined,
  signal: AbortSignal,
) => Promise<void>

/** How a project is tested again and again. */
export interface WatchOptions {
  /** The fixtures that the command line names. */
  readonly fixtures: string | undefined
  readonly test: TestRoutes
  /** Gets lines for people. */
  readonly report: (line: string) => void
}

/**
 * Tests a project, and after each change the routes that it may have touched: those declared in a changed file or in
 * one that imports it, and those whose auth or middleware is. The project is loaded as `svc dev` does it. A change ends
 * the run under way, whose routes are tested with the next one. Resolves when the signal is aborted.
 *
 * @param root the project, absolute, with forward slashes
 */
export async function watchTests(root: string, options: WatchOptions, signal: AbortSignal): Promise<void> {
  const [{ openLiveProject }, { Poll }, { writeTypes }, { requireConfigFile }] = await Promise.all([
    import('../server/dev/live-project.ts'),
    import('../server/dev/poll.ts'),
    import('../server/files/sync.ts'),
    import('../server/files/load-config.ts'),
  ])
  const { report } = options
  const reportError = (error: unknown): void =>
    report(`error: ${error instanceof Error ? error.message : String(error)}`)
  const config = requireConfigFile(root)
  const { reloader, watching, close } = await openLiveProject(root, {
    secureCookies: () => false,
    checkHost: () => false,
    prepare: async ({ tree }) => void (tree && (await writeTypes(root, config, tree).catch(() => undefined))),
    onError: reportError,
  })
  reportProblems(reloader.loaded, report)
  const rounds = new Rounds(async (routes, round) => {
    // Resources that `stop` of the config closes are needed until the last request is answered.
    const release = reloader.hold()
    await options.test(reloader.loaded, reloader.modules, routes, round).catch(reportError).finally(release)
    if (!round.aborted) report('\nwaits for changes; Ctrl-C ends')
  })
  let modules = reloader.modules
  reloader.onReload((reload) => {
    const touched = reloader.modules === modules ? findTouched(reload, reloader) : undefined
    modules = reloader.modules
    report(`\n${namesOf(reload, root)}  changed`)
    reportProblems(reload.loaded, report)
    rounds.want(touched)
  })
  // Modules are seen by the reloader; YAML and JSON are not modules, and neither is a file that was not there.
  let data = await readData(root, options.fixtures)
  const poll = new Poll(async () => {
    const started = performance.now()
    const found = await readData(root, options.fixtures)
    const cost = performance.now() - started
    if (found !== data) {
      data = found
      report('\nfixtures  changed')
      rounds.want(undefined)
    }
    return cost
  })
  try {
    rounds.want(undefined)
    watching.catch(() => undefined)
    await rounds.run(signal)
  } finally {
    await poll.stop()
    await close()
  }
}

/** The operations that a reload may have changed; `undefined` where that is not known: then all of them are tested. */
function findTouched({ loaded, changes }: Reload, { modules }: Reloader): readonly string[] | undefined {
  const files = new Set(changes.keys())
  for (const file of changes.keys()) for (const importer of modules.importersOf(file)) files.add(importer)
  if (loaded.config?.source !== undefined && files.has(loaded.config.source.file)) return undefined
  const touched = loaded.operations.filter(({ source, auth, middleware }) =>
    [source, auth.source, ...middleware.map((link) => link.source)].some((place) => files.has(place?.file ?? '')),
  )
  return touched.length === 0 ? undefined : touched.map(({ method, path }) => `${method} ${path}`)
}

function namesOf({ changes }: Reload, root: string): string {
  const names = [...changes.keys()].map((file) => file.replace(`${root}/`, ''))
  return names.length > 0 ? names.join(', ') : 'settings'
}

function reportProblems({ problems }: Loaded, report: (line: string) => void): void {
  for (const { message } of problems) report(`error: ${message}`)
}

/** The names of the project's fixtures, and the text of those that are data. */
async function readData(root: string, given: string | undefined): Promise<string> {
  const names = (await readdir(`${root}/fixtures`).catch(() => [])).filter((name) => name.startsWith('auth'))
  const files = [...names.toSorted().map((name) => `fixtures/${name}`), ...(given === undefined ? [] : [given])]
  const texts = files
    .filter((file) => /\.(?:ya?ml|json)$/.test(file))
    .map((file) => readFile(isAbsolute(file) ? file : `${root}/${file}`, 'utf8').catch(() => ''))
  return JSON.stringify([files, await Promise.all(texts)])
}
