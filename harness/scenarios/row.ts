import type { LeafDescription } from 'svc'
import type {
  Credential,
  Expectation,
  RequestData,
  Route,
  RouteFixture,
  Scenario,
  SessionValue,
  Transport,
} from '../model.ts'
import type { Presented } from '../plan/oracle.ts'

/** What a row of the catalogue is applied to: one authenticator of one route. */
export interface Subject {
  readonly route: Route
  readonly fixture: RouteFixture
  readonly leaf: LeafDescription
  /** Among the route's authenticators, in evaluation order. */
  readonly index: number
  /** A request that passes validation and brings everything but this authenticator's credential. */
  readonly bare: RequestData
  /** A good credential, where one is known. */
  readonly good: Credential | undefined
  /** Every good credential of this authenticator. */
  readonly valid: readonly Credential[]
  /** Bad credentials that the fixtures name. */
  readonly invalid: readonly Credential[]
  /** Good credentials of the application's other authenticators. */
  readonly foreign: readonly Credential[]
  /** Every good session that is known, of whomever. */
  readonly sessions: readonly SessionValue[]
  /** Stands in for a credential that is not known; the same in every run of one seed. */
  readonly standIn: string
}

/** One row of the catalogue: what is sent, what it is called, and which mistake it finds. */
export interface Row {
  readonly name: string
  /** A noun phrase about what is sent: `a key with its last character cut off`. */
  readonly title: string
  /** The mistake that it finds most often. */
  readonly cause: string
  readonly cwe: number
  /** What the request is for this authenticator; the oracle works out what must come of it. */
  readonly presented: Presented
  /** Instead of the oracle's refusal: `parser` where the HTTP layer may answer first, `norun` where any refusal does. */
  readonly expect?: Expectation
  readonly transport?: Transport
  /** Applies only where the application can be asked in that mode. */
  readonly mode?: Scenario['mode']
  /** Whether the calls of hooks are certain enough to be checked. */
  readonly calls?: false
  /** The request, or `undefined` where the row does not apply to this subject. */
  readonly request: (subject: Subject) => RequestData | undefined
}

/** Makes a row of one kind from what only the row knows. */
export type RowMaker<Write> = (
  name: string,
  title: string,
  cause: string,
  presented: Presented,
  write: Write,
  more?: Pick<Row, 'expect' | 'calls'>,
) => Row

/**
 * What all rows of one kind have in common: `apply` hands to each what it writes its request from. Two readings of one
 * request are CWE-235, the rest is CWE-287.
 */
export function rowsOf<Write>(
  apply: (subject: Subject, write: Write, row: Pick<Row, 'name' | 'presented'>) => RequestData | undefined,
): RowMaker<Write> {
  return (name, title, cause, presented, write, more = {}) => ({
    name,
    title,
    cause,
    cwe: presented === 'unusable' ? 235 : 287,
    presented,
    ...more,
    request: (subject) => apply(subject, write, { name, presented }),
  })
}

/** Writes a request with a key: from one without it, the name of its parameter, and its value. */
export type WriteKey = (request: RequestData, name: string, value: string) => RequestData | undefined

/** The name under which a key is sent. */
export function paramNameOf({ leaf }: Subject): string {
  return (leaf as ApiKeyDescription).paramName
}

/** The text of a bearer token or a key; a stand-in where none is known. */
export function textOf(subject: Subject): string {
  return knownText(subject.good) ?? subject.standIn
}

/** The text of a credential that is a single text. */
export function knownText(credential: Credential | undefined): string | undefined {
  return credential?.value.type === 'key' ? credential.value.value : undefined
}

/** Whether a text is a good credential of this authenticator after all. */
export function isValidText(subject: Subject, text: string): boolean {
  return subject.valid.some((credential) => knownText(credential) === text)
}

/** A key in a query, a header or a cookie. */
export type ApiKeyDescription = Extract<LeafDescription, { readonly kind: 'apiKey' }>
