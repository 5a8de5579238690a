import { isLoadError, type LoadError } from '../base/errors.ts'
import { parsePath } from '../grammar/path.ts'
import type { EffectiveAuth, MiddlewareLink } from '../model/operation.ts'
import type { ResourceLink } from '../model/resource.ts'
import { NO_RESOURCES } from '../resources/levels.ts'
import type { MaybePromise } from '../schema/infer.ts'
import { loadFile, readOnce, type Readings, settle } from './module-readings.ts'
import type { ModuleSource } from './modules.ts'
import {
  type Level,
  type LoadedFile,
  ownParams,
  readAuthModule,
  readMiddlewareModule,
  readResourceModule,
} from './route-module.ts'
import type { Folder, Problem, RoutePlaces } from './scan.ts'

/** Applies `_auth.ts`, `_middleware.ts` and `_resource.ts` of folders to what they enclose; a folder that is closed has no level. */
export async function loadFolders(
  modules: ModuleSource,
  tree: RoutePlaces,
  global: Level,
  problems: Problem[],
): Promise<ReadonlyMap<Folder, Level>> {
  const loadAll = (
    files: readonly (string | undefined)[],
  ): MaybePromise<readonly (LoadedFile | LoadError | undefined)[]> =>
    settle(files.map((file) => (file === undefined ? undefined : loadFile(modules, file))))
  const [auths, chains, owners] = await Promise.all([
    loadAll(tree.folders.map(({ auth }) => auth)),
    loadAll(tree.folders.map(({ middleware }) => middleware)),
    loadAll(tree.folders.map(({ resource }) => resource)),
  ])
  const levels = new Map<Folder, Level>()
  for (const [index, folder] of tree.folders.entries()) {
    const enclosing = folder.parent ? levels.get(folder.parent) : global
    const [auth, chain, owner] = [auths[index], chains[index], owners[index]]
    if (!enclosing || problems.some((problem) => problem.folder === folder)) continue
    try {
      if (auth instanceof Error) throw auth
      if (chain instanceof Error) throw chain
      if (owner instanceof Error) throw owner
      const { resources = NO_RESOURCES } = enclosing
      levels.set(folder, {
        ...enclosing,
        auth: auth ? readAuth(auth, enclosing.auth) : enclosing.auth,
        middleware: chain ? readChain(chain, enclosing.middleware) : enclosing.middleware,
        errors: enclosing.errors,
        resources: owner ? readResources(owner, resources, folder) : resources,
      })
    } catch (error) {
      if (!isLoadError(error)) throw error
      problems.push({ error, folder })
    }
  }
  return levels
}

/** Declarations by module: those that a reload leaves alone need not be read again. */
const readAuths: Readings<EffectiveAuth> = new WeakMap()
const readChains: Readings<readonly MiddlewareLink[]> = new WeakMap()
const readOwners: Readings<readonly ResourceLink[]> = new WeakMap()

function readAuth(file: LoadedFile, enclosing: EffectiveAuth): EffectiveAuth {
  return readOnce(readAuths, file, [enclosing], () => readAuthModule(file, enclosing))
}

function readChain(file: LoadedFile, outer: readonly MiddlewareLink[]): readonly MiddlewareLink[] {
  return readOnce(readChains, file, [outer], () => readMiddlewareModule(file, outer))
}

/** One file may be the level of several folders, by links: what it covers follows from their names. */
function readResources(file: LoadedFile, outer: readonly ResourceLink[], folder: Folder): readonly ResourceLink[] {
  const around = folder.parent?.path ?? '/'
  return readOnce(readOwners, file, [outer, around, folder.path], () =>
    readResourceModule(file, outer, ownParams(parsePath(folder.path, 'bracket').params, around)),
  )
}
