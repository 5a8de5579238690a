import { realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isLoadError, type LoadError } from '../server/base/errors.ts'
import type { Loaded } from '../server/files/load.ts'
import type { Modules } from '../server/files/modules.ts'
import { CommandError } from './command.ts'
import { EXIT } from '../server/base/exit-codes.ts'
import { describeProblem } from './failure.ts'

/** A project that loaded, every file of it. */
export interface LoadedProject {
  /** Absolute, with forward slashes. */
  readonly root: string
  readonly loaded: Loaded
  readonly modules: Modules
  close(): Promise<void>
}

/**
 * Makes a project's folder the working directory, as if the program had been started there.
 *
 * @returns the folder: absolute, with forward slashes, without links
 */
export async function enterProject(directory: string): Promise<string> {
  const path = resolve(directory)
  const found = await stat(path).catch(() => undefined)
  if (!found?.isDirectory())
    throw new CommandError(
      'SVC_FOLDER_MISSING',
      `${directory}  is not a folder. Name the one with svc.config.ts.`,
      EXIT.usage,
    )
  const root = await realpath(path)
  process.chdir(root)
  return root.replaceAll('\\', '/')
}

/**
 * Loads a project for a command that needs all of it: types are written first, warnings go to stderr, and a single file
 * that does not load is an error.
 *
 * @throws {@link CommandError} with status 2, or 3 where nothing at all loads
 */
export async function loadProject(directory: string): Promise<LoadedProject> {
  const root = await enterProject(directory)
  const [{ load }, { Modules }, { writeTypes }, { requireConfigFile }, { describeUnseenTypes }] = await Promise.all([
    import('../server/files/load.ts'),
    import('../server/files/modules.ts'),
    import('../server/files/sync.ts'),
    import('../server/files/load-config.ts'),
    import('../server/files/types-inclusion.ts'),
  ])
  const config = requireConfigFile(root)
  const modules = await Modules.open(root)
  const loaded = await load(modules)
  const close = (): Promise<void> => modules.close()
  // A checkout that may not be written, in a container, is fit to be tested all the same.
  if (loaded.tree) await writeTypes(root, config, loaded.tree).catch(() => undefined)
  const unseen = describeUnseenTypes(root)
  if (unseen !== undefined) process.stderr.write(`warning: ${unseen}\n`)
  for (const { message, isAdvice } of loaded.warnings) if (!isAdvice) process.stderr.write(`warning: ${message}\n`)
  const problems = loaded.problems.length > 0 ? loaded.problems : findApplicationProblems(loaded)
  if (problems.length > 0) {
    await close()
    throw refuse({ ...loaded, problems })
  }
  return { root, loaded, modules, close }
}

/** Problems that only show when everything is put together, as `svc dev` does it. */
function findApplicationProblems({ api }: Loaded): readonly LoadError[] {
  try {
    api.nodeHandler({ secureCookies: false, checkHost: false })
    return []
  } catch (error) {
    // `svc dev` makes a secret of its own, and what lists or describes needs none.
    if (isLoadError(error)) return error.code === 'SVC_SESSION_SECRET_MISSING' ? [] : [error]
    throw error
  }
}

function refuse({ problems, operations }: Loaded): unknown {
  for (const problem of problems.slice(0, -1)) process.stderr.write(`${describeProblem(problem)}\n`)
  const last = problems.at(-1) as LoadError
  return new CommandError(last.code, last.message, operations.length === 0 ? EXIT.unreachable : EXIT.usage)
}
