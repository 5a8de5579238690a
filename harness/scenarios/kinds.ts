import type { LeafDescription } from 'svc'
import type { Family } from '../model/scenario.ts'
import { BASIC_ROWS } from './basic.ts'
import { BEARER_ROWS } from './bearer.ts'
import { ADDRESS_ROWS, CALLABLE_ROWS } from './callable.ts'
import { COMMON_ROWS } from './common.ts'
import { COOKIE_ROWS } from './cookie.ts'
import { HEADER_ROWS } from './header.ts'
import { keyRows } from './key.ts'
import { QUERY_ROWS } from './query.ts'
import type { Row } from './row.ts'
import { SESSION_ROWS } from './session.ts'
import { SESSION_PLACE_ROWS } from './session-place.ts'
import { SUPERUSER_ROWS } from './superuser.ts'

/** The rows of one family. */
export interface RowGroup {
  readonly family: Family
  readonly rows: readonly Row[]
}

/** Everything that can be tried on an authenticator of this kind. A new kind is one more case here. */
export function rowsOf(leaf: LeafDescription): readonly RowGroup[] {
  switch (leaf.kind) {
    case 'bearer':
      return [
        { family: 'common', rows: [...COMMON_ROWS, ...keyRows(leaf)] },
        { family: 'bearer', rows: BEARER_ROWS },
      ]
    case 'basic':
      return [
        { family: 'common', rows: COMMON_ROWS },
        { family: 'basic', rows: BASIC_ROWS },
      ]
    case 'apiKey':
      return [
        { family: 'common', rows: [...COMMON_ROWS, ...keyRows(leaf)] },
        { family: leaf.in, rows: API_KEY_ROWS[leaf.in] },
      ]
    case 'session':
      return [
        { family: 'common', rows: COMMON_ROWS },
        { family: 'session', rows: [...SESSION_ROWS, ...SESSION_PLACE_ROWS] },
        ...(leaf.superuser ? [{ family: 'superuser', rows: SUPERUSER_ROWS } as const] : []),
      ]
    case 'callable':
      return [
        { family: 'common', rows: COMMON_ROWS },
        { family: 'callable', rows: CALLABLE_ROWS },
        { family: 'address', rows: ADDRESS_ROWS },
      ]
  }
}

const API_KEY_ROWS = { query: QUERY_ROWS, header: HEADER_ROWS, cookie: COOKIE_ROWS }
