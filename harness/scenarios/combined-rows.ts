import { allOf, checkOf, type Combine, listOf, optionalOf, stub } from '../copies/combinations.ts'
import { THROWN } from '../copies/copy-handler.ts'
import type { Expectation } from '../model/expectation.ts'
import type { Presented } from '../subject/oracle.ts'
import { FAULT_VALUES } from '../copies/fault-values.ts'

/** One request to one combination. */
export interface CombinedRow {
  readonly name: string
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
const no = (): boolean => false
const noLater = async (): Promise<boolean> => false
const breaks = (): never => {
  throw new Error(`${THROWN} by a guard of the copy`)
}

/** Tried with each authenticator of the application, once and not on each of its routes. */
export const COMBINED_ROWS: readonly CombinedRow[] = [
  {
    ...good('throws-first', 'behind a member of a list that throws', SWALLOWED, 755),
    combine: (own) => listOf(stub('throws'), own),
    expect: 'broken',
  },
  {
    ...good('rejects-first', 'behind a member of a list that rejects', SWALLOWED, 755),
    combine: (own) => listOf(stub('rejects'), own),
    expect: 'broken',
  },
  {
    ...good('refuses-later-first', 'behind a member of a list that refuses later', LATER, 287),
    combine: (own) => listOf(stub('refuses-later'), own),
  },
  {
    name: 'passes-later-first',
    title: 'a request without a credential behind a member of a list that passes later',
    cause: LATER,
    cwe: 287,
    combine: (own) => listOf(stub('passes-later'), own),
    bring: 'absent',
    principal: FAULT_VALUES.object,
  },
  {
    name: 'refuses-later-last',
    title: 'a request without a credential before a member of a list that refuses later',
    cause: LATER,
    cwe: 287,
    combine: (own) => listOf(own, stub('refuses-later')),
    bring: 'absent',
  },
  {
    ...good('passes-last', 'before a member of a list that passes', 'the list goes on after a pass', 863),
    combine: (own) => listOf(own, stub('passes')),
  },
  {
    ...good('all-refuses-last', 'before a member of all that refuses', EVERY, 863),
    combine: (own) => allOf(own, stub('refuses')),
  },
  {
    ...good('all-refuses-first', 'behind a member of all that refuses', EVERY, 863),
    combine: (own) => allOf(stub('refuses'), own),
  },
  {
    ...good('all-refuses-later', 'behind a member of all that refuses later', EVERY, 863),
    combine: (own) => allOf(stub('refuses-later'), own),
  },
  {
    ...good('all-passes', 'behind a member of all that passes', 'all refuses whom every member lets pass', 863),
    combine: (own) => allOf(stub('passes'), own),
  },
  {
    name: 'all-passes-missing',
    title: 'a request without a credential behind a member of all that passes',
    cause: EVERY,
    cwe: 863,
    combine: (own) => allOf(stub('passes'), own),
    bring: 'absent',
  },
  {
    ...good('check-refuses', 'before a guard that says no', GUARD, 285),
    combine: (own) => checkOf(own, no),
    expect: 'forbid',
  },
  {
    ...good('check-refuses-later', 'before a guard that says no later', GUARD, 285),
    combine: (own) => checkOf(own, noLater),
    expect: 'forbid',
  },
  {
    ...good('check-throws', 'before a guard that throws', GUARD, 755),
    combine: (own) => checkOf(own, breaks),
    expect: 'broken',
  },
  {
    ...good('check-in-list', 'before a guard that says no in a list whose other member refuses', GUARD, 285),
    combine: (own) => listOf(checkOf(own, no), stub('refuses')),
    expect: 'forbid',
  },
  {
    ...good('check-in-optional', 'before a guard that says no inside optional', GOES_ON, 285),
    combine: (own) => optionalOf(checkOf(own, no)),
    expect: 'forbid',
  },
  {
    ...good('all-in-optional', 'before a member of all that refuses inside optional', GOES_ON, 287),
    combine: (own) => optionalOf(allOf(own, stub('refuses'))),
    notFor: 'request',
  },
  {
    name: 'list-in-optional',
    title: 'a wrong credential in a list inside optional',
    cause: GOES_ON,
    cwe: 287,
    combine: (own) => optionalOf(listOf(own, stub('refuses'))),
    bring: 'wrong',
  },
]

function good(
  name: string,
  what: string,
  cause: string,
  cwe: number,
): Pick<CombinedRow, 'name' | 'title' | 'cause' | 'cwe' | 'bring'> {
  return { name, title: `a good credential ${what}`, cause, cwe, bring: 'good' }
}
