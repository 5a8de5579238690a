import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

/** Name of the folder, beside the built server or in the package of svc, in which Node keeps what it compiled. */
export const COMPILE_CACHE = '.compile-cache'

/** Milliseconds after which a server that started is not delayed by writing. */
const QUIET = 1_000

/** From Node 22.10 on. */
interface CompileCaching {
  readonly enableCompileCache?: (folder: string) => unknown
  readonly flushCompileCache?: () => void
}

/**
 * Has Node keep compiled code beside a file, where that folder may be written: the next start compiles nothing. In no
 * folder for temporary files, where another user may put code. Without it, and before Node 22.10, a start compiles. Node
 * writes when the process ends.
 *
 * @param url of the file: the bundle of a server, or the package.json of the program
 * @returns writes what was compiled, once a server serves
 */
export function keepCompiled(url: string, caching: CompileCaching = nodeModule as CompileCaching): () => void {
  const { enableCompileCache, flushCompileCache } = caching
  if (!enableCompileCache || !flushCompileCache || !url.startsWith('file:')) return () => undefined
  enableCompileCache(fileURLToPath(new URL(COMPILE_CACHE, url)))
  return () => void setTimeout(flushCompileCache, QUIET).unref()
}
