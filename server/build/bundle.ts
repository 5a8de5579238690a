import { createRequire } from 'node:module'
import { join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import type { BuildData } from '../production/build-data.ts'
import type { BuiltModule } from './collect.ts'
import { bundleError } from './bundle-error.ts'
import { externals, type ExternalPackages } from './externals.ts'
import { takeBuiltins } from './builtins.ts'
import { IMPURE, SAFE_MINIFICATION, SAFE_TREE_SHAKING } from './shaking.ts'
import { coarsenMap } from './source-map.ts'

/** The sources to bundle. */
export interface BundleOptions {
  /** Absolute, with forward slashes. */
  readonly root: string
  readonly data: BuildData
  /** Modules that the loader asks for, by their names in the data and in its order. */
  readonly files: ReadonlyMap<string, BuiltModule>
  /** Packages to leave out, besides native add-ons. */
  readonly external: readonly string[]
  readonly minify: boolean
}

/** One file of a bundle. */
export interface BundledFile {
  /** Relative to the folder of the build: `server.js`, `app.js.map`. */
  readonly name: string
  readonly content: string | Uint8Array
}

/** A bundle in memory. */
export interface Bundle {
  readonly files: readonly BundledFile[]
  /** Every module that is in it, sorted: absolute paths, and names of generated modules. */
  readonly modules: readonly string[]
  /** Packages that were left out, with their versions. */
  readonly external: ExternalPackages
}

/** The folder to which the names of sources in a map are relative: nothing is written there. */
const OUT_DIR = 'dist'

const SERVER = 'svc:server'
const APP = 'svc:app'

/**
 * Bundles a project and the framework for production. The same input gives the same bytes.
 *
 * @throws {@link LoadError} `SVC_BUILD_BUNDLE` for what cannot be bundled, such as an import of a file that is not there
 */
export async function bundleProject(options: BundleOptions): Promise<Bundle> {
  const { root, external } = options
  const left = externals(root, external, OWN)
  const nodeEnv = process.env['NODE_ENV']
  const output = await build({
    root,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'silent',
    mode: 'production',
    resolve: { tsconfigPaths: true },
    ssr: { noExternal: true, target: 'node' },
    plugins: [entries(options), left.plugin, builtins],
    build: {
      ssr: true,
      write: false,
      outDir: OUT_DIR,
      target: 'node20',
      minify: false,
      sourcemap: true,
      reportCompressedSize: false,
      rolldownOptions: {
        // Paths in comments are relative to it: the bytes must not depend on where the program was started.
        cwd: root,
        input: { server: SERVER, app: APP },
        treeshake: SAFE_TREE_SHAKING,
        transform: { define: IMPURE },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          // Each file that a start reads costs it a millisecond.
          codeSplitting: { groups: [{ name: 'shared', test: isShared, includeDependenciesRecursively: false }] },
          // Sources stay with their project: the map holds names and positions.
          sourcemapExcludeSources: true,
          // A stack must name the functions as they were written.
          keepNames: true,
          // Licences stay.
          comments: { legal: true, jsdoc: false, annotation: false },
          minify: options.minify && SAFE_MINIFICATION,
        },
      },
    },
  }).catch((error: unknown) => {
    throw bundleError(error)
  })
  // Vite sets it; what this process runs under is its owner's affair.
  if (nodeEnv === undefined) delete process.env['NODE_ENV']
  else process.env['NODE_ENV'] = nodeEnv
  left.requireBundled()
  const files = (output as Rolldown.RolldownOutput).output
  const modules = files.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  return {
    files: files.flatMap((file) => writeFile(file, root)),
    modules: [...new Set(modules)].toSorted(),
    external: left.found(),
  }
}

/** Before names are shortened: lines stay, and so does the map. */
const builtins: Plugin = {
  name: 'svc:builtins',
  renderChunk: (code) => ({ code: takeBuiltins(code), map: null }),
}

/** A file of the bundle, with its source map unless it holds packages only: that leads to no source of the project. */
function writeFile(file: Rolldown.RolldownOutput['output'][number], root: string): readonly BundledFile[] {
  if (file.type === 'asset')
    return file.fileName.endsWith('.map') ? [] : [{ name: file.fileName, content: file.source }]
  const { fileName: name, moduleIds, map } = file
  const code = file.code.replace(COMMENT, '\n')
  if (!map || moduleIds.every(isForeign)) return [{ name, content: code }]
  const coarse = coarsenMap(map, (source) => isPackage(join(root, OUT_DIR, source)))
  return [
    { name, content: `${code.trimEnd()}\n//# sourceMappingURL=${name}.map\n` },
    { name: `${name}.map`, content: JSON.stringify({ version: 3, file: name, ...coarse }) },
  ]
}

const COMMENT = /\n\/\/# sourceMappingURL=\S+\s*$/

/** Modules that are bundled and are not sources of the project: the framework too. */
function isPackage(id: string): boolean {
  return id.includes('/node_modules/') || id.startsWith(OWN)
}

function isForeign(id: string): boolean {
  return id.startsWith('\0') ? !id.startsWith('\0svc:') : id.includes('/node_modules/') && !id.startsWith(OWN)
}

const OWN = fileURLToPath(new URL('../', import.meta.url)).replaceAll('\\', '/')
const fromHere = createRequire(import.meta.url)
const EXTENSION = import.meta.url.endsWith('.ts') ? 'ts' : 'js'

function ownModule(name: string): string {
  return fileURLToPath(new URL(`../${name}.${EXTENSION}`, import.meta.url)).replaceAll('\\', '/')
}

/** As single modules: those that `svc/package.json` names are bundled already, and a build has each module once. */
const DOORS: ReadonlyMap<string, string> = new Map([
  ['svc', ownModule('index')],
  ['svc/security', ownModule('auth/index')],
  ['svc/identity', ownModule('identity/index')],
  ['svc/testing', ownModule('../bin/testing')],
])

function doorOf(id: string): string {
  return DOORS.get(id) ?? fromHere.resolve(id).replaceAll('\\', '/')
}

/** Modules of the entry and of the application, or of the application and what it loads later. */
const SHARED = ['base/call-site', 'base/errors', 'production/run-server', 'production/stack'].map(ownModule)

function isShared(id: string): boolean {
  return SHARED.includes(id) || /\/rate-limiter-flexible\/lib\/RateLimiter(?:Abstract|Res)\.js$/.test(id)
}

const WEB_LIBRARIES = ownModule('http/web-libraries')
/** Beside it, so that its imports are found. */
const WEB = `${WEB_LIBRARIES}?loaded`

/** The generated modules, and the doors of the package: the application and the server share one copy of it. */
function entries({ data, files }: BundleOptions): Plugin {
  return {
    name: 'svc:entries',
    enforce: 'pre',
    resolveId: (id) => {
      if (id === WEB) return id
      if (id === SERVER || id === APP) return `\0${id}`
      return id === 'svc' || id.startsWith('svc/') ? doorOf(id) : undefined
    },
    load: (id) => {
      if (id === `\0${SERVER}`) return serverModule()
      if (id === WEB_LIBRARIES) return webLibrariesModule()
      if (id === WEB) return webModule()
      return id === `\0${APP}` ? appModule(data, files) : undefined
    },
  }
}

/** In place of the module of that name: Node's `Request`, `Response` and the libraries over them load at the first call. */
function webLibrariesModule(): string {
  return `let libraries
export function webLibraries() {
  return (libraries ??= require(${JSON.stringify(WEB)}))
}
`
}

/** Names, so that what else the libraries export is left out. */
function webModule(): string {
  return `export { H3Event, toResponse } from 'h3'
export { FastResponse, NodeRequest } from 'srvx/node'
`
}

/** Small, so that the primary of several workers need not load the application. */
function serverModule(): string {
  return `import { boot, servedBy } from ${JSON.stringify(ownModule('production/boot'))}
const server = await boot(import.meta, () => import(${JSON.stringify(APP)}))
export const serve = server.serve
export default servedBy(server)
`
}

function appModule(data: BuildData, files: ReadonlyMap<string, BuiltModule>): string {
  const modules = [...files.values()].map((module, index) => namespaceOf(module, `m${index}`))
  // A text of JSON is read in less time than an object of the language.
  const text = `\`${JSON.stringify(data).replaceAll(/[\\`$]/g, '\\$&')}\``
  return `import { openBuild } from ${JSON.stringify(ownModule('production/open-build'))}
${modules.map(({ statement }) => statement).join('\n')}
export const app = await openBuild(JSON.parse(${text}), [
${modules.map(({ value }) => `  ${value},`).join('\n')}
], import.meta.url)
`
}

/** Names where they are known: the bundler makes an object with a function for each export of a namespace. */
function namespaceOf(
  { file, exports }: BuiltModule,
  id: string,
): { readonly statement: string; readonly value: string } {
  const from = JSON.stringify(file)
  if (!exports) return { statement: `import * as ${id} from ${from}`, value: id }
  const names = exports.map((name) => ({ name, local: `${id}_${name}` }))
  return {
    statement: `import { ${names.map(({ name, local }) => `${name} as ${local}`).join(', ')} } from ${from}`,
    value: `{ ${names.map(({ name, local }) => `${name}: ${local}`).join(', ')} }`,
  }
}
