import { formatFile, LoadError } from '../base/errors.ts'
import { parsePath, type PathPattern } from '../grammar/path.ts'
import { likenessOf, resourceLikenessOf } from './misspelt-name.ts'
import { arrangeLevelFiles, type LevelFiles, type LevelSuspect } from './level-files.ts'
import { type FolderListing, isLevelFile, isPrivate, listedFiles, listRoutes } from './listing.ts'
import { checkFileName, checkFolderName } from './file-name.ts'

/** A folder below (or equal to) the routes folder: a level of authentication. */
export interface Folder extends LevelFiles {
  /** Absolute, with forward slashes. */
  readonly directory: string
  /** Where its routes begin, in bracket form: `/admin`. A `(group)` has the path of its parent. */
  readonly path: string
  readonly parent: Folder | undefined
}

/** A file that declares operations. */
export interface RouteFile {
  /** Absolute, with forward slashes. */
  readonly file: string
  readonly pattern: PathPattern
  readonly folder: Folder
}

/** Something that must not be served, and everything that it takes along. */
export interface Problem {
  readonly error: LoadError
  /** Route files whose paths answer 503. */
  readonly files?: readonly RouteFile[]
  /** A folder below which everything answers 503. */
  readonly folder?: Folder
  /** Paths that answer 503, wherever they are declared. */
  readonly paths?: readonly string[]
}

/** The files of a project that declare something, and their places. */
export interface RoutePlaces {
  /** The routes folder; empty where the API declares everything itself. */
  readonly directory: string
  /** Outermost first. */
  readonly folders: readonly Folder[]
  /** By path; without those that a problem names. */
  readonly files: readonly RouteFile[]
  readonly problems: readonly Problem[]
}

/** The declarations of the routes folder by its names alone. */
export interface RouteTree extends RoutePlaces {
  readonly root: Folder
  /** Files that may have been meant for an `_auth` or `_resource` file; what they export decides. */
  readonly suspects: readonly Suspect[]
  /** Every file that was there, route or not; absolute. */
  readonly present: ReadonlySet<string>
  readonly listing: FolderListing
}

/** A file whose name is nearly that of an `_auth` or `_resource` file. */
export interface Suspect extends LevelSuspect {
  readonly folder: Folder
}

/** Reads a routes folder: what is a route and at which path, and which `_auth` file covers it. */
export async function scanRoutes(directory: string): Promise<RouteTree> {
  return arrangeRoutes(await listRoutes(directory))
}

/** The decisions of {@link scanRoutes}, from names alone. */
export function arrangeRoutes(listing: FolderListing): RouteTree {
  const tree: Arrangement = { folders: [], files: [], problems: [], suspects: [] }
  const root = arrangeFolder(listing, { directory: listing.directory, path: '/', parent: undefined }, tree)
  const { unique, problems } = separateTwins(tree.files)
  const present = new Set(listedFiles(listing))
  const { directory } = listing
  return { ...tree, directory, root, files: unique, problems: [...tree.problems, ...problems], present, listing }
}

/** The folder and those around it, outermost first. */
export function enclosing(folder: Folder): readonly Folder[] {
  return folder.parent ? [...enclosing(folder.parent), folder] : [folder]
}

/** Whether `inner` is `outer` or lies somewhere in it. */
export function isWithin(inner: Folder, outer: Folder): boolean {
  return inner === outer || (inner.parent !== undefined && isWithin(inner.parent, outer))
}

const SCRIPTS: ReadonlySet<string> = new Set(['.ts', '.mts', '.js', '.mjs'])
const OTHER_SCRIPTS: ReadonlySet<string> = new Set(['.jsx', '.tsx', '.cjs', '.cts'])
/** Ends of the names, without the extension, of files that stand beside routes. */
const NO_ROUTES = ['.test', '.spec', '.d'] as const

interface Arrangement {
  readonly folders: Folder[]
  readonly files: RouteFile[]
  readonly problems: Problem[]
  readonly suspects: Suspect[]
}

function arrangeFolder(
  listing: FolderListing,
  place: Pick<Folder, 'directory' | 'path' | 'parent'>,
  tree: Arrangement,
): Folder {
  const { files, errors, suspects } = arrangeLevelFiles(listing)
  const folder: Folder = { ...place, ...files }
  tree.folders.push(folder)
  if (listing.failure !== undefined) tree.problems.push({ error: unreadableFolder(listing), folder })
  for (const error of errors) tree.problems.push({ error, folder })
  for (const suspect of suspects) tree.suspects.push({ ...suspect, folder })
  const kinds = listing.files.map(({ name }) => kindOf(name))
  for (const [index, { name, file }] of listing.files.entries()) {
    if (kinds[index] !== 'route') continue
    const pattern = readPattern(folder.path, name, file)
    if (pattern instanceof LoadError) tree.problems.push({ error: pattern })
    else tree.files.push({ file, pattern, folder })
  }
  for (const [index, { name, file }] of listing.files.entries()) {
    if (kinds[index] !== 'other') continue
    const error = otherExtension(file, name)
    const pattern = readPattern(folder.path, name, file)
    tree.problems.push(pattern instanceof LoadError ? { error } : { error, paths: [pattern.text] })
  }
  for (const { name, file } of listing.unreadable) {
    const error = unreadableFile(file)
    // Its declaration is not known, so nothing below it is served.
    const isLevel = isLevelFile(name) || [likenessOf(name), resourceLikenessOf(name)].includes('twin')
    if (isLevel) tree.problems.push({ error, folder })
    if (kindOf(name) !== 'route') continue
    const pattern = readPattern(folder.path, name, file)
    tree.problems.push(pattern instanceof LoadError ? { error: pattern } : { error, paths: [pattern.text] })
  }
  for (const inner of listing.folders) {
    const name = inner.directory.slice(listing.directory.length + 1)
    const path = checked(inner.directory, () => {
      checkFolderName(inner.directory, name)
      return below(folder.path, /^\(.*\)$/.test(name) ? '' : name)
    })
    if (path instanceof LoadError) tree.problems.push({ error: path })
    else arrangeFolder(inner, { directory: inner.directory, path, parent: folder }, tree)
  }
  return folder
}

/**
 * Whether a file is a route. `other` has an extension that routes do not have: passed over in silence, it would be a
 * route that is missing.
 */
function kindOf(name: string): 'route' | 'other' | undefined {
  if (isPrivate(name)) return undefined
  const { stem, extension } = splitName(name)
  const kind = SCRIPTS.has(extension) ? 'route' : OTHER_SCRIPTS.has(extension) ? 'other' : undefined
  return kind && NO_ROUTES.some((end) => stem.endsWith(end)) ? undefined : kind
}

function splitName(name: string): { readonly stem: string; readonly extension: string } {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? { stem: name, extension: '' } : { stem: name.slice(0, dot), extension: name.slice(dot) }
}

function otherExtension(file: string, name: string): LoadError {
  const { stem, extension } = splitName(name)
  const renamed = `${stem}${/\.(?:t|ct)s/.test(extension) ? '.ts' : '.js'}`
  const fix = `Rename it to ${renamed}, or to _${name} if it is not a route.`
  return new LoadError('SVC_ROUTE_EXTENSION', `${formatFile(file)}  has an extension that routes do not have. ${fix}`)
}

function readPattern(folder: string, name: string, file: string): PathPattern | LoadError {
  const { stem } = splitName(name)
  return checked(file, () => {
    checkFileName(file, stem)
    return parsePath(below(folder, stem === 'index' ? '' : stem), 'bracket')
  })
}

function unreadableFile(file: string): LoadError {
  const problem = `${formatFile(file)}  is not a file: a link that leads nowhere, or a folder. Fix it or delete it.`
  return new LoadError('SVC_FILE_UNREADABLE', problem)
}

function unreadableFolder({ directory, failure }: FolderListing): LoadError {
  const problem = `${formatFile(directory)}  cannot be read (${failure}). Correct its permissions, or delete it.`
  return new LoadError('SVC_FILE_UNREADABLE', problem)
}

/** An error about a path has the name of its file in front. */
function checked<T>(file: string, read: () => T): T | LoadError {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof LoadError)) throw error
    const namesFile = error.problem.startsWith(formatFile(file))
    return namesFile
      ? error
      : new LoadError(error.code, `${formatFile(file)}  ${error.problem}`, undefined, { cause: error })
  }
}

function below(path: string, segment: string): string {
  if (segment === '') return path
  return path === '/' ? `/${segment}` : `${path}/${segment}`
}

/** Groups, `index` and parameter names make it possible that two files answer the same requests: neither may. */
function separateTwins(files: readonly RouteFile[]): { unique: readonly RouteFile[]; problems: readonly Problem[] } {
  const byShape = new Map<string, RouteFile[]>()
  for (const file of files) {
    const twins = byShape.get(file.pattern.shape)
    if (twins) twins.push(file)
    else byShape.set(file.pattern.shape, [file])
  }
  const groups = [...byShape.values()]
  const problems = groups
    .filter((twins) => twins.length > 1)
    .map((twins) => {
      const [first, ...others] = twins.map(({ file }) => formatFile(file)) as [string, ...string[]]
      const where = (twins[0] as RouteFile).pattern.text
      const problem = `${first}  answers at "${where}", and so does ${others.join(', ')}. Rename or delete all but one.`
      return { error: new LoadError('SVC_ROUTE_DUPLICATE', problem), files: twins }
    })
  const unique = groups.filter((twins) => twins.length === 1).flat()
  return { unique: unique.toSorted((a, b) => (a.pattern.text < b.pattern.text ? -1 : 1)), problems }
}
