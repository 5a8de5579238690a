import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LoadError, type SourcePosition } from './errors.ts'

/** The facts that `defineConfig` notes on the API of a project. */
export interface ProjectMark {
  /** The folder of the route files as the config names it; `undefined` where it names none. */
  readonly routes: string | undefined
  readonly source: SourcePosition | undefined
}

/** Registered, so that copies of this module agree. */
const MARK: unique symbol = Symbol.for('svc.project') as never

/** Notes on an API which project it belongs to: without the loader it lacks the project's file routes. */
export function markProject(api: object, mark: ProjectMark): void {
  Object.defineProperty(api, MARK, { value: mark, configurable: true })
}

/** Gives the mark of one API to another that was derived from it. */
export function copyMark<T extends object>(from: object, to: T): T {
  const mark = markOf(from)
  if (mark) markProject(to, mark)
  return to
}

/**
 * Makes sure that an API has the routes that its project declares in files. One that lacks them would answer 404 to all
 * of their requests.
 *
 * @param isEmpty whether the API has no operations of its own
 * @throws {@link LoadError} `SVC_ROUTES_NOT_LOADED`
 */
export function requireFileRoutes(api: object, isEmpty: boolean): void {
  const mark = markOf(api)
  if (!mark || (mark.routes === undefined && !isEmpty && !hasRoutesFolder(mark))) return
  const folder = mark.routes ?? './routes'
  const problem = `the file routes in ${folder} are not loaded, and their requests would get 404.`
  const fix = 'Serve the project with svc dev or svc start; in a test, load it with openProject from "svc/testing".'
  throw new LoadError('SVC_ROUTES_NOT_LOADED', `${problem} ${fix}`, mark.source)
}

/** The default folder: what `svc dev` would load, although the config does not name it. */
function hasRoutesFolder({ source }: ProjectMark): boolean {
  return source !== undefined && existsSync(join(dirname(source.file), 'routes'))
}

function markOf(api: object): ProjectMark | undefined {
  return (api as { readonly [MARK]?: ProjectMark })[MARK]
}
