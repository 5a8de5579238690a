import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path/posix'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { createServer, type DevEnvironment, type Plugin } from 'vite'
import {
  createDefaultImportMeta,
  createNodeImportMeta,
  type ModuleEvaluator,
  ModuleRunner,
  type ModuleRunnerImportMeta,
} from 'vite/module-runner'
import { commonjs } from './commonjs.ts'
import { Barrier } from './barrier.ts'
import { type FileReading, readFile, readSettled } from './file-record.ts'

/** Vite's server without a server: its graph of transformed modules, and the runner that evaluates them. */
export interface ModuleEnvironment {
  readonly graph: DevEnvironment['moduleGraph']
  readonly runner: ModuleRunner
  /** The barrier that every transform passes. */
  readonly barrier: Barrier
  /** Notifies the resolver that files came, changed or went. */
  readonly forgetFile: (file: string, event: 'create' | 'update' | 'delete') => Promise<void>
  close(): Promise<void>
}

/** The callbacks of an environment. */
export interface EnvironmentHooks {
  readonly evaluator: ModuleEvaluator
  /** Called with each project file that is about to be transformed; `text` is absent for one that Vite reads itself. */
  readonly onRead: (file: string, reading: FileReading, text: string | undefined) => void
}

/** Starts Vite for modules below `root`. Nothing is listened on and nothing is watched. */
export async function openEnvironment(root: string, hooks: EnvironmentHooks): Promise<ModuleEnvironment> {
  const nodeEnv = process.env['NODE_ENV']
  const server = await createServer({
    root,
    configFile: false,
    envDir: false,
    publicDir: false,
    appType: 'custom',
    logLevel: 'silent',
    clearScreen: false,
    optimizeDeps: { noDiscovery: true, include: [] },
    resolve: { tsconfigPaths: true },
    ssr: { external: [...SHARED] },
    server: { middlewareMode: true, watch: null, hmr: false, ws: false, preTransformRequests: false },
    plugins: [readSources(hooks.onRead), noteAssets(hooks.onRead), commonjs()],
  })
  // Vite sets it for a front end; what the application runs under is its owner's affair.
  if (nodeEnv === undefined) delete process.env['NODE_ENV']
  // Node's own source maps, which leave `Error.prepareStackTrace` to the application.
  process.setSourceMapsEnabled(true)
  // V8 keeps every text that was ever evaluated, for the case that it comes again: 8 KB per reload.
  setFlagsFromString('--no-compilation-cache')
  const environment = server.environments.ssr
  const barrier = new Barrier()
  return {
    graph: environment.moduleGraph,
    runner: createRunner(environment, hooks.evaluator, barrier),
    barrier,
    forgetFile: (file, event) => environment.pluginContainer.watchChange(file, { event }),
    close: () => server.close(),
  }
}

const fromHere = createRequire(import.meta.url)

/** Entry points of this package: the application must get the very modules that the program runs on. */
const SHARED: ReadonlySet<string> = new Set(['svc', 'svc/security', 'svc/identity', 'svc/testing'])

const SCRIPT = /\.(?:[cm]?[jt]s|[jt]sx|json)$/
const PACKAGE = /\0|\/node_modules\//

function readSources(onRead: EnvironmentHooks['onRead']): Plugin {
  return {
    name: 'svc:sources',
    enforce: 'pre',
    load: {
      filter: { id: { include: SCRIPT, exclude: [PACKAGE, /\?/] } },
      handler: async (file) => {
        const reading = await readSettled(file)
        const text = reading.bytes?.toString('utf8')
        // One that is not there too, which Vite reports: it was listed, and may be back before anything is compared.
        onRead(file, reading, text)
        return text
      },
    },
  }
}

/** A file that is imported in another way, such as `./query.sql?raw`, is read by Vite right after it is noted. */
function noteAssets(onRead: EnvironmentHooks['onRead']): Plugin {
  return {
    name: 'svc:assets',
    enforce: 'pre',
    load: {
      filter: { id: { include: /^\//, exclude: [PACKAGE, SCRIPT] } },
      handler: (id) => {
        const [file = ''] = id.split('?', 1)
        onRead(file, readFile(file), undefined)
        return undefined
      },
    },
  }
}

function createRunner(environment: DevEnvironment, evaluator: ModuleEvaluator, barrier: Barrier): ModuleRunner {
  const invoke = async (name: string, data: Parameters<DevEnvironment['fetchModule']>): Promise<unknown> => {
    if (name === 'getBuiltins') return environment.config.resolve.builtins.map(describeBuiltin)
    const [specifier, importer] = data
    // Vite resolved the others. It would look for this one below the root, whichever file imports it.
    if (/^\.\.?\//.test(specifier) && importer !== undefined)
      return environment.fetchModule(resolve(dirname(importer), specifier), importer, data[2])
    if (specifier !== 'svc' && !specifier.startsWith('svc/')) return environment.fetchModule(...data)
    return { externalize: pathToFileURL(fromHere.resolve(specifier)).href, type: 'module' }
  }
  return new ModuleRunner(
    {
      hmr: false,
      sourcemapInterceptor: false,
      createImportMeta,
      transport: {
        invoke: async (payload) => {
          const { name, data } = (payload as { data: { name: string; data: never } }).data
          return barrier
            .pass(() => invoke(name, data))
            .then(
              (result) => ({ result }),
              (error: unknown) => ({ error }),
            )
        },
      },
    },
    evaluator,
  )
}

function describeBuiltin(builtin: string | RegExp): object {
  return typeof builtin === 'string'
    ? { type: 'string', value: builtin }
    : { type: 'RegExp', source: builtin.source, flags: builtin.flags }
}

/** `import.meta.resolve` costs a thread on Node 20, so it is made for those who ask. */
function createImportMeta(file: string): ModuleRunnerImportMeta {
  const resolve = (specifier: string, parent?: string): string =>
    createNodeImportMeta(file).resolve(specifier, parent ?? pathToFileURL(file).href)
  return { ...createDefaultImportMeta(file), main: false, resolve }
}
