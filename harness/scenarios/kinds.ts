import type { LeafDescription } from 'svc'
import { isText } from '../../server/internal.ts'
import type { Family } from '../model/scenario.ts'
import { AUTHORIZATION_ROWS } from './authorization.ts'
import { BASIC_ROWS } from './basic.ts'
import { BEARER_ROWS } from './bearer.ts'
import { ADDRESS_ROWS, CALLABLE_ROWS, OTHER_PART_ROWS } from './callable.ts'
import { COMMON_ROWS } from './common.ts'
import { COOKIE_ROWS } from './cookie.ts'
import { HEADER_ROWS } from './header.ts'
import { keyRows } from './key.ts'
import { QUERY_ROWS } from './query.ts'
import type { Row } from './row.ts'
import { SESSION_ROWS } from './session.ts'
import { SESSION_PLACE_ROWS } from './session-place.ts'
import { SIGNED_ROWS } from './signed.ts'
import { SUPERUSER_ROWS } from './superuser.ts'

/** The rows of one family. */
export interface RowGroup {
  readonly family: Family
  readonly rows: readonly Row[]
}

/** A signature may be declared as a callable or, by `named`, in the field that carries it. */
const SIGNED: RowGroup = { family: 'callable', rows: [...SIGNED_ROWS, ...OTHER_PART_ROWS] }

/** Everything that can be tried on an authenticator: it follows from how its credential travels. */
export function rowsOf(leaf: LeafDescription): readonly RowGroup[] {
  const { carrier, superuser } = leaf
  const common: RowGroup = {
    family: 'common',
    rows: isText(carrier) ? [...COMMON_ROWS, ...keyRows(leaf)] : COMMON_ROWS,
  }
  switch (carrier.in) {
    case 'authorization':
      return [
        common,
        SCHEME_ROWS[carrier.scheme.toLowerCase()] ?? { family: 'common', rows: AUTHORIZATION_ROWS },
        SIGNED,
      ]
    case 'query':
      return [common, { family: 'query', rows: QUERY_ROWS }, SIGNED]
    case 'header':
      return [common, { family: 'header', rows: HEADER_ROWS }, SIGNED]
    case 'cookie':
      return [common, { family: 'cookie', rows: COOKIE_ROWS }, SIGNED]
    case 'session':
      return [
        common,
        { family: 'session', rows: [...SESSION_ROWS, ...SESSION_PLACE_ROWS] },
        ...(superuser ? [{ family: 'superuser', rows: SUPERUSER_ROWS } as const] : []),
      ]
    case 'request':
      return [common, { family: 'callable', rows: CALLABLE_ROWS }, SIGNED, { family: 'address', rows: ADDRESS_ROWS }]
  }
}

/** Schemes of `Authorization` with rows of their own, in lower case. A new one is one more line here. */
const SCHEME_ROWS: Readonly<Record<string, RowGroup>> = {
  bearer: { family: 'bearer', rows: BEARER_ROWS },
  basic: { family: 'basic', rows: BASIC_ROWS },
}
