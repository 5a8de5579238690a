/**
 * Builds what the reference page loads: our browser modules as one file, and Scalar as a few, compressed, with licences.
 * Run by `npm run build`; tests call {@link buildAssets}. Does nothing where the result is up to date.
 */

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { type AssetManifest, ASSETS, readManifest } from './manifest.ts'
import { bundleScalar, type Files } from './scalar.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PAGE = fileURLToPath(new URL('../page/', import.meta.url))
const HERE = fileURLToPath(new URL('./', import.meta.url))
/** Of Scalar, without ours. */
const SCALAR_STYLE = 'scalar/scalar.css'

/** @param folder where the assets go, replaced as a whole */
export async function buildAssets(folder: string = ASSETS): Promise<AssetManifest> {
  const target = folder.replace(/\/$/, '')
  const scalar = hashOf(await readInputs(HERE, ['build.ts', 'scalar.ts', 'parts'], [join(ROOT, 'package-lock.json')]))
  const page = hashOf(await readInputs(PAGE, ['.'], [join(PAGE, '../looks-like-login.ts')]))
  const existing = await readManifest(folder)
  if (existing?.scalar === scalar && existing.page === page) return existing
  const keeps = existing?.scalar === scalar
  const parts = keeps ? await readParts(target, existing) : await bundleScalar(ROOT)
  const style = Buffer.concat([await readFile(join(PAGE, 'page.css')), parts.get(SCALAR_STYLE) ?? Buffer.of()])
  const files: Files = new Map([...(await bundlePage()), ['page.css', style], ...parts])
  const manifest: AssetManifest = { scalar, page, version: hashOf(files).slice(0, 12), files: [...files.keys()] }
  await write(target, files, manifest, keeps)
  return manifest
}

/** Sources by their names. */
async function readInputs(folder: string, names: readonly string[], others: readonly string[]): Promise<Files> {
  const found = await Promise.all(
    names.map(async (name) =>
      name.includes('.ts') ? [name] : (await readdir(join(folder, name))).map((file) => join(name, file)),
    ),
  )
  const sources = found.flat().filter((name) => !name.endsWith('.test.ts'))
  const paths = [...sources.toSorted().map((name) => join(folder, name)), ...others]
  return new Map(await Promise.all(paths.map(async (path) => [path.slice(ROOT.length), await readFile(path)] as const)))
}

/** The files of Scalar that were built before. */
async function readParts(target: string, { files }: AssetManifest): Promise<Files> {
  const names = files.filter((name) => name.startsWith('scalar/'))
  const inflate = promisify(gunzip)
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, await inflate(await readFile(join(target, `${name}.gz`)))] as const),
    ),
  )
}

/** Our files, each without others. Types are checked apart from the rest, against those of a browser alone. */
async function bundlePage(): Promise<Files> {
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json')
  const { bin } = JSON.parse(await readFile(compiler, 'utf8')) as { readonly bin: { readonly tsc: string } }
  const checked = promisify(execFile)(process.execPath, [join(dirname(compiler), bin.tsc), '-p', PAGE, '--noEmit'])
  const entries = ['boot.ts', 'login.ts', 'oauth-callback.ts'].map(bundle)
  const [page, login, callback] = (await Promise.all([...entries, checked])) as [Buffer, Buffer, Buffer, unknown]
  return new Map([
    ['page.js', page],
    ['login.js', login],
    ['oauth-callback.js', callback],
  ])
}

async function bundle(name: string): Promise<Buffer> {
  const built = await build({
    root: PAGE,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'silent',
    mode: 'production',
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: {
        input: join(PAGE, name),
        output: { entryFileNames: '[name].js' },
        preserveEntrySignatures: 'exports-only',
      },
    },
  })
  const [entry] = (built as Rolldown.RolldownOutput).output
  return Buffer.from(entry.code)
}

/** @param keepsScalar whether the folder holds these very files of Scalar: compressing them takes most of the time */
async function write(target: string, files: Files, manifest: AssetManifest, keepsScalar: boolean): Promise<void> {
  const fresh = `${target}.${process.pid}`
  if (keepsScalar) await cp(join(target, 'scalar'), join(fresh, 'scalar'), { recursive: true })
  const written = [...files].filter(([name]) => !keepsScalar || !name.startsWith('scalar/'))
  await Promise.all(written.map(([name, content]) => writeCompressed(join(fresh, name), content)))
  await writeFile(join(fresh, 'manifest.json'), JSON.stringify(manifest, undefined, 2))
  await rm(target, { recursive: true, force: true })
  await rename(fresh, target)
}

async function writeCompressed(file: string, content: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const options = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, options))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}

function hashOf(files: Files): string {
  const hash = createHash('sha256')
  for (const [name, content] of files) hash.update(`${name}\0${content.length}\0`).update(content)
  return hash.digest('hex')
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { version, files } = await buildAssets()
  console.error(`page assets ${version}: ${files.length} files`)
}
