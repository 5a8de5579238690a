import type { LeafDescription } from 'svc'
import type { Expectation } from '../model/expectation.ts'
import { entriesOf, type RowName } from '../model/row-name.ts'

/** A wrong key made from a good one, or out of nothing. */
export interface Derived {
  readonly name: RowName
  readonly title: string
  readonly cause: string
  readonly cwe: number
  /** Whether it is made from a good key, so that a stand-in will not do. */
  readonly fromValid?: true
  readonly expect?: Expectation
  readonly skip?: (leaf: LeafDescription) => boolean
  /** Header values lose the white space around them before the application reads them (RFC 9110 section 5.5). */
  readonly trimmed?: true
  readonly derive: (key: string, leaf: LeafDescription) => string | undefined
}

/** Keys by name: the title, how each is made, and what sets it apart from the others. */
type Keys = Readonly<
  Partial<
    Record<
      RowName,
      readonly [title: string, derive: Derived['derive'], more?: Pick<Derived, 'expect' | 'skip' | 'trimmed'>]
    >
  >
>

/** Keys that find one mistake, made out of nothing. */
export function keys(cause: string, cwe: number, table: Keys): readonly Derived[] {
  return entriesOf(table).map(([name, [title, derive, more]]) => ({ name, title, cause, cwe, ...more, derive }))
}

/** Keys that find one mistake, made from a good one. */
export function changedKeys(cause: string, cwe: number, table: Keys): readonly Derived[] {
  return keys(cause, cwe, table).map((key) => ({ ...key, fromValid: true }))
}
