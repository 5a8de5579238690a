import { readdir, realpath, stat } from 'node:fs/promises'

/** The entries of a folder, sorted by name. */
export interface FolderListing {
  readonly directory: string
  /** Under its name, and where it really is: links are followed. */
  readonly files: readonly { readonly name: string; readonly file: string }[]
  /** Names without content: links that lead nowhere or in a circle, and folders in the place of `_auth`, `_middleware` and `_resource` files. */
  readonly unreadable: readonly { readonly name: string; readonly file: string }[]
  readonly folders: readonly FolderListing[]
  /** Why the rest of the folder could not be read: a code such as `EACCES`. */
  readonly failure?: string
}

const AUTH_FILE = /^_auth\.(?:ts|mts|js|mjs)$/
const MIDDLEWARE_FILE = /^_middleware\.(?:ts|mts|js|mjs)$/
const RESOURCE_FILE = /^_resource\.(?:ts|mts|js|mjs)$/

/** Whether this is the name of the file that says who may call what is in its folder. */
export function isAuthFile(name: string): boolean {
  // Most names are those of routes, and need no pattern.
  return name.startsWith('_') && AUTH_FILE.test(name)
}

/** Whether this is the name of the file whose middleware runs around the routes in its folder. */
export function isMiddlewareFile(name: string): boolean {
  return name.startsWith('_') && MIDDLEWARE_FILE.test(name)
}

/** Whether this is the name of the file that says whose the parameters of its folder are. */
export function isResourceFile(name: string): boolean {
  return name.startsWith('_') && RESOURCE_FILE.test(name)
}

/** Whether this is the name of a file that declares something for everything in its folder. */
export function isLevelFile(name: string): boolean {
  return isAuthFile(name) || isMiddlewareFile(name) || isResourceFile(name)
}

/** Reads the names below a routes folder. */
export async function listRoutes(directory: string): Promise<FolderListing> {
  return listFolder(directory, [])
}

/** Every file of a listing, absolute and where it really is. */
export function listedFiles({ files, folders }: FolderListing): readonly string[] {
  return [...files.map(({ file }) => file), ...folders.flatMap(listedFiles)]
}

/** Whether a file or folder of this name holds no routes. `.well-known` does (RFC 8615): clients look for it by that name. */
export function isPrivate(name: string): boolean {
  return name.startsWith('_') || (name.startsWith('.') && name !== '.well-known')
}

async function listFolder(directory: string, outer: readonly string[]): Promise<FolderListing> {
  const files: { name: string; file: string }[] = []
  const unreadable: { name: string; file: string }[] = []
  const folders: FolderListing[] = []
  const listing = { directory, files, unreadable, folders }
  try {
    const real = await realpath(directory)
    // A link to a folder around it would never end.
    if (outer.includes(real)) return listing
    // Not through the link, which may lead elsewhere by now: the names of one folder would be looked for in the other.
    const entries = await readdir(real, { withFileTypes: true })
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const { name } = entry
      const path = `${directory}/${name}`
      const found = entry.isSymbolicLink() ? await stat(path).catch(() => undefined) : entry
      const file = found?.isFile() ? await realFile(entry.isFile() ? real : undefined, directory, name) : undefined
      if (file !== undefined) files.push({ name, file })
      else if (!found?.isDirectory() || isLevelFile(name)) unreadable.push({ name, file: path })
      else if (!isPrivate(name)) folders.push(await listFolder(path, [...outer, real]))
      else if (LEVEL_FOLDER.test(name)) files.push(...(await listIndexes(path, name)))
    }
    return listing
  } catch (error) {
    return { ...listing, failure: (error as NodeJS.ErrnoException).code ?? String(error) }
  }
}

/** A folder that Node would take for `_auth` or `_resource`: its index is listed, for it protects nothing. */
const LEVEL_FOLDER = /^_+(?:auth|resource)$/i
const INDEX = /^index\.(?:ts|mts|js|mjs)$/

async function listIndexes(directory: string, folder: string): Promise<FolderListing['files']> {
  const names = await readdir(directory).catch(() => [])
  const indexes = names.filter((name) => INDEX.test(name)).toSorted()
  return Promise.all(
    indexes.map(async (name) => ({ name: `${folder}/${name}`, file: await realpath(`${directory}/${name}`) })),
  )
}

/** @param real the folder without links, if the file is not a link itself */
async function realFile(real: string | undefined, directory: string, name: string): Promise<string | undefined> {
  return real === undefined ? realpath(`${directory}/${name}`).catch(() => undefined) : `${real}/${name}`
}
