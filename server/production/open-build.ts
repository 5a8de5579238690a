import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { LoadError, type SourcePosition } from '../base/errors.ts'
import { loadTree } from '../files/load-tree.ts'
import { loadConfigFile } from '../files/load-config.ts'
import type { ModuleExports } from '../files/modules.ts'
import { startConfig } from '../api/lifetimes.ts'
import { createLog } from '../log/log.ts'
import { useAssets } from '../openapi/assets/manifest.ts'
import { type EffectiveAuth, formatOperation, type Operation } from '../model/operation.ts'
import { compareRoutesLocks, formatRoutesLock } from '../listing/routes-lock.ts'
import { BUILT_LOCK, BUILT_PAGE, type BuildData } from './build-data.ts'
import { builtModules } from './built-modules.ts'
import type { BuiltProject } from './built-project.ts'
import { readTree } from './built-tree.ts'
import type { Serve } from './run-server.ts'
import { createServe } from './serve.ts'
import { mapStack } from './stack.ts'

/** A built application. */
export interface BuiltServer {
  /** Answers a request; `start` of the config runs before the first. */
  readonly fetch: (request: Request) => Promise<Response>
  readonly serve: Serve
}

/**
 * Makes the application of a build: the same loader with the same modules, names from the build in place of a disk.
 *
 * @param url of the bundle
 * @throws `LoadError` for whatever does not load, and where the operations are not those of the build
 */
export async function openBuild(data: BuildData, modules: readonly ModuleExports[], url: string): Promise<BuiltServer> {
  const project = await loadBuild(data, modules)
  if (url.startsWith('file:')) useAssets(fileURLToPath(new URL(`${BUILT_PAGE}/`, url)))
  const errors = new ErrorLog(project)
  return {
    fetch: createFetch(project, errors),
    serve: createServe(project, () => {
      requireLock(data.lock, url)
      errors.end()
    }),
  }
}

/** Resolves auth from the declarations, and compares the result with the list that the build was made with. */
export async function loadBuild(data: BuildData, modules: readonly ModuleExports[]): Promise<BuiltProject> {
  const source = builtModules(data.files, modules)
  const loadedConfig = await loadConfigFile(source, data.config)
  const loaded = await loadTree(
    source,
    { ...loadedConfig, auth: placeGlobalAuth(loadedConfig.auth, data) },
    readTree(data.tree, (index) => data.files[index]?.[0] as string),
    {
      rebuild: { isChecked: true, ...(data.docs ? {} : { docs: false }) },
      place: (operation) => placeOperation(operation, data),
    },
  )
  for (const problem of loaded.problems) throw problem
  const { api, base, operations, config } = loaded
  requireSameOperations(data.lock, formatRoutesLock(operations, base, api.settings.csrf), 'the build')
  return { api, config, base, operations, hasPage: data.docs }
}

/** With the position of the source: a call site in a bundle is a position in the bundle. */
function placeGlobalAuth(auth: EffectiveAuth, { apiAuth }: BuildData): EffectiveAuth {
  if (!apiAuth || auth.level !== 'api') return auth
  const [file, line] = apiAuth
  return Object.freeze({ ...auth, source: { file, line } })
}

/** The same for an operation that the config declares itself. */
function placeOperation(operation: Operation, { positions }: BuildData): Operation {
  const [file, line, authFile, authLine] = positions[formatOperation(operation)] ?? []
  const auth = Object.freeze({ ...operation.auth, source: positionOf(authFile, authLine) })
  return Object.freeze({ ...operation, auth, source: positionOf(file, line) })
}

function positionOf(file: string | null | undefined, line: number | undefined): SourcePosition | undefined {
  return typeof file === 'string' && line !== undefined ? { file, line } : undefined
}

/** The file beside the bundle: a folder that was copied in part, or changed by hand, is not served. */
function requireLock(lock: string, url: string): void {
  const file = fileURLToPath(new URL(BUILT_LOCK, url))
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    const problem = `${file}  cannot be read: this is not the whole build. Copy the whole folder, or run svc build again.`
    throw new LoadError('SVC_BUILD_DIFFERS', problem, undefined, { cause })
  }
  requireSameOperations(text, lock, file)
}

/** @throws {@link LoadError} `SVC_BUILD_DIFFERS` */
function requireSameOperations(expected: string, actual: string, place: string): void {
  if (expected === actual) return
  const [change] = compareRoutesLocks(expected, actual)
  const what = change
    ? `${change.operation} is ${change.after ?? 'not there'}, and ${change.before ?? 'not there'} in ${place}`
    : `the text of ${place} was changed`
  const fix = 'Build with the environment in which it is started, or run svc build again.'
  throw new LoadError('SVC_BUILD_DIFFERS', `the operations are not those of the build: ${what}. ${fix}`)
}

/** Logs failures where nothing else logs requests: behind `fetch` alone, in the server of another framework. */
class ErrorLog {
  readonly #api: BuiltProject['api']
  #endObserving: (() => void) | undefined
  #isOver = false

  constructor({ api }: BuiltProject) {
    this.#api = api
  }

  begin(): void {
    if (this.#isOver) return
    this.#endObserving ??= this.#api.observe(
      createLog({ format: 'json', level: 'errors', write: writeToStderr, mapStack }),
    )
  }

  /** The log of `serve` has every request, so that each would be written twice. */
  end(): void {
    this.#isOver = true
    this.#endObserving?.()
  }
}

function writeToStderr(line: string): void {
  console.error(line)
}

function createFetch({ api, config }: BuiltProject, errors: ErrorLog): (request: Request) => Promise<Response> {
  let started: Promise<unknown> | undefined
  return async (request) => {
    errors.begin()
    started ??= startConfig(config)
    try {
      await started
    } catch (error) {
      // The next request tries again.
      started = undefined
      writeToStderr(JSON.stringify({ time: new Date().toISOString(), error: mapStack(String(error)) }))
      return Response.json({ detail: 'Service Unavailable' }, { status: 503, headers: { 'cache-control': 'no-store' } })
    }
    return api.fetch(request)
  }
}
