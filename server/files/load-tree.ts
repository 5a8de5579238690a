import { SvcAPI } from '../api/api.ts'
import type { ClosedPath } from '../answering/application.ts'
import type { AuthInput } from '../auth/infer.ts'
import { checkOperation } from '../declaring/check-operation.ts'
import type { Config } from '../api/config.ts'
import { formatFile, formatPosition, isLoadError, LoadError } from '../base/errors.ts'
import { formatOperation, type Operation } from '../model/operation.ts'
import { parsePath } from '../grammar/path.ts'
import type { Rebuild } from '../api/rebuild.ts'
import { NO_RESOURCES } from '../resources/levels.ts'
import type { Settings } from '../declaring/settings.ts'
import { closePaths } from './closing.ts'
import { loadFolders } from './load-folders.ts'
import type { LoadedConfig } from './load-config.ts'
import { loadFile, readOnce, type Readings, settle } from './module-readings.ts'
import type { ModuleSource } from './modules.ts'
import { type Level, type LoadedFile, readRouteModule, type RouteModule } from './route-module.ts'
import { isWithin, type Problem, type RouteFile, type RoutePlaces, type RouteTree } from './scan.ts'
import { findWarnings, type Warning } from './warnings.ts'

/** A project, or as much of it as may be served. */
export interface Loaded {
  /** Serves {@link operations}; answers 503 wherever something did not load. */
  readonly api: SvcAPI<AuthInput | undefined>
  /** The exports of `svc.config.ts`; absent if it did not load. */
  readonly config: Config | undefined
  /** Before every path: `/api`, or empty. */
  readonly base: string
  readonly operations: readonly Operation[]
  /** Everything that does not load, each error once. None in a project that is fit for production. */
  readonly problems: readonly LoadError[]
  readonly warnings: readonly Warning[]
  readonly closed: readonly ClosedPath[]
  /** The names in the routes folder, unless the config did not load. */
  readonly tree: RouteTree | undefined
}

/** An application that answers 503 to everything. */
export function closeEverything(thrown: unknown, tree?: RouteTree): Loaded {
  const error = isLoadError(thrown) ? thrown : unexpected(thrown)
  const closed = [{ path: '/**', reason: error.message }]
  const api = new SvcAPI().withOperations([], { closed })
  return { api, config: undefined, base: '', operations: [], problems: [error], warnings: [], closed, tree }
}

/** An unexpected error must not leave an older application in place. */
function unexpected(thrown: unknown): LoadError {
  const what = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)
  const problem = `the project could not be loaded: ${what}  --debug prints the stack.`
  return new LoadError('SVC_LOAD_FAILED', problem, undefined, { cause: thrown })
}

/** How to make the application of a tree. */
export interface TreeOptions {
  readonly rebuild?: Rebuild
  /** Gives an operation that the config declares itself its position, where that is known better than by its call. */
  readonly place?: (operation: Operation) => Operation
}

/**
 * Loads the files that a tree names.
 *
 * @throws what the config cannot be served with
 */
export async function loadTree(
  modules: ModuleSource,
  { config, base, auth, middleware, errors }: Omit<LoadedConfig, 'routes'>,
  tree: RoutePlaces,
  { rebuild, place = (operation) => operation }: TreeOptions = {},
): Promise<Omit<Loaded, 'tree' | 'config'> & { readonly config: Config }> {
  const problems: Problem[] = [...tree.problems]
  const { settings } = config.api
  const global: Level = { auth, middleware, errors, resources: NO_RESOURCES, settings }
  const levels = await loadFolders(modules, tree, global, problems)
  const declared = config.api.operations().map(place)
  const operations: Operation[] = [...declared]
  const origins = new Map<Operation, RouteFile>()
  const read = modules.isFixed ? readRouteModule : readRoute
  const loaded = await settle(tree.files.map(({ file }) => loadFile(modules, file)))
  for (const [index, route] of tree.files.entries()) {
    const enclosing = levels.get(route.folder)
    const file = loaded[index] as LoadedFile | LoadError
    // Not said twice: the problem of the folder closes it.
    if (!enclosing) continue
    const result = file instanceof Error ? { operations: [], errors: [file] } : read(route, file, enclosing)
    for (const error of result.errors) problems.push({ error, files: [route] })
    if (result.errors.length > 0) continue
    for (const operation of result.operations) {
      operations.push(operation)
      origins.set(operation, route)
    }
  }
  problems.push(...findClashes(operations, origins), ...findFaults(declared, settings))
  if (operations.length === 0 && problems.length === 0) problems.push({ error: nothingToServe(tree.directory) })
  const isServed = (operation: Operation): boolean => !problems.some((problem) => isTaken(operation, origins, problem))
  const served = problems.length === 0 ? operations : operations.filter(isServed)
  const closed = closePaths(problems, tree, served)
  const api = config.api.withOperations(served, { base, closed, hasFileRoutes: true, keepsListeners: true, ...rebuild })
  return {
    api,
    config,
    base,
    operations: api.operations(),
    problems: distinct(problems),
    // A build is served whatever it warns of.
    get warnings() {
      return findWarnings(api.operations(), api.settings)
    },
    closed,
  }
}

/** Routes by module: those that a reload leaves alone need not be read again. */
const readRoutes: Readings<RouteModule> = new WeakMap()

function readRoute(route: RouteFile, file: LoadedFile, enclosing: Level): RouteModule {
  const { auth, middleware, errors, resources, settings } = enclosing
  const outer = [auth, middleware, errors, resources, settings?.resources]
  const key = [...outer, route.file, route.pattern.text, route.folder.path]
  return readOnce(readRoutes, file, key, () => readRouteModule(route, file, enclosing))
}

/** The faults of operations that the config declares itself. */
function findFaults(operations: readonly Operation[], settings: Settings): readonly Problem[] {
  return operations.flatMap((operation) => {
    try {
      checkOperation(operation, settings)
      return []
    } catch (error) {
      if (!isLoadError(error)) throw error
      return [{ error, paths: [operation.path] }]
    }
  })
}

/** Operations that the application would refuse to hold beside each other. */
function findClashes(operations: readonly Operation[], origins: ReadonlyMap<Operation, RouteFile>): readonly Problem[] {
  const problems: Problem[] = []
  const report = (first: Operation, second: Operation, code: `SVC_${string}`, problem: string): void => {
    const error = new LoadError(code, `${formatOperation(second)} ${problem}`, second.source)
    problems.push({ error, paths: [first.path, second.path] })
  }
  const byShape = new Map<string, Operation[]>()
  const byId = new Map<string, Operation>()
  for (const operation of operations) {
    const { shape } = origins.get(operation)?.pattern ?? parsePath(operation.path, 'bracket')
    const beside = byShape.get(shape)
    const there = beside?.findLast(({ method }) => method === operation.method)
    if (there) report(there, operation, 'SVC_OPERATION_TWICE', `is also declared ${placeOf(there)}. Remove one.`)
    if (beside) beside.push(operation)
    else byShape.set(shape, [operation])
    const { operationId } = operation.options
    if (operationId === undefined) continue
    const named = byId.get(operationId)
    const problem = `has the operationId "${operationId}" of ${named && formatOperation(named)}. Rename one.`
    if (named) report(named, operation, 'SVC_OPERATION_ID_TWICE', problem)
    byId.set(operationId, operation)
  }
  return problems
}

function placeOf({ source }: Operation): string {
  return source ? `at ${formatPosition(source)}` : 'by the API'
}

function isTaken(operation: Operation, origins: ReadonlyMap<Operation, RouteFile>, problem: Problem): boolean {
  const route = origins.get(operation)
  if (problem.paths?.includes(operation.path)) return true
  if (!route) return false
  return problem.files?.includes(route) || (problem.folder !== undefined && isWithin(route.folder, problem.folder))
}

function nothingToServe(routes: string): LoadError {
  const example = 'import { operation } from "svc"; export const GET = operation({ auth: null }, () => "hello")'
  return new LoadError('SVC_ROUTES_EMPTY', `${formatFile(routes)}  has no routes. Create hello.ts in it: ${example}`)
}

function distinct(problems: readonly Problem[]): readonly LoadError[] {
  return [...new Map(problems.map(({ error }) => [error.message, error])).values()]
}
