import { readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

/** Files by the name under which they are served. */
export type Files = ReadonlyMap<string, Buffer>

const ENTRY = 'svc:scalar'

/** The parts of Scalar that the page needs: the reference, and the functions by which its client makes a request. */
const EXPORTS = `
import '@scalar/api-reference/style.css'
export { createApiReference } from '@scalar/api-reference'
export { buildRequest, getDefaultHeaders, requestFactory } from '@scalar/workspace-store/request-example'
`

/** Languages that are coloured, of the fifty that Scalar brings. */
const LANGUAGES = 'bash, curl: curlLanguage, diff, html: xml, http, json, plaintext, python, shell, sql, xml, yaml'

/** Where the client begins, which is loaded when a request is opened. */
const CLIENT = '/@scalar/api-client/dist/v2/features/modal/index.js'

const NOTHING = 'export default () => null'

const NO_FUNCTIONS = `
export const contextFunctions = {}
export const CONTEXT_FUNCTION_NAMES = []
export const POPULAR_CONTEXT_FUNCTION_KEYS = []
export const getContextFunctionComment = () => ''
export const isContextFunctionName = () => false
`

const OPEN_REQUEST = `const openRequest = (item) => {
  handleSelect(results.value.findIndex((result) => result.item === item))
  if (item?.type === 'operation')
    props.eventBus.emit('ui:open:client-modal', { method: item.method, path: item.path })
}`

const part = (name: string): string => readFileSync(new URL(`parts/${name}.js`, import.meta.url), 'utf8')

/** Modules of Scalar that are exchanged, by the end of their names: parts that the page shows in its own way, or never. */
const EXCHANGED: Readonly<Record<string, (code: string) => string>> = {
  'code-example/components/CodeExample.vue.js': () => part('code-example'),
  'request-block/components/RequestCodeSnippet.vue.js': () => part('request-code-snippet'),
  // Credentials are typed into our panels.
  'scalar-auth-selector-block/components/AuthSelector.vue.js': () => NOTHING,
  'AgentScalar/AgentScalarDrawer.vue.js': () => NOTHING,
  'snippetz/dist/clients/index.js': () => 'export const clients = []',
  // It would put words of its own in the place of a credential such as {{$guid}}.
  'workspace-store/dist/request-example/functions.js': () => NO_FUNCTIONS,
  // Found by the words of their badges too: schemes and where they go, scopes, `Public`, who may call them.
  'Search/helpers/create-search-index.js': (code) =>
    code.replace(
      'parameters = extractParameterNames(operationWithPathParams.parameters ?? [])',
      "$&.concat((operation['x-badges'] ?? []).map(({ name }) => name))",
    ),
  // Enter takes the first that was found, and opens the request of an operation. What is a combobox says whether it is open.
  'Search/components/SearchModal.vue.script.js': (code) =>
    code
      .replace('handleSelect(selectedIndex.value)', 'openRequest(results.value[selectedIndex.value ?? 0]?.item)')
      .replace('const activeDescendantId', `${OPEN_REQUEST}\n$&`)
      .replace('"aria-autocomplete"', '"aria-expanded": "true", $&'),
  'code-highlight/dist/chunks/languages.js': (code) =>
    code.replace('standardLanguages as t }', `coloured as t }\nconst coloured = { ${LANGUAGES} }`),
}

/** Packages of which a module may be left out where nothing of it is used. */
const PURE = /\/node_modules\/(?:@scalar|@codemirror|@lezer|@internationalized|radix-vue|yaml|zod)\//

/**
 * Bundles Scalar into one file that the page loads at once, `scalar.js`, one for the first request that is opened,
 * `client.js`, and some that are loaded where a document needs them.
 *
 * @param root the folder of this package, whose dependencies are bundled
 * @throws Error where this version of Scalar has not the modules that are exchanged
 */
export async function bundleScalar(root: string): Promise<Files> {
  // Imports are known before, but only bundling shows which of them are used.
  const chunks = (await bundle(root)).filter((file) => file.type === 'chunk')
  const first = modulesOf(chunks, (chunk) => chunk.isEntry)
  const second = modulesOf(chunks, ({ facadeModuleId }) => unixed(facadeModuleId ?? '').endsWith(CLIENT))
  const files = await bundle(root, {
    groups: [
      { name: 'scalar', test: (id) => first.has(id), priority: 2 },
      { name: 'client', test: (id) => second.has(id), priority: 1 },
    ],
  })
  return new Map([...files.map(fileOf), ['scalar/LICENSE.txt', Buffer.from(licencesOf(first, second))]])
}

async function bundle(
  root: string,
  codeSplitting: Rolldown.CodeSplittingOptions = {},
): Promise<readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]> {
  const exchanged = new Set<string>()
  const built = await build({
    root,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'silent',
    mode: 'production',
    define: {
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    plugins: [entry, exchange(exchanged)],
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: {
        input: { scalar: ENTRY },
        preserveEntrySignatures: 'allow-extension',
        treeshake: { moduleSideEffects: (id) => !PURE.test(unixed(id)) || id.endsWith('.css') },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          assetFileNames: '[name][extname]',
          codeSplitting,
        },
      },
    },
  })
  const missing = Object.keys(EXCHANGED).filter((name) => !exchanged.has(name))
  if (missing.length > 0) throw new Error(`This version of Scalar has no modules ${missing.join(', ')}`)
  return (built as Rolldown.RolldownOutput).output
}

/** The modules of a chunk and of every chunk that it imports. */
function modulesOf(
  chunks: readonly Rolldown.OutputChunk[],
  isStart: (chunk: Rolldown.OutputChunk) => boolean,
): ReadonlySet<string> {
  const found = new Set(chunks.filter(isStart))
  for (const { imports } of found)
    for (const chunk of chunks.filter(({ fileName }) => imports.includes(fileName))) found.add(chunk)
  return new Set([...found].flatMap(({ moduleIds }) => moduleIds))
}

const entry: Plugin = {
  name: 'svc:entry',
  resolveId: (id) => (id === ENTRY ? join(fileURLToPath(import.meta.url), ENTRY) : undefined),
  load: (id) => (id.endsWith(ENTRY) ? EXPORTS : undefined),
}

function exchange(exchanged: Set<string>): Plugin {
  return {
    name: 'svc:exchange',
    transform(code, id) {
      const name = Object.keys(EXCHANGED).find((end) => unixed(id).endsWith(`/${end}`))
      if (name === undefined) return undefined
      const other = EXCHANGED[name]?.(code)
      if (other === undefined || other === code) return undefined
      exchanged.add(name)
      return { code: other, map: null }
    },
  }
}

function fileOf(file: Rolldown.OutputChunk | Rolldown.OutputAsset): [string, Buffer] {
  const content = file.type === 'chunk' ? file.code : file.source
  return [`scalar/${file.fileName}`, Buffer.from(content)]
}

/** The licence of each package that is in the bundle. */
function licencesOf(...modules: readonly ReadonlySet<string>[]): string {
  const folders = modules
    .flatMap((ids) => [...ids])
    .flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(unixed(id))?.[0] ?? [])
  return [...new Set(folders)]
    .toSorted()
    .map((folder) => `${folder.slice(folder.lastIndexOf('/node_modules/') + 14, -1)}\n\n${licenceOf(folder)}`)
    .join('\n\n')
}

const LICENCES = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license', 'LICENCE', 'license.md']

function licenceOf(folder: string): string {
  for (const name of LICENCES) {
    try {
      return readFileSync(folder + name, 'utf8').trim()
    } catch {
      // Another name, or none.
    }
  }
  const { license = 'unknown' } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as {
    readonly license?: string
  }
  return `Licence: ${license}`
}

function unixed(id: string): string {
  return id.replaceAll(sep, '/')
}
