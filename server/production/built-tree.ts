import type { Folder, RoutePlaces, RouteTree } from '../files/scan.ts'
import { parsePath } from '../grammar/path.ts'

/** The routes of a project as a build keeps them: names and paths, and nothing of what the files declare. */
export interface BuiltTree {
  readonly directory: string
  /** Outermost first. */
  readonly folders: readonly BuiltFolder[]
  /** By path. File and folder are indices, the former in the files of the build. */
  readonly files: readonly (readonly [file: number, path: string, folder: number])[]
}

/** The parent is an index, -1 for the outermost. */
type BuiltFolder = readonly [
  directory: string,
  path: string,
  parent: number,
  auth: string | null,
  middleware: string | null,
  resource: string | null,
]

/**
 * @param nameOf a file, relative to the project
 * @param names of the files of the build
 */
export function writeTree(
  { directory, folders, files }: RouteTree,
  nameOf: (file: string) => string,
  names: readonly string[],
): BuiltTree {
  const indexOf = (folder: Folder | undefined): number => (folder ? folders.indexOf(folder) : -1)
  const nameIf = (file: string | undefined): string | null => (file === undefined ? null : nameOf(file))
  return {
    directory: nameOf(directory),
    folders: folders.map((folder) => [
      nameOf(folder.directory),
      folder.path,
      indexOf(folder.parent),
      nameIf(folder.auth),
      nameIf(folder.middleware),
      nameIf(folder.resource),
    ]),
    files: files.map(({ file, pattern, folder }) => [names.indexOf(nameOf(file)), pattern.text, indexOf(folder)]),
  }
}

/** The places of {@link writeTree}; none where the API declares everything itself. */
export function readTree(tree: BuiltTree | null, nameOf: (index: number) => string): RoutePlaces {
  if (!tree) return { directory: '', folders: [], files: [], problems: [] }
  const folders: Folder[] = []
  for (const [directory, path, parent, ...levels] of tree.folders) {
    const [auth, middleware, resource] = levels.map((file) => file ?? undefined)
    folders.push({ directory, path, parent: folders[parent], auth, middleware, resource })
  }
  const files = tree.files.map(([file, path, folder]) => {
    return { file: nameOf(file), pattern: parsePath(path, 'bracket'), folder: folders[folder] as Folder }
  })
  return { directory: tree.directory, folders, files, problems: [] }
}
