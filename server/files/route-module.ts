import { applyDeclaration } from '../auth/policy.ts'
import { checkOperation } from '../declaring/check-operation.ts'
import { createOperation } from '../declaring/create-operation.ts'
import { findDeclared } from '../declaring/declaration.ts'
import { formatFile, isLoadError, LoadError, type SourcePosition } from '../base/errors.ts'
import { extendChain, nameType } from '../declaring/middleware.ts'
import { findNearest } from '../base/nearest.ts'
import { checkErrors, extendErrors } from '../declaring/declared-errors.ts'
import type { ResourceLink } from '../model/resource.ts'
import type { Settings } from '../declaring/settings.ts'
import { parsePath } from '../grammar/path.ts'
import { extendResources, NO_RESOURCES } from '../resources/levels.ts'
import { isResourceInput } from '../resources/resource.ts'
import {
  type EffectiveAuth,
  type ErrorsByStatus,
  type Method,
  METHODS,
  type MiddlewareLink,
  type Operation,
} from '../model/operation.ts'
import { lettersOf } from './file-name.ts'
import type { ModuleExports } from './modules.ts'
import type { DeclaredLines } from './positions.ts'
import type { RouteFile } from './scan.ts'

/** A file that was evaluated. */
export interface LoadedFile {
  readonly file: string
  readonly exports: ModuleExports
  readonly positions: DeclaredLines | undefined
}

/** The declarations of a level. */
export interface Level {
  readonly auth: EffectiveAuth
  /** Outermost first. */
  readonly middleware: readonly MiddlewareLink[]
  readonly errors: ErrorsByStatus | undefined
  /** Outermost first; none if absent. */
  readonly resources?: readonly ResourceLink[]
  /** The demands of the API on its operations. */
  readonly settings?: Pick<Settings, 'resources'>
}

/** The declarations of a route file. If there are errors, its operations must not be served. */
export interface RouteModule {
  readonly operations: readonly Operation[]
  readonly errors: readonly LoadError[]
}

/**
 * The auth below a folder with this `_auth` file.
 *
 * @throws {@link LoadError} `SVC_AUTH_FILE_DEFAULT`, and those of `applyDeclaration`
 */
export function readAuthModule(loaded: LoadedFile, enclosing: EffectiveAuth): EffectiveAuth {
  if ('default' in loaded.exports) {
    const source = positionOf(loaded, 'default')
    return applyDeclaration(enclosing, { level: 'folder', value: loaded.exports['default'], source })
  }
  const [name] = Object.keys(loaded.exports)
  const fix = name === undefined ? 'Write: export default …' : `Write export default instead of exporting "${name}".`
  const problem = `protects nothing without a default export. ${fix}`
  const source = name === undefined ? undefined : positionOf(loaded, name)
  throw new LoadError('SVC_AUTH_FILE_DEFAULT', source ? problem : `${formatFile(loaded.file)}  ${problem}`, source)
}

/**
 * The chain below a folder with this `_middleware` file.
 *
 * @throws {@link LoadError} `SVC_MIDDLEWARE_FILE_DEFAULT`, and those of `extendChain`
 */
export function readMiddlewareModule(loaded: LoadedFile, outer: readonly MiddlewareLink[]): readonly MiddlewareLink[] {
  if ('default' in loaded.exports) {
    const source = positionOf(loaded, 'default')
    return extendChain(outer, loaded.exports['default'], { level: 'folder', source })
  }
  const problem = `${formatFile(loaded.file)}  surrounds nothing without a default export.`
  throw new LoadError(
    'SVC_MIDDLEWARE_FILE_DEFAULT',
    `${problem} Write: export default middleware((request, next) => …)`,
  )
}

/**
 * The resources below a folder with this `_resource` file.
 *
 * @param own the path parameters in the name of the folder
 * @throws {@link LoadError} `SVC_RESOURCE_FILE_DEFAULT`, and those of `extendResources`
 */
export function readResourceModule(
  loaded: LoadedFile,
  outer: readonly ResourceLink[],
  own: readonly string[],
): readonly ResourceLink[] {
  if ('default' in loaded.exports) {
    const source = positionOf(loaded, 'default')
    return extendResources(outer, loaded.exports['default'], { level: 'folder', source, own })
  }
  const problem = `${formatFile(loaded.file)}  protects nothing without a default export.`
  const fix = "Write: export { order as default } from …, or export default resource('order', { load, may })"
  throw new LoadError('SVC_RESOURCE_FILE_DEFAULT', `${problem} ${fix}`)
}

/** Reads the operations of a route file, and everything that is wrong with its exports. */
export function readRouteModule(route: RouteFile, loaded: LoadedFile, enclosing: Level): RouteModule {
  const errors: LoadError[] = []
  const operations: Operation[] = []
  let level = enclosing
  try {
    checkRouteLiterals(route, loaded)
  } catch (error) {
    errors.push(requireLoadError(error))
  }
  try {
    level = fileLevel(route, loaded, enclosing)
  } catch (error) {
    errors.push(requireLoadError(error))
  }
  for (const name of sorted(Object.keys(loaded.exports))) {
    try {
      const operation = readExport(route, loaded, name, level)
      if (operation) operations.push(operation)
    } catch (error) {
      errors.push(requireLoadError(error))
    }
  }
  if (errors.length === 0 && operations.length === 0) errors.push(emptyFile(loaded))
  return { operations: inMethodOrder(operations), errors }
}

function requireLoadError(error: unknown): LoadError {
  if (isLoadError(error)) return error
  throw error
}

function sorted(names: readonly string[]): readonly string[] {
  return names.length > 1 ? names.toSorted() : names
}

/** The error for a literal in `route('…')` that is not the path of the file that it is in. */
export function checkLiteral(
  route: RouteFile,
  literal: string,
  source: SourcePosition | undefined,
): LoadError | undefined {
  const own = route.pattern.text
  if (literal === own) return undefined
  const problem = `says route('${literal}'), but this file answers at "${own}". Write route('${own}').`
  return new LoadError('SVC_ROUTE_LITERAL', problem, source)
}

function fileLevel(route: RouteFile, loaded: LoadedFile, enclosing: Level): Level {
  const { exports } = loaded
  if (!LEVEL_EXPORTS.some((name) => name in exports)) return enclosing
  const { auth, middleware, errors } = enclosing
  const sourceOf = (name: string): SourcePosition | undefined => positionOf(loaded, name)
  const { resources = NO_RESOURCES } = enclosing
  return {
    ...enclosing,
    auth:
      'auth' in exports
        ? applyDeclaration(auth, { level: 'file', value: exports['auth'], source: sourceOf('auth') })
        : auth,
    middleware:
      'middleware' in exports
        ? extendChain(middleware, exports['middleware'], { level: 'file', source: sourceOf('middleware') })
        : middleware,
    errors: 'errors' in exports ? fileErrors(exports['errors'], errors, sourceOf('errors')) : errors,
    resources:
      'resource' in exports
        ? extendResources(resources, exports['resource'], {
            level: 'file',
            source: sourceOf('resource'),
            own: ownParams(route.pattern.params, route.folder.path),
          })
        : resources,
  }
}

/** Exports of a route file that speak for all of its operations. */
const LEVEL_EXPORTS = ['auth', 'middleware', 'errors', 'resource']

function fileErrors(
  own: unknown,
  outer: ErrorsByStatus | undefined,
  source: SourcePosition | undefined,
): ErrorsByStatus | undefined {
  checkErrors(own, source)
  return extendErrors(outer, own as ErrorsByStatus)
}

/** The parameters in the last part of a path: those that what is around it does not have. */
export function ownParams(params: readonly string[], around: string): readonly string[] {
  if (params.length === 0) return params
  const outer = parsePath(around, 'bracket').params
  return params.filter((name) => !outer.includes(name))
}

function readExport(route: RouteFile, loaded: LoadedFile, name: string, enclosing: Level): Operation | undefined {
  const value = loaded.exports[name]
  const source = positionOf(loaded, name)
  const declared = findDeclared(value)
  if (!isMethod(name)) {
    const error = checkOtherExport(name, value, source)
    if (error) throw error
    return undefined
  }
  if (!declared) {
    const what = typeof value === 'function' ? 'a plain function' : `not an operation but ${nameType(value)}`
    const problem = `exports ${name}, which is ${what}. Write: export const ${name} = operation((request) => …)`
    throw new LoadError('SVC_ROUTE_EXPORT', problem, source)
  }
  const { route: literal } = declared
  const isSeen = loaded.positions?.routes.some(({ path }) => path === literal)
  const mismatch = literal === undefined || isSeen ? undefined : checkLiteral(route, literal, declared.source ?? source)
  if (mismatch) throw mismatch
  const operation = createOperation({
    method: name,
    path: route.pattern.text,
    declared,
    source,
    enclosing: enclosing.auth,
    outer: enclosing.middleware,
    errors: enclosing.errors,
    resources: enclosing.resources ?? NO_RESOURCES,
    authSource: authPosition(loaded, name),
  })
  checkOperation(operation, enclosing.settings)
  return operation
}

/** Exports of a file beside its methods are ignored, unless they were meant for methods. */
function checkOtherExport(name: string, value: unknown, source: SourcePosition | undefined): LoadError | undefined {
  const upper = name.toUpperCase()
  if (isMethod(upper)) {
    const problem = `exports "${name}", which is not a method: methods are in capitals. Rename it to ${upper}.`
    return new LoadError('SVC_ROUTE_EXPORT', problem, source)
  }
  if (findDeclared(value)) {
    const nearest = findNearest(name, METHODS)
    const fix = nearest ? `Did you mean ${nearest}?` : `Name it after its method: ${METHODS.join(', ')}.`
    return new LoadError('SVC_ROUTE_EXPORT', `exports an operation as "${name}", which is not a method. ${fix}`, source)
  }
  if (isMisspelt(name, 'middleware')) {
    const problem = `exports "${name}", which surrounds nothing. Rename it to middleware.`
    return new LoadError('SVC_ROUTE_EXPORT', problem, source)
  }
  const isNear = name !== 'resource' && findNearest(name, ['resource']) !== undefined
  if (isMisspelt(name, 'resource') || (isNear && isResourceInput(value))) {
    const problem = `exports "${name}", which protects nothing. Rename it to resource.`
    return new LoadError('SVC_ROUTE_EXPORT', problem, source)
  }
  if (isMisspelt(name, 'auth')) {
    const problem = `exports "${name}", which protects nothing. Rename it to auth.`
    return new LoadError('SVC_ROUTE_EXPORT', problem, source)
  }
  return undefined
}

/** The same letters, in another order or in capitals. */
function isMisspelt(name: string, meant: string): boolean {
  return name !== meant && lettersOf(name) === lettersOf(meant)
}

function checkRouteLiterals(route: RouteFile, { file, positions }: LoadedFile): void {
  for (const { path, line } of positions?.routes ?? []) {
    const error = checkLiteral(route, path, { file, line })
    if (error) throw error
  }
}

function emptyFile({ file, positions }: LoadedFile): LoadError {
  const source = positions?.exports.get('default')
  const fix = 'Write: export const GET = operation(…), or begin its name with "_" if it is not a route.'
  if (source === undefined) return new LoadError('SVC_ROUTE_EMPTY', `${formatFile(file)}  exports no operation. ${fix}`)
  return new LoadError('SVC_ROUTE_EMPTY', `exports a default, which is not a method. ${fix}`, { file, line: source })
}

function positionOf({ file, positions }: LoadedFile, name: string): SourcePosition | undefined {
  const line = positions?.exports.get(name) ?? positions?.star
  return line === undefined ? undefined : { file, line }
}

function authPosition({ file, positions }: LoadedFile, name: string): SourcePosition | undefined {
  const line = positions?.auth.get(name)
  return line === undefined ? undefined : { file, line }
}

function isMethod(name: string): name is Method {
  return (METHODS as readonly string[]).includes(name)
}

function inMethodOrder(operations: readonly Operation[]): readonly Operation[] {
  if (operations.length < 2) return operations
  return operations.toSorted((a, b) => METHODS.indexOf(a.method) - METHODS.indexOf(b.method))
}
