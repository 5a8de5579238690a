import { relative } from 'node:path/posix'
import { type Loaded, load } from '../files/load.ts'
import { requireConfigFile } from '../files/load-config.ts'
import type { ProjectModules } from '../files/modules.ts'
import type { FolderListing } from '../files/listing.ts'
import { joinPaths } from '../path.ts'
import type { BuildData, BuiltPosition } from '../production/build-data.ts'
import { formatRoutesLock } from '../routes-lock.ts'

/** The parts of a build. */
export interface BuildInput {
  readonly loaded: Loaded
  readonly data: BuildData
  /** The modules that the loader asks for, absolute, by their names in the data. */
  readonly files: ReadonlyMap<string, string>
}

/** Loads a project and notes what the loader read: the build gives it the same again, without a disk. */
export async function collectBuild(modules: ProjectModules, docs: boolean): Promise<BuildInput> {
  const { root } = modules
  const files = new Map<string, string>()
  const nameOf = (file: string): string => relative(root, file)
  const loaded = await load({
    root,
    inputs: modules.inputs,
    import: (file) => {
      files.set(nameOf(file), file)
      return modules.import(file)
    },
    positions: (file) => modules.positions(file),
  })
  const { api, base, operations, tree } = loaded
  const listing = tree?.root.directory ? tree.listing : undefined
  const data: BuildData = {
    config: nameOf(requireConfigFile(root)),
    listing: listing ? nameListing(listing, nameOf, files) : null,
    positions: Object.fromEntries(
      operations
        .map((operation) => ({ name: `${operation.method} ${joinPaths(base, operation.path)}`, operation }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
        .map(({ name, operation }) => [name, positionOf(operation, nameOf)]),
    ),
    lock: formatRoutesLock(operations, base, api.settings.csrf),
    docs,
  }
  return { loaded, data, files: new Map([...files].toSorted(([a], [b]) => (a < b ? -1 : 1))) }
}

/** Without the files that the loader does not ask for: notes and tests beside the routes are not part of a build. */
function nameListing(
  { directory, files, folders }: FolderListing,
  nameOf: (file: string) => string,
  loaded: ReadonlyMap<string, string>,
): FolderListing {
  return {
    directory: nameOf(directory),
    files: files.map(({ name, file }) => ({ name, file: nameOf(file) })).filter(({ file }) => loaded.has(file)),
    unreadable: [],
    folders: folders.map((folder) => nameListing(folder, nameOf, loaded)),
  }
}

function positionOf({ source, auth }: Loaded['operations'][number], nameOf: (file: string) => string): BuiltPosition {
  const fileOf = (position: typeof source): string | null => (position ? nameOf(position.file) : null)
  return [fileOf(source), source?.line ?? 0, fileOf(auth.source), auth.source?.line ?? 0]
}
