/**
 * Bundles `svc test-auth --url` into one file, svc-test-auth.mjs, that Node runs with nothing beside it.
 *
 *   node .ci/tool.mjs [FILE]     dist/svc-test-auth.mjs if absent
 *
 * Beside it: FILE.modules.json, the packages that are in it and the size, for fixtures/tool.test.ts; FILE.LICENCES.txt.
 */

import { readdirSync, readFileSync, chmodSync, writeFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
  .replaceAll('\\', '/')
  .replace(/\/$/, '')
const FILE = resolve(process.argv[2] ?? `${ROOT}/dist/svc-test-auth.mjs`)
const { version, engines } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8'))

/** The package imports itself by these names. */
const DOORS = { svc: `${ROOT}/server/index.ts`, 'svc/security': `${ROOT}/server/auth/index.ts` }

/** Packages that a test of a server by its address does not need: Redis, WebSockets of an application, a compiler. */
const ABSENT = [
  'unstorage/drivers/redis',
  'unstorage',
  'ioredis',
  'crossws/adapters/node',
  'vite',
  'chokidar',
  'listhen',
]

const { output } = await build({
  root: ROOT,
  configFile: false,
  envDir: false,
  publicDir: false,
  logLevel: 'warn',
  plugins: [inOneFile()],
  resolve: { conditions: ['node'] },
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: dirname(FILE),
    emptyOutDir: false,
    target: 'node20',
    reportCompressedSize: false,
    rolldownOptions: {
      input: `${ROOT}/bin/tool.ts`,
      output: {
        format: 'es',
        entryFileNames: basename(FILE),
        codeSplitting: false,
        keepNames: true,
        comments: false,
        minify: false,
        banner:
          "import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url)",
      },
    },
  },
})

chmodSync(FILE, 0o755)
const [chunk, ...others] = output
if (others.length > 0) throw new Error(`more than one file: ${others.map(({ fileName }) => fileName).join(', ')}`)
const folders = new Set(chunk.moduleIds.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id) ?? []))
const packages = new Set([...folders].map((folder) => folder.replace(/^.*\/node_modules\//, '')))
const byName = (a, b) => (a < b ? -1 : 1)
const own = chunk.moduleIds.filter((id) => id.startsWith(`${ROOT}/`) && !id.includes('/node_modules/'))
const modules = own.map((id) => id.slice(ROOT.length + 1)).toSorted(byName)
writeFileSync(
  `${FILE}.modules.json`,
  `${JSON.stringify({ version, engines, packages: [...packages].toSorted(byName), modules, imports: chunk.imports }, undefined, 2)}\n`,
)
writeFileSync(`${FILE}.LICENCES.txt`, [...folders].toSorted(byName).map(licenceOf).join('\n\n'))

function licenceOf(folder) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
  const text =
    file === undefined
      ? JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).license
      : readFileSync(`${folder}/${file}`, 'utf8')
  return `${folder.replace(/^.*\/node_modules\//, '')}\n\n${text.trim()}\n`
}

function inOneFile() {
  return {
    name: 'svc:one-file',
    enforce: 'pre',
    resolveId: (id) => {
      if (ABSENT.includes(id)) return `\0absent:${id}`
      return DOORS[id]
    },
    load: (id) =>
      id.startsWith('\0absent:')
        ? `throw new Error(${JSON.stringify(`${id.slice(8)} is not in this file`)})`
        : undefined,
    transform: (code, id) => ({ code: readNow(code, id), map: null }),
  }
}

/** Files that a module reads beside it are written into the bundle. */
function readNow(code, id) {
  const path = id.replaceAll('\\', '/')
  if (path === `${ROOT}/harness/report/tool.ts`)
    return `export const TOOL = { name: 'svc test-auth', version: ${JSON.stringify(version)} }`
  if (path === `${ROOT}/harness/command/catalogue.ts`) {
    const page = brotliCompressSync(readFileSync(`${ROOT}/docs/catalogue.md`)).toString('base64')
    const read = `$decompress(Buffer.from('${page}', 'base64')).toString('utf8')`
    return code
      .replace(/^const PAGE = .*$/m, '')
      .replace(/readFileSync\(PAGE, ['"]utf8['"]\)/, () => read)
      .concat("\nimport { brotliDecompressSync as $decompress } from 'node:zlib'\n")
  }
  if (path === `${ROOT}/harness/tokens/find-secret.ts`) {
    const worker = readFileSync(`${ROOT}/harness/tokens/search.js`, 'utf8')
    return code.replace(/readFileSync\(WORKER, ['"]utf8['"]\)/, () => JSON.stringify(worker))
  }
  if (path === `${ROOT}/harness/report/html/assets.ts`) {
    const folder = `${ROOT}/harness/report/html/page`
    const files = Object.fromEntries(
      readdirSync(folder)
        .filter((name) => /\.(js|css)$/.test(name))
        .map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')]),
    )
    return code
      .replace(/readFileSync\(new URL\(name, FOLDER\), ['"]utf8['"]\)/g, '$FILES[name]')
      .concat(`\nconst $FILES = ${JSON.stringify(files)}\n`)
  }
  return code
}
