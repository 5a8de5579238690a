import type { CredentialSource } from '../../http/request.ts'
import { cookieValues } from '../../grammar/cookie.ts'
import { queryValues } from '../../http/query.ts'

/** The parts of a request, as its reader finds them: header lines by name in lower case, and the query. */
export interface Held {
  readonly lines?: Readonly<Record<string, readonly string[]>>
  readonly search?: string
}

/** A request reduced to what the readers of credentials ask. */
export function sourceOf({ lines = {}, search = '' }: Held): CredentialSource {
  const headerValues = (name: string): readonly string[] => lines[name.toLowerCase()] ?? []
  return {
    headerValues,
    cookieValues: (name) => cookieValues(headerValues('cookie'), name),
    queryValues: (name) => queryValues(search, name),
    get sessions(): never {
      throw new Error('no sessions here')
    },
  }
}

/** A request with these `Authorization` lines. */
export function authorized(...lines: readonly string[]): CredentialSource {
  return sourceOf({ lines: { authorization: lines } })
}
