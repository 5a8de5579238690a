import type { FixtureText, RequestFixture } from './define.ts'

/** The values for `{user}` and `{password}`, and for `{id}` and `{code}` of a user of the run. */
export interface Filling {
  readonly user: string
  readonly password: FixtureText
  readonly id?: string
  readonly code?: string
}

/** A request of a user, of whose path the values are not yet resolved. */
export interface FilledRequest extends RequestFixture {
  readonly inPath?: Filling
}

/** A name in braces that stands for a value of a user. */
export const PLACE: RegExp = /\{(user|password|id|code)\}/g

/** Whether a path names a user, a password, an id or a code. */
export function isPlaceIn(path: string): boolean {
  return path.search(PLACE) >= 0
}

/** The path with its values, so encoded that none of their characters ends it (RFC 3986 section 2.1). */
export function fillPath(path: string, filling: Filling & { readonly password: string }): string {
  const values: Readonly<Record<string, string | undefined>> = { ...filling }
  return path.replaceAll(PLACE, (written, name: string) => {
    const value = values[name]
    return value === undefined ? written : encodeURIComponent(value)
  })
}
