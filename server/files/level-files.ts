import { formatFile, LoadError } from '../base/errors.ts'
import { type AuthFileLikeness, isLikeMiddleware, likenessOf, resourceLikenessOf } from './misspelt-name.ts'
import { type FolderListing, isAuthFile, isMiddlewareFile, isResourceFile } from './listing.ts'

/** The files of a folder that declare something for everything in it, absolute. */
export interface LevelFiles {
  /** Its `_auth` file. */
  readonly auth: string | undefined
  /** Its `_middleware` file. */
  readonly middleware: string | undefined
  /** Its `_resource` file. */
  readonly resource: string | undefined
}

/** A file that may have been meant for one of them; what it exports decides. */
export interface LevelSuspect {
  readonly file: string
  readonly meant: 'auth' | 'resource'
  readonly likeness: AuthFileLikeness
}

/** The level files of a folder by its names alone, and what is wrong with them. */
export interface LevelFilesFound {
  readonly files: LevelFiles
  readonly errors: readonly LoadError[]
  readonly suspects: readonly LevelSuspect[]
}

type Entry = FolderListing['files'][number]

/** Decides which files of a folder are levels. */
export function arrangeLevelFiles(listing: FolderListing): LevelFilesFound {
  const [auth, middleware, resource] = [isAuthFile, isMiddlewareFile, isResourceFile].map((isOwn) =>
    listing.files.filter(({ name }) => isOwn(name)),
  ) as [Entry[], Entry[], Entry[]]
  const suspects: LevelSuspect[] = []
  const errors: LoadError[] = []
  const judge = (meant: 'auth' | 'resource', likenessFor: typeof likenessOf, own: readonly Entry[]): void => {
    for (const { name, file } of listing.files) {
      // The index of a folder `_auth` may be what an `_auth.ts` imports.
      const isIndex = name.includes('/')
      const likeness = isIndex ? indexLikeness(name, meant, own) : likenessFor(name)
      if (likeness === 'near' || likeness === 'bare') suspects.push({ file, meant, likeness })
      // Editors and people keep copies beside the file; only where there is no other does one stand for it.
      if (likeness === 'twin' || (likeness === 'copy' && own.length === 0))
        errors.push(misnamedLevel(meant, file, name))
    }
    errors.push(...refuseSeveral(listing, own, meant === 'auth' ? 'SVC_AUTH_FILE_NAME' : 'SVC_RESOURCE_FILE_NAME'))
  }
  judge('auth', likenessOf, auth)
  for (const { name, file } of listing.files) {
    if (!isLikeMiddleware(name, middleware.length === 0)) continue
    const problem = `${formatFile(file)}  surrounds nothing under this name. Rename it to _middleware.ts.`
    errors.push(new LoadError('SVC_MIDDLEWARE_FILE_NAME', problem))
  }
  errors.push(...refuseSeveral(listing, middleware, 'SVC_MIDDLEWARE_FILE_NAME'))
  judge('resource', resourceLikenessOf, resource)
  const files = { auth: auth[0]?.file, middleware: middleware[0]?.file, resource: resource[0]?.file }
  return { files, errors, suspects }
}

/** The error for a file that was meant for an `_auth` or `_resource` file, and is not one. */
export function misnamedLevel(meant: 'auth' | 'resource', file: string, name: string): LoadError {
  const odd = [...name].filter((letter) => !/[!-~]/.test(letter))
  const codes = [...new Set(odd)].map(
    (letter) => `U+${(letter.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`,
  )
  const which = codes.length > 0 ? `, which has ${codes.join(', ')} in it` : ''
  const problem = `${formatFile(file)}  protects nothing under this name${which}. Rename it to _${meant}.ts.`
  return new LoadError(meant === 'auth' ? 'SVC_AUTH_FILE_NAME' : 'SVC_RESOURCE_FILE_NAME', problem)
}

function indexLikeness(name: string, meant: string, own: readonly Entry[]): AuthFileLikeness | undefined {
  const folder = name.slice(0, name.indexOf('/')).replace(/^_+/, '').toLowerCase()
  return own.length === 0 && folder === meant ? 'near' : undefined
}

function refuseSeveral(
  { directory }: FolderListing,
  own: readonly Entry[],
  code: `SVC_${string}`,
): readonly LoadError[] {
  if (own.length < 2) return []
  const names = own.map(({ name }) => name).join(' and ')
  const problem = `${formatFile(directory)}  has ${names}, and only one of them can apply. Delete the other.`
  return [new LoadError(code, problem)]
}
