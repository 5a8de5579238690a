import type { FixtureText, RequestFixture } from './define.ts'

/** The values for `{user}` and `{password}`. */
export interface Filling {
  readonly user: string
  readonly password: FixtureText
}

/** A request of a user, of whose path the values are not yet resolved. */
export interface FilledRequest extends RequestFixture {
  readonly inPath?: Filling
}

const PLACE = /\{(user|password)\}/g

/** Whether a path names a user or a password. */
export function isPlaceIn(path: string): boolean {
  return path.search(PLACE) >= 0
}

/** The path with its values, so encoded that none of their characters ends it (RFC 3986 section 2.1). */
export function fillPath(path: string, values: { readonly user: string; readonly password: string }): string {
  return path.replaceAll(PLACE, (_, name: 'user' | 'password') => encodeURIComponent(values[name]))
}
