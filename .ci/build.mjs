/**
 * Builds the package into dist/: the compiled sources, the program, and what the reference page loads.
 *
 * `--if-stale` does nothing where dist/ was built from exactly these sources. npm runs the script `prepare` not only
 * on `npm ci` but also when `npx svc` is called in a checkout: it must not take dist/ away from a server that runs.
 */

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCES = [
  'bin',
  'server',
  'harness',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  '.ci/build.mjs',
  '.ci/bundle.mjs',
]
const STAMP = join('dist', '.built-from')
/** Compressing the page's files takes a while; their own build knows whether they are up to date. */
const KEPT = join('dist', 'server', 'openapi', 'assets', 'files')

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const ifStale = process.argv.includes('--if-stale')
const compiler = findCompiler()
reportMissing()
// Before they are read: what is written meanwhile is newer.
const began = new Date()
const inputs = hashSources()
if (compiler === undefined) {
  console.error('svc is not built: its development dependencies are missing. Run: npm ci')
  // Failing here would leave npx a cache entry that it cannot use, even after npm ci.
  process.exitCode = ifStale ? 0 : 1
} else if (!ifStale || !isBuiltFrom(inputs)) {
  if (existsSync('dist')) removeBelow('dist')
  run(compiler, '-p', 'tsconfig.build.json')
  run('.ci/bundle.mjs')
  chmodSync('dist/bin/svc.js', 0o755)
  run('--conditions=source', '--import=tsx', 'server/openapi/assets/build.ts')
  writeFileSync(STAMP, inputs)
} else {
  // Tests run the build where no source is newer: a checkout writes files anew that are the same.
  utimesSync(STAMP, began, began)
}

/** A checkout that was updated may lack a package that came since. */
function reportMissing() {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const missing = Object.keys(dependencies).filter((name) => !existsSync(join('node_modules', name)))
  if (missing.length > 0) console.error(`not installed: ${missing.join(', ')}. Run: npm ci`)
}

/** By its path: three packages bring a `tsc`, and which of them gets the name in .bin is npm's choice. */
function findCompiler() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
  } catch {
    return undefined
  }
}

function hashSources() {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap(listFiles)) hash.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function listFiles(path) {
  if (/\.\w+$/.test(path)) return [path]
  const entries = readdirSync(path, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile() && !/\.test(-d)?\.ts$/.test(entry.name))
  return files.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).toSorted()
}

function isBuiltFrom(hash) {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash
}

/** A file that was compiled once must not outlive its source. */
function removeBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (path === KEPT) continue
    if (KEPT.startsWith(join(path, '/'))) removeBelow(path)
    else rmSync(path, { recursive: true, force: true })
  }
}

function run(...args) {
  try {
    execFileSync(process.execPath, args, { stdio: 'inherit' })
  } catch (error) {
    // The error is on the terminal already.
    process.exit(error.status ?? 1)
  }
}
