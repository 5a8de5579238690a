import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder and those around it that are missing. Node's own `recursive` never returns where the system denies a new
 * folder with `ENOENT`, as `/proc` does.
 *
 * @returns the outermost folder that was made; `undefined` if all were there
 */
export function makeFolder(path: string, mode?: number): string | undefined {
  const missing: string[] = []
  for (let at = resolve(path); !isFolder(at) && dirname(at) !== at; at = dirname(at)) missing.push(at)
  for (const folder of missing.toReversed()) {
    try {
      mkdirSync(folder, mode)
    } catch (error) {
      // Another process may have made it meanwhile.
      if (!isFolder(folder)) throw error
    }
  }
  return missing.at(-1)
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
