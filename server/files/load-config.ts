import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path/posix'
import { type Config, findConfig } from '../api/config.ts'
import { formatFile, isLoadError, LoadError } from '../base/errors.ts'
import type { EffectiveAuth, ErrorsByStatus, MiddlewareLink } from '../model/operation.ts'
import { parsePath } from '../grammar/path.ts'
import type { ModuleExports, ModuleSource, ProjectModules } from './modules.ts'

/** The configuration of `svc.config.ts`, with defaults. */
export interface LoadedConfig {
  readonly config: Config
  /** Before every path: `/api`, or empty. */
  readonly base: string
  /** The routes folder, absolute; `undefined` where the API declares everything itself. */
  readonly routes: string | undefined
  /** The auth where no folder, file or operation declares any. */
  readonly auth: EffectiveAuth
  /** The middleware around every handler. */
  readonly middleware: readonly MiddlewareLink[]
  /** The errors that the API declares. */
  readonly errors: ErrorsByStatus | undefined
}

/** The configuration file of a project, absolute; `undefined` if there is no such file. */
function findConfigFile(root: string): string | undefined {
  return ['ts', 'mts', 'js', 'mjs']
    .map((extension) => `${root}/svc.config.${extension}`)
    .find((file) => existsSync(file))
}

/** @throws {@link LoadError} if it is missing, does not load, or has no config as its default export */
export async function loadConfig(modules: ProjectModules): Promise<LoadedConfig> {
  // Which file it is, and whether its routes are there, are answers of the disk like any file's content.
  modules.inputs.notePlaces([`${modules.root}/svc.config`])
  const file = requireConfigFile(modules.root)
  const loaded = await loadConfigFile(modules, file)
  const folder = resolve(modules.root, loaded.config.project.routes ?? './routes')
  modules.inputs.notePlaces([`${modules.root}/svc.config`, folder])
  return { ...loaded, routes: findRoutes(file, loaded.config, folder) }
}

/** The same for a file that is known to be there, without a look at the disk. */
export async function loadConfigFile(modules: ModuleSource, file: string): Promise<Omit<LoadedConfig, 'routes'>> {
  const config = readConfig(file, await importConfig(modules, file))
  const { base = '/api' } = config.project
  if (base !== '' && base !== '/') parsePath(base, 'bracket', config.source)
  return {
    config,
    base: base === '/' ? '' : base,
    auth: globalAuth(config, file, modules.positions(file)?.apiAuth),
    middleware: config.api.globalMiddleware(),
    errors: config.api.globalErrors(),
  }
}

/** Levels by config, found once each: what is below is read again only when this is another. */
const globals = new WeakMap<Config, EffectiveAuth>()

function globalAuth(config: Config, file: string, line: number | undefined): EffectiveAuth {
  const known = globals.get(config)
  if (known) return known
  const auth = config.api.globalAuth()
  const placed = line === undefined || auth.level === 'none' ? auth : Object.freeze({ ...auth, source: { file, line } })
  globals.set(config, placed)
  return placed
}

/** An error of `defineConfig` itself names the place that called it, or that of `auth` in it. */
async function importConfig(modules: ModuleSource, file: string): Promise<ModuleExports> {
  try {
    return await modules.import(file)
  } catch (error) {
    if (!isLoadError(error) || !error.position || modules.positions(error.position.file)) throw error
    const positions = modules.positions(file)
    const line =
      (error.code.startsWith('SVC_AUTH_') ? positions?.apiAuth : undefined) ?? positions?.exports.get('default')
    throw line === undefined ? error : new LoadError(error.code, error.problem, { file, line }, { cause: error })
  }
}

/** @throws {@link LoadError} `SVC_CONFIG_MISSING` */
export function requireConfigFile(root: string): string {
  const file = findConfigFile(root)
  if (file) return file
  const begin = isEmptyFolder(root) ? 'Begin with svc init here' : 'Begin with svc init in an empty folder'
  const fix = `${begin}; for a project that exists, name its folder: svc dev my-api.`
  throw new LoadError('SVC_CONFIG_MISSING', `${root}  has no svc.config.ts. ${fix}`)
}

function isEmptyFolder(root: string): boolean {
  try {
    return readdirSync(root).every((name) => name === '.git')
  } catch {
    return false
  }
}

function readConfig(file: string, exports: Readonly<Record<string, unknown>>): Config {
  const config = findConfig(exports['default'])
  if (config) return config
  const name = formatFile(file)
  if (!('default' in exports)) {
    throw new LoadError(
      'SVC_CONFIG_INVALID',
      `${name}  has no default export. Write: export default defineConfig({ … })`,
    )
  }
  const problem = `${name}  exports a default that is not a config. Write: export default defineConfig({ api })`
  throw new LoadError('SVC_CONFIG_INVALID', problem)
}

function findRoutes(file: string, { api, project }: Config, folder: string): string | undefined {
  if (existsSync(folder)) return folder
  if (project.routes === undefined && api.operations().length > 0) return undefined
  const fix = 'Create it, or name another one: defineConfig({ routes: "./…" }).'
  const problem = `${formatFile(file)}  looks for routes in ${formatFile(folder)}, which is not there. ${fix}`
  throw new LoadError('SVC_ROUTES_MISSING', problem)
}
