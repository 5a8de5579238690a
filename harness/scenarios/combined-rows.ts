import { allOf, checkOf, type Combine, listOf, optionalOf, stub } from '../copies/combinations.ts'
import { THROWN } from '../copies/copy-handler.ts'
import type { Expectation } from '../model/expectation.ts'
import type { RowIn } from '../model/row-name.ts'
import type { Presented } from '../subject/oracle.ts'
import { FAULT_VALUES } from '../copies/fault-values.ts'

/** One request to one combination. */
export interface CombinedRow {
  readonly name: RowIn<'combined'>
  readonly title: string
  readonly cause: string
  readonly cwe: number
  readonly combine: Combine
  /** The credential of the request for the application's own authenticator. */
  readonly bring: Exclude<Presented, 'unusable'>
  /** Where the oracle cannot know: it has no guards and no throws. */
  readonly expect?: Expectation
  readonly principal?: unknown
  /** A function of the request cannot say whether anything of its kind is there (semantics 11). */
  readonly notFor?: 'request'
}

const SWALLOWED = 'a throw is taken for a refusal, so that the list goes on'
const LATER = 'a verdict that comes later is not waited for, or ends the list'
const EVERY = 'one member that passes is enough, or the last one is never asked'
const GUARD = 'the answer of the guard is not waited for, or its refusal is forgotten'
const GOES_ON = 'a client whose credential is refused goes on as anonymous'
const BROKEN = { expect: 'broken' } as const
const FORBIDDEN = { expect: 'forbid' } as const
const BROUGHT = { good: 'a good credential', wrong: 'a wrong credential', absent: 'a request without a credential' }
const no = (): boolean => false
const noLater = async (): Promise<boolean> => false
const breaks = (): never => {
  throw new Error(`${THROWN} by a guard of the copy`)
}

/** Tried with each authenticator of the application, once and not on each of its routes. */
export const COMBINED_ROWS: readonly CombinedRow[] = [
  ...rows(SWALLOWED, 755, {
    'throws-first': ['good', 'behind a member of a list that throws', (own) => listOf(stub('throws'), own), BROKEN],
    'rejects-first': ['good', 'behind a member of a list that rejects', (own) => listOf(stub('rejects'), own), BROKEN],
  }),
  ...rows(LATER, 287, {
    'refuses-later-first': [
      'good',
      'behind a member of a list that refuses later',
      (own) => listOf(stub('refuses-later'), own),
    ],
    'passes-later-first': [
      'absent',
      'behind a member of a list that passes later',
      (own) => listOf(stub('passes-later'), own),
      { principal: FAULT_VALUES.object },
    ],
    'refuses-later-last': [
      'absent',
      'before a member of a list that refuses later',
      (own) => listOf(own, stub('refuses-later')),
    ],
  }),
  ...rows('the list goes on after a pass', 863, {
    'passes-last': ['good', 'before a member of a list that passes', (own) => listOf(own, stub('passes'))],
  }),
  ...rows(EVERY, 863, {
    'all-refuses-last': ['good', 'before a member of all that refuses', (own) => allOf(own, stub('refuses'))],
    'all-refuses-first': ['good', 'behind a member of all that refuses', (own) => allOf(stub('refuses'), own)],
    'all-refuses-later': [
      'good',
      'behind a member of all that refuses later',
      (own) => allOf(stub('refuses-later'), own),
    ],
  }),
  ...rows('all refuses whom every member lets pass', 863, {
    'all-passes': ['good', 'behind a member of all that passes', (own) => allOf(stub('passes'), own)],
  }),
  ...rows(EVERY, 863, {
    'all-passes-missing': ['absent', 'behind a member of all that passes', (own) => allOf(stub('passes'), own)],
  }),
  ...rows(GUARD, 285, {
    'check-refuses': ['good', 'before a guard that says no', (own) => checkOf(own, no), FORBIDDEN],
    'check-refuses-later': ['good', 'before a guard that says no later', (own) => checkOf(own, noLater), FORBIDDEN],
  }),
  ...rows(GUARD, 755, {
    'check-throws': ['good', 'before a guard that throws', (own) => checkOf(own, breaks), BROKEN],
  }),
  ...rows(GUARD, 285, {
    'check-in-list': [
      'good',
      'before a guard that says no in a list whose other member refuses',
      (own) => listOf(checkOf(own, no), stub('refuses')),
      FORBIDDEN,
    ],
  }),
  ...rows(GOES_ON, 285, {
    'check-in-optional': [
      'good',
      'before a guard that says no inside optional',
      (own) => optionalOf(checkOf(own, no)),
      FORBIDDEN,
    ],
  }),
  ...rows(GOES_ON, 287, {
    'all-in-optional': [
      'good',
      'before a member of all that refuses inside optional',
      (own) => optionalOf(allOf(own, stub('refuses'))),
      { notFor: 'request' },
    ],
    'list-in-optional': ['wrong', 'in a list inside optional', (own) => optionalOf(listOf(own, stub('refuses')))],
  }),
]

/** Rows by name: what the request brings, where the authenticator stands, and the combination. */
type Rows = Readonly<
  Partial<
    Record<
      CombinedRow['name'],
      readonly [
        bring: CombinedRow['bring'],
        where: string,
        combine: Combine,
        more?: Pick<CombinedRow, 'expect' | 'principal' | 'notFor'>,
      ]
    >
  >
>

/** Rows that find one mistake. */
function rows(cause: string, cwe: number, table: Rows): readonly CombinedRow[] {
  return Object.entries(table).map(([name, [bring, where, combine, more]]) => ({
    name: name as CombinedRow['name'],
    title: `${BROUGHT[bring]} ${where}`,
    cause,
    cwe,
    combine,
    bring,
    ...more,
  }))
}
