import { readdir, readFile } from 'node:fs/promises'
import type { Loaded } from '../server/files/load.ts'
import type { LoadedProject } from './project.ts'

/** Tests the routes of these keys, all of them if absent. */
export type TestRoutes = (loaded: Loaded, routes: readonly string[] | undefined) => Promise<void>

/**
 * Tests a project, and after each change the routes that it may have touched: those declared in a changed file or in
 * one that imports it, and those whose auth is. Resolves when the signal is aborted.
 */
export async function watchTests(project: LoadedProject, test: TestRoutes, signal: AbortSignal): Promise<void> {
  const [{ Watcher }, { Pulse }, { Comparison, isSame }, { load }] = await Promise.all([
    import('../server/dev/watcher.ts'),
    import('../server/dev/pulse.ts'),
    import('../server/dev/comparison.ts'),
    import('../server/files/load.ts'),
  ])
  const { root, modules } = project
  const comparison = new Comparison()
  let { loaded } = project
  let fixtures = await readFixtures(root)
  await test(loaded, undefined).catch(tell)
  const look = async (): Promise<number> => {
    const started = performance.now()
    const [difference, found] = await Promise.all([comparison.compare(modules, loaded), readFixtures(root)])
    const cost = performance.now() - started
    const { changes, importers, isUnsettled } = difference
    if (isUnsettled || (isSame(difference) && found === fixtures)) return cost
    fixtures = found
    const files = new Set([...changes.keys(), ...importers])
    for (const file of [...changes.keys(), ...importers])
      for (const other of modules.importersOf(file)) files.add(other)
    await modules.invalidate(changes, importers)
    loaded = await load(modules)
    const touched = loaded.operations.filter(
      ({ source, auth }) => files.has(source?.file ?? '') || files.has(auth.source?.file ?? ''),
    )
    // Fixtures, or a module that no route imports: what it may change is not known, so everything is tested.
    const keys = touched.length === 0 ? undefined : touched.map(({ method, path }) => `${method} ${path}`)
    const names = [...changes.keys()].map((file) => file.replace(`${root}/`, ''))
    process.stderr.write(`\n${names.length > 0 ? names.join(', ') : 'fixtures'}  changed\n`)
    for (const { message } of loaded.problems) process.stderr.write(`error: ${message}\n`)
    await test(loaded, keys).catch(tell)
    return cost
  }
  const pulse = new Pulse(() =>
    look().catch((error: unknown) => {
      tell(error)
      return 0
    }),
  )
  const watcher = await Watcher.start(root, { onHint: () => pulse.now(), onError: tell })
  if (!signal.aborted) {
    process.stderr.write('\nwaits for changes below routes/ and of the fixtures; Ctrl-C ends\n')
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  }
  await watcher.close()
  await pulse.stop()
}

/** The fixture files of the project and what is in them, as one text. */
async function readFixtures(root: string): Promise<string> {
  const folder = `${root}/fixtures`
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith('auth')).toSorted()
  const texts = names.map((name) => readFile(`${folder}/${name}`, 'utf8').catch(() => ''))
  return JSON.stringify([names, await Promise.all(texts)])
}

/** A run that cannot go on is told; the next change may mend what it needs. */
function tell(error: unknown): void {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`)
}
