import { createRequire } from 'node:module'

/**
 * The files that a project loads with `require`. Node keeps these modules itself, so they are neither modules of Vite nor
 * loaded again by themselves.
 */
export class RequiredFiles {
  /** By a file that is required: the files that require it. */
  readonly #requirers = new Map<string, Set<string>>()

  /**
   * Notes what a file requires.
   *
   * @param specifiers as written, those of packages included
   * @returns the project files among them
   */
  note(requirer: string, specifiers: readonly string[]): readonly string[] {
    if (specifiers.length === 0) return []
    const { resolve } = createRequire(requirer)
    const files = specifiers.filter((name) => /^\.{0,2}\//.test(name)).flatMap((name) => findFile(resolve, name))
    for (const file of files) {
      const known = this.#requirers.get(file)
      if (known) known.add(requirer)
      else this.#requirers.set(file, new Set([requirer]))
    }
    return files
  }

  /** Makes Node load these files again where they were required, and returns the files that require them, however indirectly. */
  forget(files: Iterable<string>): ReadonlySet<string> {
    const { cache } = createRequire(import.meta.url)
    const found = new Set<string>()
    const visit = (file: string): void => {
      const requirers = this.#requirers.get(file)
      if (!requirers) return
      this.#requirers.delete(file)
      delete cache[file]
      for (const requirer of requirers) {
        found.add(requirer)
        visit(requirer)
      }
    }
    for (const file of files) visit(file)
    return found
  }
}

/** Nothing where it is missing: where an import lands is compared elsewhere. */
function findFile(resolve: NodeJS.RequireResolve, name: string): readonly string[] {
  try {
    const file = resolve(name).replaceAll('\\', '/')
    return file.includes('/node_modules/') ? [] : [file]
  } catch {
    return []
  }
}
