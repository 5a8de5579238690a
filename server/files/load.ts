import { type LoadedConfig, loadConfig } from './load-config.ts'
import { closeEverything, type Loaded, loadTree } from './load-tree.ts'
import { findMisnamedAuth } from './misnamed-auth.ts'
import type { ProjectModules } from './modules.ts'
import { arrangeRoutes, type RouteTree, scanRoutes } from './scan.ts'

export { closeEverything, type Loaded } from './load-tree.ts'

/**
 * Loads configuration and routes, and fails closed (semantics 10): a route file that does not load answers 503 at
 * its path, an `_auth` file in doubt closes its folder, a config that does not load closes everything.
 */
export async function load(modules: ProjectModules): Promise<Loaded> {
  try {
    const config = await loadConfig(modules)
    return await loadRoutes(modules, config)
  } catch (error) {
    return closeEverything(error)
  }
}

async function loadRoutes(modules: ProjectModules, config: LoadedConfig): Promise<Loaded> {
  const scanned = config.routes === undefined ? NO_ROUTES : await scanRoutes(config.routes)
  const tree = { ...scanned, problems: [...scanned.problems, ...(await findMisnamedAuth(modules, scanned))] }
  // The tree is kept even then: a change in it may be what mends this.
  try {
    return { ...(await loadTree(modules, config, tree)), tree }
  } catch (error) {
    return closeEverything(error, tree)
  }
}

/** The tree of a project whose API declares everything itself. */
const NO_ROUTES: RouteTree = arrangeRoutes({ directory: '', files: [], unreadable: [], folders: [] })
