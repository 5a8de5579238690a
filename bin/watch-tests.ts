import { resolve } from 'node:path'
import type { Loaded } from '../server/files/load.ts'
import type { LoadedProject } from './project.ts'

/** Tests the routes of these keys, all of them if absent. */
export type TestRoutes = (loaded: Loaded, routes: readonly string[] | undefined) => Promise<void>

/**
 * Tests a project, and after each change the routes that it may have touched: those declared in a changed file or in
 * one that imports it, and those whose auth is. Resolves when the signal is aborted.
 */
export async function watchTests(project: LoadedProject, test: TestRoutes, signal: AbortSignal): Promise<void> {
  const [{ Watcher }, { load }] = await Promise.all([
    import('../server/dev/watcher.ts'),
    import('../server/files/load.ts'),
  ])
  const { root, modules } = project
  const routes = `${resolve(root, project.loaded.config?.project.routes ?? 'routes').replaceAll('\\', '/')}/`
  let work = test(project.loaded, undefined).catch(tell)
  const again = async (changes: ReadonlyMap<string, 'create' | 'update' | 'delete'>): Promise<void> => {
    const files = new Set([...changes.keys(), ...[...changes.keys()].flatMap((file) => [...modules.importersOf(file)])])
    await modules.invalidate(changes)
    const loaded = await load(modules)
    const touched = loaded.operations.filter(
      ({ source, auth }) => files.has(source?.file ?? '') || files.has(auth.source?.file ?? ''),
    )
    // Fixtures, or a module that no route imports: what it may change is not known, so everything is tested.
    const keys = touched.length === 0 ? undefined : touched.map(({ method, path }) => `${method} ${path}`)
    process.stderr.write(`\n${[...changes.keys()].map((file) => file.replace(`${root}/`, '')).join(', ')}  changed\n`)
    for (const { message } of loaded.problems) process.stderr.write(`error: ${message}\n`)
    await test(loaded, keys)
  }
  const watcher = await Watcher.start(root, {
    textOf: (file) => modules.text(file),
    isRelevant: (file) => file.startsWith(routes) || file.startsWith(`${root}/fixtures/auth`),
    onChange: (changes) => {
      // One run after the other: a change meanwhile is tested when this one is done.
      work = work.then(() => again(changes)).catch(tell)
    },
    onError: tell,
  })
  await work
  if (!signal.aborted) {
    process.stderr.write('\nwaits for changes below routes/ and of the fixtures; Ctrl-C ends\n')
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  }
  await watcher.close()
  await work
}

/** A run that cannot go on is told; the next change may mend what it needs. */
function tell(error: unknown): void {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`)
}
