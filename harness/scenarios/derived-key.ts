import type { LeafDescription } from 'svc'
import type { Expectation } from '../model/expectation.ts'

/** A wrong key made from a good one, or out of nothing. */
export interface Derived {
  readonly name: string
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
