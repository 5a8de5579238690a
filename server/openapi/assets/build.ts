/**
 * Builds what the reference page loads: our browser modules and Scalar's ESM bundle, compressed, with its licence.
 * Run by `npm run build`; tests call {@link buildAssets}. Does nothing where the result is up to date.
 */

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type AssetManifest, ASSETS, readManifest } from './manifest.ts'

const PAGE = fileURLToPath(new URL('../page/', import.meta.url))
const BOOT = 'page/boot.js'
const STATIC_IMPORT = /(?:from|import)\s*["'`](\.{1,2}\/[^"'`]+)["'`]/g

/** Files by the name under which they are served. */
type Files = ReadonlyMap<string, Buffer>

/** @param folder where the assets go, replaced as a whole */
export async function buildAssets(folder: string = ASSETS): Promise<AssetManifest> {
  const scalar = await readScalar()
  const sources = await readPageSources()
  const inputs = hashOf(new Map([...scalar, ...sources]))
  const existing = await readManifest(folder)
  if (existing?.inputs === inputs) return existing
  const files: Files = new Map([...(await compilePage()), ...scalar])
  const manifest: AssetManifest = {
    scalar: hashOf(scalar),
    version: hashOf(files).slice(0, 12),
    inputs,
    preload: preloadOf(files),
    files: [...files.keys()],
  }
  await write(folder, files, manifest, existing?.scalar === manifest.scalar)
  return manifest
}

/** The ESM files of Scalar's browser build. They are not in its exports: the way to them is from its main entry. */
async function readScalar(): Promise<Files> {
  const main = createRequire(import.meta.url).resolve('@scalar/api-reference')
  const browser = join(dirname(main), 'browser')
  const chunks = (await readdir(join(browser, 'chunks'))).filter((name) => name.endsWith('.js'))
  const names = ['standalone.esm.js', ...chunks.map((name) => `chunks/${name}`)].toSorted()
  const modules = names.map(
    async (name) => [`scalar/${name}`, withoutSourceMap(await readFile(join(browser, name)))] as const,
  )
  const licence = await readFile(join(dirname(main), '../../api-client/LICENSE'))
  return new Map([...(await Promise.all(modules)), ['scalar/LICENSE.txt', licence]])
}

/** The source maps stay behind: they are five times the size of the code. */
function withoutSourceMap(code: Buffer): Buffer {
  return Buffer.from(code.toString('utf8').replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n'))
}

async function readPageSources(): Promise<Files> {
  const names = (await readdir(PAGE)).filter((name) => !name.endsWith('.test.ts')).toSorted()
  const files = [...names.map((name) => join(PAGE, name)), fileURLToPath(new URL('../login.ts', import.meta.url))]
  return new Map(await Promise.all(files.map(async (file) => [file.slice(PAGE.length), await readFile(file)] as const)))
}

/** Compiled apart from the rest, against the browser's types alone. */
async function compilePage(): Promise<Files> {
  const out = await mkdtemp(join(tmpdir(), 'svc-page-'))
  try {
    const compiler = createRequire(import.meta.url).resolve('typescript/package.json')
    const { bin } = JSON.parse(await readFile(compiler, 'utf8')) as { readonly bin: { readonly tsc: string } }
    await promisify(execFile)(process.execPath, [join(dirname(compiler), bin.tsc), '-p', PAGE, '--outDir', out])
    const names = ['login.js', ...(await readdir(join(out, 'page'))).map((name) => `page/${name}`)].toSorted()
    const modules = names.map(async (name) => [name, await readFile(join(out, name))] as const)
    return new Map([...(await Promise.all(modules)), ['page/page.css', await readFile(join(PAGE, 'page.css'))]])
  } finally {
    await rm(out, { recursive: true, force: true })
  }
}

/** Every module that is imported statically from the boot module or from Scalar's entry, which it imports at once. */
function preloadOf(files: Files): readonly string[] {
  const found = new Set([BOOT, 'scalar/standalone.esm.js'])
  for (const name of found) {
    const code = (files.get(name) as Buffer).toString('utf8')
    for (const [, specifier] of code.matchAll(STATIC_IMPORT)) {
      const imported = posix.join(posix.dirname(name), specifier as string)
      if (files.has(imported)) found.add(imported)
    }
  }
  return [...found]
}

/** @param keepsScalar whether the folder holds these very files of Scalar: compressing them takes most of the time */
async function write(folder: string, files: Files, manifest: AssetManifest, keepsScalar: boolean): Promise<void> {
  const target = folder.replace(/\/$/, '')
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
