import type { Loaded } from '../files/load.ts'
import type { FileEvent, Modules } from '../files/modules.ts'
import { listedFiles, type FolderListing, listRoutes } from '../files/listing.ts'

/** Files that differ from what was loaded, and how. */
export type Changes = ReadonlyMap<string, FileEvent>

/** How the disk differs from what an application was loaded from. */
export interface Difference {
  readonly changes: Changes
  /** Files that are as they were, and whose imports may lead elsewhere now. */
  readonly importers: ReadonlySet<string>
  /** Whether what all modules depend on has changed: tsconfig.json, package.json, what is installed. */
  readonly settings: boolean
  /** Whether something is missing that may come back in a moment: editors delete and recreate, or empty and write. */
  readonly isUnsettled: boolean
}

/** How long a file must be gone, or empty, before that counts as a change, in milliseconds. */
const GONE = 100

/** Compares the disk with what was loaded. What is missing is remembered from one comparison to the next. */
export class Comparison {
  /** Files that are not there, or are empty, and since when. */
  #missing: ReadonlyMap<string, number> = new Map()

  /**
   * @param loaded made of the modules as they are
   * @param served the application that answers, which may be an older one
   */
  async compare(modules: Modules, loaded: Loaded, served: Loaded = loaded): Promise<Difference> {
    const { files, landings, settings } = modules.inputs.compare()
    const changes = new Map<string, FileEvent>()
    const missing = new Set<string>()
    for (const [file, how] of files) {
      changes.set(file, how === 'gone' ? 'delete' : 'update')
      if (how !== 'different') missing.add(file)
    }
    for (const file of landings.created) if (!changes.has(file)) changes.set(file, 'create')
    if (loaded.tree && loaded.tree.root.directory !== '') {
      const listing = await listRoutes(loaded.tree.root.directory)
      const present = new Set(listedFiles(listing))
      for (const file of loaded.tree.present) if (!present.has(file)) changes.set(file, 'delete')
      for (const file of present) if (!loaded.tree.present.has(file) && !isTest(file)) changes.set(file, 'create')
      for (const tree of [loaded.tree, served.tree]) {
        if (tree?.root.directory !== listing.directory) continue
        for (const file of tree.present) if (!present.has(file)) missing.add(file)
      }
      const other = findOther(loaded.tree.listing, listing)
      if (other !== undefined && changes.size === 0) changes.set(other, 'update')
    }
    return { changes, importers: landings.owners, settings, isUnsettled: this.#advance(missing) }
  }

  #advance(missing: ReadonlySet<string>): boolean {
    const now = performance.now()
    const before = this.#missing
    this.#missing = new Map([...missing].map((file) => [file, before.get(file) ?? now]))
    return [...this.#missing.values()].some((since) => now - since < GONE)
  }
}

/** Whether an application that is loaded now would be the same. */
export function isSame({ changes, importers, settings, isUnsettled }: Difference): boolean {
  return changes.size === 0 && importers.size === 0 && !settings && !isUnsettled
}

function isTest(file: string): boolean {
  return /\.(?:test|spec)\.[^/.]+$/.test(file)
}

/** A folder whose listings differ, tests aside. */
function findOther(before: FolderListing, after: FolderListing): string | undefined {
  if (ownText(before) !== ownText(after)) return after.directory
  for (const [index, folder] of before.folders.entries()) {
    const other = findOther(folder, after.folders[index] as FolderListing)
    if (other !== undefined) return other
  }
  return undefined
}

function ownText({ directory, files, unreadable, folders, failure }: FolderListing): string {
  const named = files.filter(({ name }) => !isTest(name))
  return JSON.stringify([directory, named, unreadable, folders.map((folder) => folder.directory), failure])
}
