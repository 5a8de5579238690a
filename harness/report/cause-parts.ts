import type { ProblemCode } from '../model/verdict.ts'
import { readInContext } from './context.ts'
import { ENTERED } from './entry.ts'
import type { Evidence, Topic } from './evidence.ts'
import { explain } from './cause-rules.ts'
import { groupBy } from '../../server/internal.ts'

/** The findings of one route that have one cause. */
export interface Part {
  readonly topic: Topic
  readonly culprit: string
  readonly evidence: readonly Evidence[]
}

/** The findings of one route by their causes: what only follows from the main one goes with it. */
export function partsOfRoute(evidence: readonly Evidence[]): readonly Part[] {
  const parts = [...groupBy(readInContext(evidence), keyOf).values()].map(partOf)
  const [main, ...others] = parts.toSorted((a, b) => rankOf(a) - rankOf(b))
  return main === undefined ? [] : gatherBehind(main, others)
}

/** Decides again by what was gathered: only together the findings may show that every request gets in. */
function gatherBehind(main: Part, others: readonly Part[]): readonly Part[] {
  const taken = others.filter((part) => follows(part, main))
  if (taken.length === 0) return [main, ...others]
  const whole = { ...main, evidence: main.evidence.concat(...taken.map(({ evidence }) => evidence)) }
  return gatherBehind(
    whole,
    others.filter((part) => !taken.includes(part)),
  )
}

function keyOf({ topic, culprit, code }: Evidence): string {
  if (ANSWERS.has(topic)) return `${topic} ${code}`
  return READING.has(topic) ? `reading ${culprit}` : topic
}

function partOf(evidence: readonly [Evidence, ...Evidence[]]): Part {
  const [first] = evidence
  const isOfHead =
    (first.topic === 'admission' || first.topic === 'role') && evidence.every(({ name }) => name.endsWith('.HEAD'))
  const topic = isOfHead ? 'method' : first.topic
  return { topic, culprit: ANSWERS.has(topic) ? '' : first.culprit, evidence }
}

/** Whether one part of a route is only what else is seen of the mistake of another. */
function follows(part: Part, main: Part): boolean {
  if (isOnly(part, /^gate\./)) return true
  if (part.topic === 'csrf') return false
  // A public logout does not know whose session it ends.
  if (part.topic === 'session-life')
    return letsAllIn(main) && isOnly(part, letsAnybodyIn(main) ? /^session\.|^flow\.replay-after-logout/ : /^session\./)
  if (letsAnybodyIn(main)) return true
  if (letsAllIn(main)) return part.culprit === main.culprit || part.culprit === '' || !READING.has(part.topic)
  if (part.topic === 'errors') return false
  if (BREAKING.has(part.topic) && (AROUND.has(main.topic) || main.evidence.some(({ code }) => code === 'data')))
    return true
  if (part.topic === 'document' || part.topic === 'oracle') return true
  if (part.topic === main.topic && !ANSWERS.has(part.topic)) return true
  if (!READING.has(main.topic) && main.topic !== 'role' && main.topic !== 'admission') return false
  if (part.topic === 'admission' || READING.has(part.topic)) return true
  const codes = main.topic === 'admission' ? ANSWERS_OF_ADMISSION : ANSWERS_OF_ENTRY
  return part.evidence.every(({ code }) => codes.has(code))
}

/** The form of an answer is not the work of one authenticator. */
export const ANSWERS: ReadonlySet<Topic> = new Set(['leak', 'crash', 'wording', 'oracle', 'document'])

/** How a credential is read and compared is one piece of code. */
export const READING: ReadonlySet<Topic> = new Set(['value', 'place'])

/** A handler that is reached around its guard may break, or disclose more than a refusal: it expects a user. */
const BREAKING: ReadonlySet<Topic> = new Set(['crash', 'leak'])

/** Ways around a guard. */
export const AROUND: ReadonlySet<Topic> = new Set(['path', 'method', 'bypass'])

/** Refusals that look otherwise because another authenticator than the declared one gave them. */
const ANSWERS_OF_ENTRY: ReadonlySet<ProblemCode> = new Set(['challenge', 'crash'])
const ANSWERS_OF_ADMISSION: ReadonlySet<ProblemCode> = new Set([...ANSWERS_OF_ENTRY, 'status', 'cache'])

/** Whether the names of all scenarios of a part match a pattern. */
export function isOnly({ evidence }: Part, pattern: RegExp): boolean {
  return evidence.every(({ name }) => pattern.test(name))
}

/** A request with any credential passes, or one without. */
export function letsAllIn(part: Part): boolean {
  return letsAnybodyIn(part) || part.evidence.some(({ name, code }) => ANY_VALUE.has(name) && ENTERED.has(code))
}

/** Nothing that any authenticator of the route does is looked at. */
export function letsAnybodyIn({ topic, evidence }: Part): boolean {
  if (!READING.has(topic)) return false
  const { id } = explain(topic, evidence)
  if (id === 'kept' || id === 'runs-anyway' || id === 'answered-elsewhere') return true
  return evidence.some(({ name, code }) => NO_CREDENTIAL.has(name) && ENTERED.has(code))
}

/** Scenarios that present no credential of the route. */
export const NO_CREDENTIAL: ReadonlySet<string> = new Set([
  'missing',
  'level.protected',
  'all.first-only',
  'all.last-only',
])
const ANY_VALUE: ReadonlySet<string> = new Set([
  'key.wrong',
  'basic.wrong-password',
  'session.garbage',
  'callable.fixture-invalid',
])

/** The worst is the smallest. */
export function rankOf(part: Part): number {
  const level = letsAnybodyIn(part) ? 0 : letsAllIn(part) ? 100 : isOnly(part, /^gate\./) ? 300 : 200
  return level + ORDER.indexOf(part.topic)
}

/** The worst first. */
const ORDER: readonly Topic[] = [
  'value',
  'place',
  'role',
  'admission',
  'method',
  'path',
  'bypass',
  'session-life',
  'csrf',
  'leak',
  'crash',
  'errors',
  'wording',
  'oracle',
  'document',
]
