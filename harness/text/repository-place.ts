import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { SourcePosition } from 'svc'

/** A place as tools of a repository want it: relative to its root, with slashes. */
export interface RepositoryPlace {
  readonly file: string
  readonly line: number
}

/**
 * A source position relative to the repository. `undefined` for what is unknown, or lies outside.
 *
 * @param root the repository; on GitHub's runners its checkout, else the working directory
 */
export function placeInRepository(
  position: SourcePosition | undefined,
  root: string = repositoryRoot(),
): RepositoryPlace | undefined {
  if (position === undefined) return undefined
  const file = relative(root, resolve(position.file))
  if (file === '' || file.startsWith('..') || isAbsolute(file)) return undefined
  return { file: file.split(sep).join('/'), line: position.line }
}

/** The root that paths in machine formats are relative to. */
function repositoryRoot(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const checkout = env['GITHUB_WORKSPACE']
  const here = process.cwd()
  return checkout !== undefined && checkout !== '' && !relative(checkout, here).startsWith('..') ? checkout : here
}

/** Where an authenticator is made, with where it is applied if that is another place. */
export function formatPlaces({
  position,
  applied,
}: {
  readonly position: SourcePosition | undefined
  readonly applied?: SourcePosition
}): string {
  return applied === undefined ? formatPlace(position) : `${formatPlace(position)}, applied at ${formatPlace(applied)}`
}

/** `routes/pets.ts:4`, or `(place not known)`. */
export function formatPlace(position: SourcePosition | undefined): string {
  if (position === undefined) return '(place not known)'
  const place = placeInRepository(position) ?? position
  return `${place.file}:${place.line}`
}
