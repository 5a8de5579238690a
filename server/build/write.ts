import { cp, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { formatFile, LoadError } from '../base/errors.ts'
import { makeFolder } from '../base/make-folder.ts'
import { assetsFolder, readManifest } from '../openapi/assets/manifest.ts'
import { BUILT_LOCK, BUILT_PAGE } from '../production/build-data.ts'
import type { Bundle } from './bundle.ts'

/** The files to write beside the bundle. */
export interface WrittenBuild {
  readonly bundle: Bundle
  /** The text of `routes.lock`. */
  readonly lock: string
  /** Whether the files of the reference page come along. */
  readonly page: boolean
}

/** These stay in a folder that is built again. */
const KEPT: ReadonlySet<string> = new Set(['node_modules', 'package-lock.json'])

/**
 * Writes a build, in place of an earlier one.
 *
 * @param out absolute
 * @throws {@link LoadError} `SVC_BUILD_OUT` for a folder with files that are not a build, `SVC_BUILD_PAGE`
 */
export async function writeBuild(out: string, { bundle, lock, page }: WrittenBuild): Promise<void> {
  await clear(out)
  const dependencies = Object.keys(bundle.external).length > 0 ? { dependencies: bundle.external } : {}
  const packageFile = { private: true, type: 'module', main: 'server.js', ...dependencies }
  for (const { name, content } of bundle.files) {
    makeFolder(dirname(join(out, name)))
    await writeFile(join(out, name), content)
  }
  await writeFile(join(out, 'package.json'), `${JSON.stringify(packageFile, undefined, 2)}\n`)
  if (page) await copyPage(join(out, BUILT_PAGE))
  // Last: a build without it does not start, so one that was interrupted does not count.
  await writeFile(join(out, BUILT_LOCK), lock)
}

async function clear(out: string): Promise<void> {
  try {
    makeFolder(out)
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException
    const problem = `${formatFile(out)}  cannot be made (${code}). Name a folder that can be written with --out.`
    throw new LoadError('SVC_BUILD_OUT', problem, undefined, { cause })
  }
  const names = await readdir(out)
  if (names.length > 0 && !names.includes(BUILT_LOCK)) {
    const problem = `${formatFile(out)}  has files that svc build did not write. Name another folder with --out.`
    throw new LoadError('SVC_BUILD_OUT', problem)
  }
  for (const name of names) if (!KEPT.has(name)) await rm(join(out, name), { recursive: true, force: true })
}

async function copyPage(folder: string): Promise<void> {
  const from = assetsFolder()
  const manifest = await readManifest(from)
  if (!manifest) {
    const problem = 'the files of the reference page are not there, which only happens in a checkout of svc.'
    throw new LoadError('SVC_BUILD_PAGE', `${problem} Run npm run build there, or give --no-docs.`)
  }
  const names = manifest.files.flatMap((name) => [`${name}.br`, `${name}.gz`])
  for (const name of [...names, 'manifest.json']) await cp(join(from, name), join(folder, name))
}
