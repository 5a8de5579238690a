import type { Verdict } from '../model/verdict.ts'
import type { ProblemCode } from '../model/verdict.ts'
import {
  ANSWERS,
  AROUND,
  isOnly,
  letsAllIn,
  letsAnybodyIn,
  NO_CREDENTIAL,
  type Part,
  rankOf,
  READING,
} from './cause-parts.ts'
import { ENTERED, entersAs, requestOf } from './entry.ts'
import type { Evidence, Topic } from './evidence.ts'
import { explain } from './cause-rules.ts'

/**
 * The part of another route that explains this one too: an authenticator that lets everything in on one route lets less in
 * where more is asked for; a handler breaks where the user that it expects is missing; and findings on a session by a
 * public route are not about sessions.
 */
export function worstBehind(part: Part, parts: readonly Part[]): Part | undefined {
  const racing = parts.find(isRacing)
  if (racing !== undefined && part.evidence.every(({ code }) => RACED.has(code))) return racing
  const open = parts.filter(letsAllIn).toSorted((a, b) => rankOf(a) - rankOf(b))
  if (READING.has(part.topic)) {
    const own = (one: Part): boolean => READING.has(one.topic) && one.culprit !== '' && one.culprit === part.culprit
    const other = open.find(own) ?? parts.find((one) => own(one) && holdsMoreThan(one, part))
    return other ?? (letsAnybodyIn(part) ? open.find(isKept) : undefined)
  }
  if (KNOWING.has(part.topic)) {
    const kept = open.find(isKept)
    if (kept !== undefined) return kept
  }
  if (part.topic === 'role') return parts.find((one) => isSameRole(one, part))
  const isUnguarded = part.evidence.some(({ name, code }) => code === 'crash' && NO_CREDENTIAL.has(name))
  const unguarded = isUnguarded ? open.find(letsAnybodyIn) : undefined
  if (unguarded !== undefined && AROUND.has(part.topic)) return unguarded
  if (part.topic === 'path' || part.topic === 'method')
    return open.find((one) => letsAnybodyIn(one) && leadsTo(part, one))
  if (part.topic === 'crash') {
    if (isOnly(part, /\bHEAD\b/)) return parts.find(isOfHead)
    if (isOnly(part, /broken/)) return parts.find(({ topic }) => topic === 'path')
    return unguarded ?? parts.find((one) => READING.has(one.topic) && entersAs(one, part.evidence))
  }
  if (part.topic !== 'session-life') return undefined
  const asked = new Set(part.evidence.map(requestOf))
  const isAsked = ({ evidence }: Part): boolean => evidence.some((one) => asked.has(requestOf(one)))
  if (part.evidence.every(({ code }) => ENTERED.has(code))) {
    const unknown = parts.find((one) => isAsked(one) && letsUnknownIn(one))
    return open.find(isAsked) ?? unknown ?? open.find((one) => letsAnybodyIn(one) && isAnsweredAs(part, one))
  }
  // Requests after a login are answered as they are on their own route.
  const form = part.evidence[0]?.code
  if (part.evidence.some(({ code }) => code !== form)) return undefined
  const same = parts.find(
    (one) => ANSWERS.has(one.topic) && isAsked(one) && one.evidence.some(({ code }) => code === form),
  )
  return same ?? (form === 'crash' ? open.find(letsAnybodyIn) : undefined)
}

/**
 * Where every route of another method than GET is open, and HEAD is too, one guard knows GET only: the part of such a
 * route stands for what HEAD opens.
 */
export function findBeyondGet(parts: readonly Part[], verdicts: readonly Verdict[]): (part: Part) => Part | undefined {
  const isGet = (route: string): boolean => route.startsWith('GET ')
  const asked = verdicts.filter(({ scenario }) => scenario.name === 'missing' && !isGet(scenario.route))
  const open = parts.filter((part) => letsAnybodyIn(part))
  const isKnown =
    asked.length > 0 &&
    asked.every(({ outcome }) => outcome === 'failed') &&
    open.every(({ evidence }) => evidence.every(({ finding }) => !isGet(finding.scenario.route)))
  return (part) => (isKnown && (isOfHead(part) || isOnly(part, /\bHEAD\b/)) ? open[0] : undefined)
}

function isOfHead({ topic, evidence }: Part): boolean {
  return topic === 'method' && explain(topic, evidence).id === 'head'
}

/** Who asks decides: where one request is taken for another, all of it goes wrong. */
const KNOWING: ReadonlySet<Topic> = new Set(['role', 'admission', 'session-life'])

/** Who may is asked behind the authenticators: a route that takes one more of them has the same guard. */
function isSameRole(one: Part, part: Part): boolean {
  if (one.topic !== 'role' || explain('role', one.evidence).id !== explain('role', part.evidence).id) return false
  return one.culprit === part.culprit || one.evidence.some(({ culprit }) => culprit !== '' && culprit === part.culprit)
}

/** State kept from one request opens every route that is requested after it. */
export function isKept({ topic, evidence }: Part): boolean {
  return READING.has(topic) && explain(topic, evidence).id === 'kept'
}

/** Requests in flight take the user from each other: what passes on any route, and what is refused, is chance. */
function isRacing(part: Part): boolean {
  return isKept(part) && part.evidence.some(({ name, code }) => name === 'pipeline.none-good' && ENTERED.has(code))
}

/** Codes of what a request gets that is taken for another in flight. */
const RACED: ReadonlySet<ProblemCode> = new Set([...ENTERED, 'refused', 'principal', 'other-user'])

/** A credential that is another at both of its ends passes: so does one that has been ended. */
function letsUnknownIn({ topic, evidence }: Part): boolean {
  const names = new Set(evidence.flatMap(({ name, code }) => (ENTERED.has(code) ? [name] : [])))
  return READING.has(topic) && names.has('key.first-char') && ENDS.some((name) => names.has(name))
}

const ENDS: readonly string[] = ['key.last-char', 'key.other-signature', 'key.tail-case']

/** Whether all answers of a part have the members of an answer of the other: one piece of code answers every route. */
function isAnsweredAs(part: Part, other: Part): boolean {
  const known = new Set(other.evidence.map(membersOf))
  return part.evidence.every((one) => membersOf(one) !== '' && known.has(membersOf(one)))
}

/** The names of the members of an answer in JSON. */
function membersOf({ finding }: Evidence): string {
  return [...finding.problems[0].got.matchAll(/"([^"\\]+)":/g)].map(([, name]) => name).join()
}

/** Whether other spellings of a path, or other methods, lead to a route that is open as it is. */
function leadsTo(part: Part, open: Part): boolean {
  const withoutSlash = (one: Evidence): string => requestOf(one).replace(/\/$/, '')
  const asked = new Set(open.evidence.filter(({ name }) => NO_CREDENTIAL.has(name)).map(withoutSlash))
  return part.evidence.every((one) => asked.has(withoutSlash(one)))
}

/** An authenticator that lets the same in on every route does so by the same code. */
function holdsMoreThan(part: Part, other: Part): boolean {
  const names = new Set(part.evidence.map(({ name }) => name))
  return part.evidence.length > other.evidence.length && other.evidence.every(({ name }) => names.has(name))
}
