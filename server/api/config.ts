import { SvcAPI } from './api.ts'
import type { AuthInput, AuthOf } from '../auth/infer.ts'
import { declaredAt } from './api-core.ts'
import { callSiteOf } from '../base/call-site.ts'
import { LoadError, type SourcePosition } from '../base/errors.ts'
import { markProject } from '../base/project-mark.ts'
import { joinNames, namesOf } from '../base/option-names.ts'
import { routesOf } from '../declaring/router.ts'
import type { ResourcesIn } from '../resources/infer.ts'
import type { MaybePromise } from '../schema/infer.ts'
import { checkOptionNames } from '../declaring/option-checks.ts'
import { API_OPTION_NAMES, type ApiOptions } from '../declaring/settings.ts'

/** Recognises a config across copies of this module. */
const CONFIG: unique symbol = Symbol.for('svc.config') as never

/** The options of a project beside those of its API. */
export interface ProjectOptions {
  /** Folder of the route files, relative to the config; `./routes` if absent. */
  readonly routes?: string
  /** Before every path; `/api` if absent. */
  readonly base?: string
  readonly port?: number
  readonly host?: string
  /**
   * Called once before the first request; the function that it returns is called after the last. `svc dev` calls it
   * again when the module of the config is evaluated again.
   *
   * @example
   * start: async () => {
   *   await database.connect()
   *   return () => database.close()
   * }
   */
  readonly start?: Start
}

/** Opens what an application needs; may return the function that closes it. */
export type Start = () => MaybePromise<Stop | void>
/** Closes what {@link Start} opened. */
export type Stop = () => MaybePromise<void>

/** A config with an API that was made before. */
export interface ConfigWithApi<A extends AuthInput | undefined> extends ProjectOptions {
  readonly api: SvcAPI<A>
  readonly auth?: never
  readonly csrf?: never
}

/** A config that makes the API itself. */
export interface ConfigWithOptions<A extends AuthInput | undefined> extends ProjectOptions, ApiOptions<A> {
  readonly api?: never
}

/** A config as the program reads it. */
export interface Config<A = unknown> {
  readonly '~auth'?: A
  readonly [CONFIG]: true
  readonly api: SvcAPI<AuthInput | undefined>
  readonly project: ProjectOptions
  readonly source: SourcePosition | undefined
}

const OPTION_NAMES = joinNames(
  namesOf<ProjectOptions & { readonly api: unknown }>({
    api: true,
    routes: true,
    base: true,
    port: true,
    host: true,
    start: true,
  }),
  API_OPTION_NAMES,
)

/** How the parts are registered on an API that are often looked for among the options, by the names tried there. */
const OF_THE_API: Readonly<Record<string, string>> = {
  exceptionHandler: 'api.exceptionHandler(NotFound, (request, error) => …)',
  exceptionHandlers: 'api.exceptionHandler(NotFound, (request, error) => …)',
  onError: 'api.exceptionHandler(Error, (request, error) => …)',
  errorHandler: 'api.exceptionHandler(Error, (request, error) => …)',
  routers: "api.addRouter('/pets', pets)",
  mount: "api.mount('/files', handler, { auth })",
}

/**
 * The default export of `svc.config.ts`.
 *
 * @throws {@link LoadError} for an unknown option, and for options of an API beside `api`.
 * @example
 * export default defineConfig({ title: 'Pets', auth: fwAuth, csrf: true })
 */
export function defineConfig<const A extends AuthInput | undefined = undefined>(
  config: ConfigWithOptions<A> | ConfigWithApi<A>,
): Config<A> {
  const source = callSiteOf(defineConfig)
  const method = Object.keys(config ?? {}).find((name) => Object.hasOwn(OF_THE_API, name))
  if (method !== undefined) {
    const fix = `Write const api = new SvcAPI({ … }), ${OF_THE_API[method]} and defineConfig({ api }).`
    throw new LoadError('SVC_OPTION_UNKNOWN', `defineConfig has no option "${method}". ${fix}`, source)
  }
  checkOptionNames(config, OPTION_NAMES, 'defineConfig', source)
  const { api, routes, base, port, host, start, ...options } = config as ConfigWithOptions<A> & {
    readonly api?: SvcAPI<A>
  }
  if (Object.hasOwn(config, 'api') && !isApi(api)) {
    // Not the same as left out: what a misspelt import gives would be served as another API, without its auth.
    throw new LoadError(
      'SVC_CONFIG_INVALID',
      'defineConfig has an "api" that is not an SvcAPI. Give it one, or leave it out.',
      source,
    )
  }
  const doubled = api === undefined ? undefined : Object.keys(options)[0]
  if (doubled !== undefined) {
    throw new LoadError(
      'SVC_CONFIG_TWICE',
      `defineConfig has both "api" and "${doubled}". Give "${doubled}" to new SvcAPI({ … }).`,
      source,
    )
  }
  if (start !== undefined && typeof start !== 'function') {
    const problem = `start must be a function; got ${JSON.stringify(start)}. Write start: async () => stop.`
    throw new LoadError('SVC_OPTION_INVALID', problem, source)
  }
  const project = definedOnly({ routes, base, port, host, start })
  const served = api ?? new SvcAPI<A>(declaredAt(options, source))
  markProject(served, { routes, source })
  return Object.freeze({ [CONFIG]: true as const, api: served, project, source })
}

/** The config, if the value is one. */
export function findConfig(value: unknown): Config | undefined {
  return typeof value === 'object' && value !== null && CONFIG in value ? (value as Config) : undefined
}

/** Type of `request.auth` that a config gives. */
export type ConfigAuth<C> = C extends { readonly '~auth'?: infer A }
  ? [Exclude<A, undefined>] extends [never]
    ? undefined
    : AuthOf<Exclude<A, undefined>>
  : undefined
/** One level of the generated types: `Level<typeof import('../../routes/admin/_auth.ts'), Parent>`. */
export type Level<Module, Parent> = Module extends { readonly default: infer A } ? AuthOf<A, Parent> : Parent
/** `export const auth = …` in a route file. */
export type FileLevel<Module, Parent> = Module extends { readonly auth: infer A } ? AuthOf<A, Parent> : Parent

/** One level of the generated types: `ResourceLevel<typeof import('../../routes/orders/[id]/_resource.ts'), Outer>`. */
export type ResourceLevel<Module, Outer> = Module extends { readonly default: infer R } ? Outer | ResourcesIn<R> : Outer
/** `export const resource = …` in a route file. */
export type FileResources<Module, Outer> = Module extends { readonly resource: infer R }
  ? Outer | ResourcesIn<R>
  : Outer

/** Of whichever copy of the package: `instanceof` knows only its own. */
function isApi(value: unknown): boolean {
  return routesOf(value) !== undefined && typeof (value as Partial<SvcAPI>).withOperations === 'function'
}

function definedOnly(options: { [K in keyof ProjectOptions]: ProjectOptions[K] | undefined }): ProjectOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}
