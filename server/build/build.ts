import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { docsGuard } from '../api/docs-operations.ts'
import { LoadError } from '../base/errors.ts'
import type { Loaded } from '../files/load.ts'
import type { ProjectModules } from '../files/modules.ts'
import { leavesOf } from '../model/description.ts'
import { describePage } from '../production/page-line.ts'
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
  /** Whether the reference page and the document are part of it; as the option `docs` of the API says, if absent. */
  readonly docs?: boolean | undefined
}

/** The result of a build. */
export interface BuildResult {
  readonly loaded: Loaded
  /** Who may open the reference page, for people, or that it is off. */
  readonly page: string
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
  requireIssuer(loaded)
  const { root } = modules
  const { external, minify, out } = options
  const bundle = await bundleProject({ root, data, files, external, minify })
  await writeBuild(out, { bundle, lock: data.lock, page: data.docs })
  const page = describePage(loaded, data.docs)
  return { loaded, page, modules: bundle.modules, external: bundle.external, size: await sizeOf(out) }
}

/** @throws {@link LoadError} for the issuer that `svc dev` and `svc test-auth` stand for: a server has none of its keys */
function requireIssuer({ api, operations }: Loaded): void {
  const docs = docsGuard(api.settings.docs)
  const auths = [...operations.map(({ auth }) => auth), ...(docs ? [docs] : [])]
  const found = auths.find(({ description }) => leavesOf(description).some(({ token }) => token?.isDevelopment))
  if (!found) return
  const problem =
    "jwt({ issuer: 'dev' }) takes tokens of svc dev and svc test-auth, and a server would answer all of them 503."
  throw new LoadError('SVC_BUILD_ISSUER', `${problem} Build it with the issuer of your tokens.`, found.source)
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
