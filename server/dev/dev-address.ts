import type { Loaded } from '../files/load.ts'
import { joinPaths } from '../grammar/path.ts'
import type { Paint } from '../base/paint.ts'
import { KEY_PARAMETER } from '../openapi/page-keys.ts'

/** The page to open in a browser: the reference page, or where the routes begin. */
export function pageOf({ base, api }: Loaded): string {
  return api.settings.docs === false ? joinPaths(base, '/') : joinPaths(base, '/docs')
}

/** Where the application is served, and its reference page. Without a config the address is not known. */
export function describeAddress(url: string, loaded: Loaded, paint: Paint, note = '', key?: string): readonly string[] {
  const hasPage = loaded.config !== undefined && loaded.api.settings.docs !== false
  const page = hasPage ? [`  ${paint.bold('page')}     ${paint.cyan(url + withKey(pageOf(loaded), key))}`] : []
  return [
    '',
    `  ${paint.bold('serving')}  ${paint.cyan(url + loaded.base)}${note && `  ${paint.dim(note)}`}`,
    ...page,
    '',
  ]
}

/** The address of the page that holds what the fixtures do, once. */
export function withKey(page: string, key: string | undefined): string {
  return key === undefined ? page : `${page}?${KEY_PARAMETER}=${key}`
}

/** Whether what was said about the address of one application is wrong for a later one. */
export function hasMoved(from: Loaded, to: Loaded): boolean {
  // A project that does not load keeps the address that it had.
  if (to.config === undefined) return false
  return from.config === undefined || from.base !== to.base || pageOf(from) !== pageOf(to)
}
