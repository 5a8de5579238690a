/**
 * Bundles what runs into a few files below dist/run/: to find, read and link a module costs Node half a millisecond, and
 * a run of the program needs four hundred. The entry points share their chunks, so that the application gets the very
 * modules that the program runs on. What tsc wrote stays for declarations, and for `svc build`, which takes single
 * modules into its own bundle.
 */

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { build, parseSync } from 'vite'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
  .replaceAll('\\', '/')
  .replace(/\/$/, '')
const CHUNKS = 'run/chunks'

/** Sources by names of files below dist/. */
const ENTRIES = {
  'bin/svc': `${ROOT}/bin/svc.ts`,
  'run/index': `${ROOT}/server/index.ts`,
  'run/security': `${ROOT}/server/auth/index.ts`,
  'run/identity': `${ROOT}/server/identity/index.ts`,
  'run/testing': `${ROOT}/bin/testing.ts`,
}

/** The package imports itself by these names, as its users do. */
const DOORS = {
  svc: ENTRIES['run/index'],
  'svc/security': ENTRIES['run/security'],
  'svc/identity': ENTRIES['run/identity'],
  'svc/testing': ENTRIES['run/testing'],
}

/**
 * Modules that no application shares with the program: yargs and its packages, forty that every command loads, and the reader of Swagger 2.0,
 * which asks for a later Node than it needs.
 */
const PACKAGES = [
  'yargs',
  'yargs-parser',
  'cliui',
  'y18n',
  'wrap-ansi',
  'strip-ansi',
  'ansi-regex',
  'ansi-styles',
  'escalade',
  'get-caller-file',
  '@scalar/openapi-upgrader',
  '@scalar/helpers',
]

/**
 * Columns of the help, which is ASCII: what this is instead of compiles patterns of all emoji, half of the time that yargs
 * takes to load.
 */
const WIDTH = "export default (text) => text.replaceAll(/\\u001B\\[[\\d;]*m/g, '').length"

rmSync(`${ROOT}/dist/run`, { recursive: true, force: true })
const { output } = await build({
  root: ROOT,
  configFile: false,
  envDir: false,
  publicDir: false,
  logLevel: 'warn',
  plugins: [sources()],
  ssr: { noExternal: PACKAGES },
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: false,
    target: 'node20',
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: ENTRIES,
      treeshake: false,
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        chunkFileNames: `${CHUNKS}/[name].js`,
        // The sources are in the package.
        sourcemapExcludeSources: true,
        keepNames: true,
        comments: false,
        // Its default takes away what it holds for pure: `try { decodeURIComponent(path) } catch { … }` is a check of ours.
        minify: false,
      },
    },
  },
})

writeLicences(output.flatMap(({ moduleIds = [] }) => moduleIds))

/** A module that asks where it lies still means its own place, from where it finds the files beside it. */
function sources() {
  return {
    name: 'svc:sources',
    enforce: 'pre',
    resolveId: (id) => (id === 'string-width' ? `\0${id}` : DOORS[id]),
    load: (id) => (id === '\0string-width' ? WIDTH : undefined),
    transform: {
      filter: { id: [/\.ts$/, /\/yargs\/lib\//], code: /import\.meta\.url/ },
      handler: (code, id) => ({ code: replaceUrls(code, id), map: null }),
    },
  }
}

/** Those of the module itself: some texts of generated modules have them too. */
function replaceUrls(code, id) {
  const found = []
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return
    if (node.type === 'MemberExpression' && node.object.type === 'MetaProperty' && node.property.name === 'url')
      found.push(node)
    Object.values(node).forEach(visit)
  }
  visit(parseSync(id, code).program.body)
  const place = placeOf(id)
  const fromEnd = found.toSorted((a, b) => b.start - a.start)
  return fromEnd.reduce((text, { start, end }) => text.slice(0, start) + place + text.slice(end), code)
}

function placeOf(id) {
  const [, inYargs] = /\/node_modules\/yargs\/(.*)$/.exec(id) ?? []
  if (inYargs !== undefined) return `new URL(${JSON.stringify(inYargs)}, import.meta.resolve('yargs')).href`
  const place = relative(CHUNKS, relative(ROOT, id).replace(/\.ts$/, '.js'))
  return `new URL(${JSON.stringify(place)}, import.meta.url).href`
}

/** Licences ask to go along with what is copied. */
function writeLicences(modules) {
  const folders = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id) ?? []))
  const texts = [...folders]
    .toSorted((a, b) => a.localeCompare(b))
    .map((folder) => {
      const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
      if (file === undefined) throw new Error(`${folder} has no licence`)
      return `${folder.replace(/^.*\/node_modules\//, '')}\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`
    })
  writeFileSync(`${ROOT}/dist/run/LICENCES.txt`, texts.join('\n\n'))
}
