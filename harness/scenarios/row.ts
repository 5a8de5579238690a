import type { Expectation } from '../model/expectation.ts'
import type { RequestData } from '../model/request.ts'
import { entriesOf, type RowName } from '../model/row-name.ts'
import type { Probe } from './probe-row.ts'
import type { Presented } from '../subject/oracle.ts'
import type { Subject } from '../subject/leaf-subject.ts'

/** One row of the catalogue: what is sent, what it is called, and which mistake it finds. */
export interface Row extends Pick<Probe, 'name' | 'variant' | 'title' | 'cause' | 'cwe' | 'transport'> {
  /** The credential of the request for this authenticator; the oracle computes the expected result. */
  readonly presented: Presented
  /** Instead of the oracle's refusal: `parser` where the HTTP layer may answer first, `norun` where any refusal does. */
  readonly expect?: Expectation
  /** Applies only where the application can be asked in that mode. */
  readonly mode?: 'public'
  /** Whether the calls of hooks are certain enough to be checked. */
  readonly calls?: false
  /** The request, or `undefined` where the row does not apply to this subject. */
  readonly request: (subject: Subject) => RequestData | undefined
  /** A request that is sent before it: where that passes, the row says nothing. */
  readonly unless?: (subject: Subject) => RequestData | undefined
}

/** Rows by name: the title, what the row alone writes its request from, and what sets it apart from the others. */
export type Table<Write> = Readonly<
  Partial<
    Record<RowName, readonly [title: string, write: Write, more?: Pick<Row, 'expect' | 'calls' | 'transport' | 'mode'>]>
  >
>

/** The rows of a table, which find one mistake and are written in one way. */
export function tableRows<Write>(
  common: Pick<Row, 'cause' | 'cwe' | 'presented' | 'calls'>,
  table: Table<Write>,
  apply: (subject: Subject, write: Write, name: RowName) => RequestData | undefined,
): readonly Row[] {
  return entriesOf(table).map(([name, [title, write, more]]) => ({
    name,
    title,
    ...common,
    ...more,
    request: (subject) => apply(subject, write, name),
  }))
}

/** Makes the rows of one kind that find one mistake. */
export type RowMaker<Write> = (cause: string, presented: Presented, table: Table<Write>) => readonly Row[]

/**
 * The common part of all rows of one kind: `apply` hands to each what it writes its request from. Two readings of one
 * request are CWE-235, the rest is CWE-287.
 */
export function rowsOf<Write>(
  apply: (subject: Subject, write: Write, row: Pick<Row, 'name' | 'presented'>) => RequestData | undefined,
): RowMaker<Write> {
  return (cause, presented, table) =>
    tableRows({ cause, cwe: presented === 'unusable' ? 235 : 287, presented }, table, (subject, write, name) =>
      apply(subject, write, { name, presented }),
    )
}

/** Writes a request with a key: from one without it, the name of its parameter, and its value. */
export type WriteKey = (request: RequestData, name: string, value: string) => RequestData | undefined
