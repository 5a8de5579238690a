import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../server/base/make-folder.ts'

/**
 * Writes files that are not there yet, all of them or none: half a project would be in the way of another try.
 *
 * @param files their content by their path below the root
 * @param secret paths of files that only their owner may read
 */
export async function writeNewFiles(
  root: string,
  files: ReadonlyMap<string, string | Uint8Array>,
  secret: readonly string[],
): Promise<void> {
  const written: string[] = []
  try {
    for (const [file, content] of files) {
      const path = join(root, file)
      // The first folder that was not there.
      const folder = makeFolder(dirname(path))
      if (folder !== undefined) written.push(folder)
      // `wx`: also what was written meanwhile is not overwritten.
      await writeFile(path, content, { flag: 'wx', ...(secret.includes(file) ? { mode: 0o600 } : {}) })
      written.push(path)
    }
  } catch (error) {
    for (const path of written.toReversed()) await rm(path, { recursive: true, force: true })
    throw error
  }
}
