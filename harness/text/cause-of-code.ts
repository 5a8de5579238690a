import type { RowUse } from '../model/row-name.ts'
import type { ProblemCode } from '../model/verdict.ts'

/**
 * The fault of an answer follows from the code of its problem, whatever was sent: `undefined` for problems whose
 * cause is what the scenario looks for.
 */
export function causeOfCode(code: ProblemCode): { readonly cause: string; readonly cwe?: number } | undefined {
  const cause = CAUSES[code]
  const cwe = WEAKNESSES[code]
  return cause === undefined ? undefined : { cause, ...(cwe === undefined ? {} : { cwe }) }
}

/** The fault of a server error after a handler has begun. */
export const HANDLER_THROWS = 'the handler throws an exception that is not registered'

/** The fault of a server error to requests that are odd in their body, their parameters or their number, and not in their credential; `undefined` for other rows. */
export function causeOfOddRequest(row: RowUse['row'], target: string): string | undefined {
  if (BROKEN_BODIES.has(row)) return BODY_BREAKS
  if (row === 'users.at-once' || row === 'concurrency.mixed') return AT_ONCE_BREAKS
  return target.includes('?') && (row === 'repeat.around-good' || IN_QUERY.test(row)) ? QUERY_BREAKS : undefined
}

const AT_ONCE_BREAKS =
  'requests at the same time end in a server error, which one alone does not: what they share (a row, a lock, a pool) throws what is not registered'
const BODY_BREAKS = 'a body that is not JSON ends in a server error: what reads bodies throws what is not registered'
const QUERY_BREAKS =
  'a parameter of the query that the operation does not have ends in a server error: what reads parameters throws what is not registered'
const BROKEN_BODIES: ReadonlySet<RowUse['row']> = new Set(['missing.broken-body', 'probe.body-broken'])
/** Rows whose request has a parameter more, with nothing or a good credential in it. */
const IN_QUERY =
  /^(?:probe\.query-|claim\.[a-z]+-query$|method\.query-|(?:header|cookie|session)\.in-query|bearer\.query-)/

const CAUSES: Readonly<Partial<Record<ProblemCode, string>>> = {
  leak: 'an answer holds a credential: it repeats what was sent or expected, or shows settings',
  stack: 'an answer shows a stack trace: an exception handler passes on what was thrown',
  query:
    'an answer shows the error of a database: the request is written into a query, and what is thrown is passed on',
  guessable: 'the session or token is the name of its user, without a signature: any client can write it',
  thrown: 'an answer shows what was thrown: an exception handler passes on its message',
  crash: 'the authenticator throws what is not registered on this input',
  'no-answer': 'the connection is closed without an answer',
  forbidden:
    'a guard refuses a user with a good credential who may by the fixtures: the wrong user stands there (roles, allow), or the guard is the wrong way round',
  stopped: 'an exception that nothing catches ends the process',
  hangs:
    'the server takes connections and answers nothing any more: its workers, or its connections to a database, are used up; `unsafe: never` leaves the operation out, so that a run comes to the others',
  cache: 'Cache-Control is missing or changed on its way out: shared caches may keep the answer',
  sniff: 'X-Content-Type-Options is missing or changed on its way out',
  cookie: 'an answer sets a cookie, or leaves one, that it must not',
  'set-cookie': 'an answer sets a cookie, or leaves one, that it must not',
  redirect: 'refusals redirect: clients of an API expect 401',
  'content-type': 'refusals are not JSON: an exception handler or something in front of the application rewrites them',
  challenge:
    'WWW-Authenticate does not name what the route asks for: the declaration that applies is another one, or the answer is rewritten',
  detail: 'the body of a refusal is rewritten by an exception handler',
  status: 'the status of a refusal is changed by an exception handler',
  'head-body': 'HEAD is answered with a body',
  oracle: 'refusals differ, so they say how much of a credential is right',
  document: 'the OpenAPI document says something else of the route than its declaration',
  convention: 'the server has a way of its own, which --contract does not allow',
}

/** Common Weakness Enumeration. */
// oxfmt-ignore
const WEAKNESSES: Readonly<Partial<Record<ProblemCode, number>>> = {
  leak: 200, stack: 209, query: 89, guessable: 565, thrown: 209, cache: 525, crash: 755, 'no-answer': 755, stopped: 248, hangs: 400,
}
