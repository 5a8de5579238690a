import type { Expectation } from '../model/expectation.ts'
import type { Fault } from '../model/scenario.ts'

/** The behaviours of an authenticator of a copied application, and the result that each must have. */
export interface FaultRow {
  readonly behaviour: Fault['behaviour']
  readonly title: string
  readonly cause: string
  readonly cwe: number
  readonly expect: Expectation
}

const FALSY = 'the result is compared with null or undefined, and not tested for truth'

const UNAWAITED = 'the promise itself is taken for the result'

const THROWN = 'a thrown error is swallowed, or the next authenticator is asked'

/** Tried on each authenticator of each route, on a copy whose handlers do nothing. */
export const FAULT_ROWS: readonly FaultRow[] = [
  refusal('undefined', 'undefined', FALSY),
  refusal('null', 'null', FALSY),
  refusal('false', 'false', FALSY),
  refusal('zero', '0', FALSY),
  refusal('empty', 'an empty text', FALSY),
  refusal('nan', 'NaN', FALSY),
  refusal('promise-null', 'a promise of null', UNAWAITED),
  refusal('promise-false', 'a promise of false', UNAWAITED),
  pass('object', 'an object'),
  pass('string', 'a text'),
  pass('number', 'a number'),
  pass('promise-object', 'a promise of an object'),
  pass('reads-body', 'an object after reading the body'),
  thrown('throws', 'throws', THROWN, 'broken'),
  thrown('rejects', 'rejects', THROWN, 'broken'),
  thrown('throws-registered', 'throws an AuthenticationError', THROWN, 'handled'),
  thrown('throws-response', 'throws an HttpError with status 200', 'a thrown answer is sent as it is', 'norun'),
  {
    behaviour: 'never',
    title: 'a request whose authenticator never answers',
    cause: 'a time-out is taken for a pass',
    cwe: 400,
    expect: 'unavailable',
  },
]

function refusal(behaviour: Fault['behaviour'], what: string, cause: string): FaultRow {
  return { behaviour, title: `a request whose authenticator returns ${what}`, cause, cwe: 287, expect: 'deny' }
}

function pass(behaviour: Fault['behaviour'], what: string): FaultRow {
  const cause = 'what the authenticator returns is not what request.auth becomes'
  return { behaviour, title: `a request whose authenticator returns ${what}`, cause, cwe: 287, expect: 'allow' }
}

function thrown(behaviour: Fault['behaviour'], what: string, cause: string, expect: Expectation): FaultRow {
  return { behaviour, title: `a request whose authenticator ${what}`, cause, cwe: 755, expect }
}
