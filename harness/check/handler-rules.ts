import type { AuthDescription } from 'svc'
import { isThenable } from '../../server/internal.ts'
import type { AuthCall } from '../model/verdict.ts'
import { type Facts, CLEAN, type Judgement, problem } from './facts.ts'

/**
 * A refused request runs no handler and no middleware: not that of its route, and of no protected one without its own
 * authenticator.
 */
export function judgeNoRun({ entry, route }: Facts): Judgement {
  const isForbidden = (run: { operation: string; isProtected: boolean; afterPass: boolean }): boolean =>
    run.operation === route.key || (run.isProtected && !run.afterPass)
  const runs = entry?.runs.filter(isForbidden) ?? []
  const [first] = runs
  if (first === undefined) return judgeNoMiddleware(entry?.middleware.filter(isForbidden) ?? [], route.key)
  const elsewhere = first.operation === route.key ? '' : ` of ${first.operation}`
  return problem(
    'handler-ran',
    'handler not run',
    `handler${elsewhere} RAN ${times(runs.length)}, request.auth = ${show(first.auth)}`,
  )
}

function judgeNoMiddleware(runs: readonly { readonly operation: string }[], key: string): Judgement {
  const [first] = runs
  if (first === undefined) return CLEAN
  const elsewhere = first.operation === key ? '' : ` of ${first.operation}`
  return problem('handler-ran', 'middleware not run', `middleware${elsewhere} RAN ${times(runs.length)}`)
}

/** An admitted request runs its handler once, with what its authenticator returned. */
export function judgeRun(facts: Facts): Judgement {
  const { entry, route, step } = facts
  if (entry === undefined) return CLEAN
  const runs = entry.runs.filter(({ operation }) => operation === route.key)
  if (runs.length !== 1) return problem('handler-runs', 'handler run once', `handler run ${times(runs.length)}`)
  const { auth } = runs[0] as (typeof runs)[number]
  if (isThenable(auth))
    return problem('principal', 'request.auth is a value', 'request.auth is a promise that was not awaited')
  if (!('principal' in step) || matches(step.principal, auth)) return CLEAN
  // Of several that must all pass, request.auth is the tuple: the principal of the fixtures is one of them.
  if (isTuple(route.auth) && Array.isArray(auth) && auth.some((one) => matches(step.principal, one))) return CLEAN
  const lacking = membersLacking(step.principal, auth)
  if (lacking.length > 0)
    return problem(
      'lacks',
      `request.auth has ${lacking.join(', ')}: ${show(step.principal)}`,
      `request.auth = ${show(auth)}`,
    )
  return problem('principal', `request.auth = ${show(step.principal)}`, `request.auth = ${show(auth)}`)
}

/** Members that say who a user is. */
const WHO = /^(?:id|sub|uid|name|user_?(?:id|name)?|login|e?-?mail)$/i

/** The members that are absent, where all that are there are as expected, one that says who it is among them: it is the same user. */
function membersLacking(expected: unknown, actual: unknown): readonly string[] {
  if (typeof expected !== 'object' || expected === null || typeof actual !== 'object' || actual === null) return []
  const isAbsent = (name: string): boolean => (actual as Record<string, unknown>)[name] === undefined
  const [absent, there] = [
    Object.keys(expected).filter(isAbsent),
    Object.entries(expected).filter(([name]) => !isAbsent(name)),
  ]
  return there.some(([name]) => WHO.test(name)) && matches(Object.fromEntries(there), actual) ? absent : []
}

/** Hooks are called in order, only for well-formed credentials, and not after the first that passes. */
export function judgeCalls({ entry, step }: Facts): Judgement {
  if (entry === undefined || step.calls === undefined || entry.threw || entry.operation === undefined) return CLEAN
  const expected = [...step.calls]
  // An authenticator of one's own may read a wrong credential, and see that it is of another form.
  const isCalled = ({ authenticator, outcome, detail }: AuthCall): boolean =>
    outcome === 'skipped' ? detail === 'unusable' && expected.includes(authenticator) : detail !== 'csrf'
  const called = entry.calls.filter(isCalled).map(({ authenticator }) => authenticator)
  // Sessions are read by the framework itself: whether that counts as a call says nothing.
  const relevant = called.filter((name) => expected.includes(name) || !isSession(entry, name))
  if (relevant.join() === expected.join()) return CLEAN
  return problem(
    'calls',
    `authenticators called: ${expected.join(', ') || 'none'}`,
    `authenticators called: ${relevant.join(', ') || 'none'}`,
  )
}

/** Whether `request.auth` may be the tuple of `all()`. */
function isTuple(auth: AuthDescription | null | undefined): boolean {
  switch (auth?.kind) {
    case 'all':
      return true
    case 'list':
      return auth.members.some(isTuple)
    case 'optional':
    case 'check':
      return isTuple(auth.member)
    default:
      return false
  }
}

/** Whether what was got has everything that was expected; what is not named does not matter. */
function matches(expected: unknown, actual: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return Object.is(expected, actual)
  if (typeof actual !== 'object' || actual === null) return false
  if (Array.isArray(expected) && (!Array.isArray(actual) || actual.length !== expected.length)) return false
  return Object.entries(expected).every(([key, value]) => matches(value, (actual as Record<string, unknown>)[key]))
}

/** A value for people, on one line. */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return String(value)
  try {
    const text = JSON.stringify(value)
    return text
  } catch {
    return Object.prototype.toString.call(value)
  }
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

function isSession(entry: NonNullable<Facts['entry']>, name: string): boolean {
  return entry.sessions.has(name)
}
