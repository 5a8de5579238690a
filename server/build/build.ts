import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Loaded } from '../files/load.ts'
import type { ProjectModules } from '../files/modules.ts'
import { bundleProject } from './bundle.ts'
import { collectBuild } from './collect.ts'
import type { ExternalPackages } from './externals.ts'
import { writeBuild } from './write.ts'

/** The options of `svc build`. */
export interface BuildOptions {
  /** Absolute. */
  readonly out: string
  readonly external: readonly string[]
  readonly minify: boolean
  /** `false` leaves out the reference page and the document. */
  readonly docs: boolean
}

/** The result of a build. */
export interface BuildResult {
  readonly loaded: Loaded
  /** Every module of the bundle. */
  readonly modules: readonly string[]
  readonly external: ExternalPackages
  /** Bytes of the whole folder. */
  readonly size: number
}

/**
 * Builds a project that loads: the bundle, the list of its operations, and the files of the reference page.
 *
 * @throws `LoadError`
 */
export async function buildProject(modules: ProjectModules, options: BuildOptions): Promise<BuildResult> {
  const { loaded, data, files } = await collectBuild(modules, options.docs)
  for (const problem of loaded.problems) throw problem
  const { root } = modules
  const { external, minify, out } = options
  const bundle = await bundleProject({ root, data, files, external, minify })
  const page = options.docs && loaded.api.settings.docs !== false
  await writeBuild(out, { bundle, lock: data.lock, page })
  return { loaded, modules: bundle.modules, external: bundle.external, size: await sizeOf(out) }
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
