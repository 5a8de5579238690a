import type { SourcePosition } from 'svc'
import type { Finding, Verdict } from '../model/verdict.ts'
import { shortHash } from '../text/hash.ts'
import { readInContext } from './context.ts'
import { type Evidence, evidenceOf, plainnessOf, type Topic } from './evidence.ts'
import { ENTERED, entersAs, requestOf } from './entry.ts'
import { explain } from './explain.ts'

/** Findings that have one cause. */
export interface CauseGroup {
  /** Stable over runs as long as cause, authenticator and first route are the same. */
  readonly id: string
  /** The mistake in the application, inferred from all findings of the group; no full stop. */
  readonly cause: string
  /** The authenticator that let the requests in, or is otherwise at fault; absent where none is. */
  readonly authenticator?: string
  /** Declaration of the authenticator, else of the operation. */
  readonly position: SourcePosition | undefined
  /** Where it is applied, if that is another place. */
  readonly applied?: SourcePosition
  /** In the order of the plan. */
  readonly routes: readonly string[]
  /** The plainest first. */
  readonly findings: readonly [Finding, ...Finding[]]
}

/** One mistake, one group: works out from the failed verdicts of a run what they have in common. The worst comes first. */
export function groupFindings(verdicts: readonly Verdict[]): readonly CauseGroup[] {
  const evidence = verdicts.flatMap((verdict) => evidenceOf(verdict) ?? [])
  const byRoute = groupBy(evidence, ({ finding }) => finding.scenario.route)
  const parts = [...byRoute.values()].flatMap(partsOfRoute)
  const beyondGet = findBeyondGet(parts, verdicts)
  const merged = groupBy(parts, (part) => sharedKeyOf(beyondGet(part) ?? worstBehind(part, parts) ?? part))
  return [...merged.values()]
    .map((same) =>
      toGroup(
        same,
        same.flatMap((part) => part.evidence),
      ),
    )
    .toSorted((a, b) => a.weight - b.weight)
    .map(({ group }) => group)
}

/** Parts of one key are reported as one, whatever their routes are. */
function sharedKeyOf({ topic, culprit, evidence }: Part): string {
  if (SHARED.has(topic)) return topic
  const { id } = explain(topic, evidence)
  if (OF_NOBODY.has(id)) return id
  return ANSWERS.has(topic) ? `${topic} ${id}` : [topic, culprit, id].join(' ')
}

/**
 * The part of another route that explains this one too: an authenticator that lets everything in on one route lets less in
 * where more is asked for; a handler breaks where the user that it expects is missing; and findings on a session by a
 * public route are not about sessions.
 */
function worstBehind(part: Part, parts: readonly Part[]): Part | undefined {
  const open = parts.filter(letsAllIn).toSorted((a, b) => rankOf(a) - rankOf(b))
  if (READING.has(part.topic)) {
    const own = (one: Part): boolean => READING.has(one.topic) && one.culprit !== '' && one.culprit === part.culprit
    const other = open.find(own) ?? parts.find((one) => own(one) && holdsMoreThan(one, part))
    return other ?? (letsAnybodyIn(part) ? open.find(isKept) : undefined)
  }
  const isUnguarded = part.evidence.some(({ name, code }) => code === 'crash' && NO_CREDENTIAL.has(name))
  const unguarded = isUnguarded ? open.find(letsAnybodyIn) : undefined
  if (unguarded !== undefined && AROUND.has(part.topic)) return unguarded
  if (part.topic === 'path') return open.find((one) => letsAnybodyIn(one) && leadsTo(part, one))
  if (part.topic === 'crash') {
    if (isOnly(part, /\bHEAD\b/)) return parts.find(isOfHead)
    return unguarded ?? parts.find((one) => READING.has(one.topic) && entersAs(one, part.evidence))
  }
  if (part.topic !== 'session-life') return undefined
  const asked = new Set(part.evidence.map(requestOf))
  const isAsked = ({ evidence }: Part): boolean => evidence.some((one) => asked.has(requestOf(one)))
  if (part.evidence.every(({ code }) => ENTERED.has(code))) return open.find(isAsked)
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
function findBeyondGet(parts: readonly Part[], verdicts: readonly Verdict[]): (part: Part) => Part | undefined {
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

/** State kept from one request opens every route that is requested after it. */
function isKept({ topic, evidence }: Part): boolean {
  return READING.has(topic) && explain(topic, evidence).id === 'kept'
}

/** Whether other spellings of a path lead to a route that is open as it is spelt. */
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

function worstOf(parts: readonly Part[]): Part {
  return parts.toSorted((a, b) => rankOf(a) - rankOf(b))[0] as Part
}

/** The group of each finding, by the id of its scenario. */
export function groupIds(groups: readonly CauseGroup[]): ReadonlyMap<string, string> {
  return new Map(groups.flatMap(({ id, findings }) => findings.map(({ scenario }) => [scenario.id, id] as const)))
}

/** Sessions and the sender of a request are looked at in one place of the application, not by one route of it. */
const SHARED: ReadonlySet<Topic> = new Set(['session-life', 'errors', 'csrf'])

/** Causes by which no authenticator is asked at all. */
const OF_NOBODY: ReadonlySet<string> = new Set(['not-protected', 'head'])

/** The form of an answer is not the work of one authenticator. */
const ANSWERS: ReadonlySet<Topic> = new Set(['leak', 'crash', 'wording', 'oracle', 'document'])

/** The findings of one route that have one cause. */
interface Part {
  readonly topic: Topic
  readonly culprit: string
  readonly evidence: readonly Evidence[]
}

function partsOfRoute(evidence: readonly Evidence[]): readonly Part[] {
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

function partOf(evidence: readonly Evidence[]): Part {
  const [first] = evidence as readonly [Evidence, ...Evidence[]]
  const isOfHead =
    (first.topic === 'admission' || first.topic === 'role') && evidence.every(({ name }) => name.endsWith('.HEAD'))
  const topic = isOfHead ? 'method' : first.topic
  return { topic, culprit: ANSWERS.has(topic) ? '' : first.culprit, evidence }
}

/** How a credential is read and compared is one piece of code. */
const READING: ReadonlySet<Topic> = new Set(['value', 'place'])

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

/** A handler that is reached around its guard may break, or disclose more than a refusal: it expects a user. */
const BREAKING: ReadonlySet<Topic> = new Set(['crash', 'leak'])
const AROUND: ReadonlySet<Topic> = new Set(['path', 'method', 'bypass'])

/** Refusals that look otherwise because another authenticator than the declared one gave them. */
const ANSWERS_OF_ENTRY: ReadonlySet<string> = new Set(['challenge', 'crash'])
const ANSWERS_OF_ADMISSION: ReadonlySet<string> = new Set([...ANSWERS_OF_ENTRY, 'status', 'cache'])

function isOnly({ evidence }: Part, pattern: RegExp): boolean {
  return evidence.every(({ name }) => pattern.test(name))
}

/** A request with any credential passes, or one without. */
function letsAllIn(part: Part): boolean {
  return letsAnybodyIn(part) || part.evidence.some(({ name, code }) => ANY_VALUE.has(name) && ENTERED.has(code))
}

/** Nothing that any authenticator of the route does is looked at. */
function letsAnybodyIn({ topic, evidence }: Part): boolean {
  if (!READING.has(topic)) return false
  const { id } = explain(topic, evidence)
  if (id === 'kept' || id === 'runs-anyway' || id === 'answered-elsewhere') return true
  return evidence.some(({ name, code }) => NO_CREDENTIAL.has(name) && ENTERED.has(code))
}

const NO_CREDENTIAL: ReadonlySet<string> = new Set(['missing', 'level.protected', 'all.first-only', 'all.last-only'])
const ANY_VALUE: ReadonlySet<string> = new Set([
  'key.wrong',
  'basic.wrong-password',
  'session.garbage',
  'callable.fixture-invalid',
])

function rankOf(part: Part): number {
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

function toGroup(
  parts: readonly Part[],
  evidence: readonly Evidence[],
): { readonly group: CauseGroup; readonly weight: number } {
  const first = worstOf(parts)
  const entered = ({ code }: Evidence): number => (ENTERED.has(code) ? 0 : 1)
  const ordered = evidence.toSorted((a, b) => plainnessOf(a) - plainnessOf(b) || entered(a) - entered(b))
  const plainest = ordered[0] as Evidence
  const kept = parts.find(isKept)
  const { id, text } = kept === undefined ? explain(first.topic, ordered) : explain(kept.topic, kept.evidence)
  const routes = [...new Set(evidence.map(({ finding }) => finding.scenario.route))]
  const culprit = parts.every((part) => part.culprit === first.culprit) ? first.culprit : ''
  const group: CauseGroup = {
    id: `g-${shortHash(first.topic, id, culprit, routes[0] ?? '')}`,
    cause: text,
    position: plainest.finding.position,
    ...(plainest.finding.applied === undefined ? {} : { applied: plainest.finding.applied }),
    routes,
    findings: ordered.map(({ finding }) => finding) as [Finding, ...Finding[]],
    ...(culprit === '' ? {} : { authenticator: culprit }),
  }
  return { group, weight: rankOf({ ...first, evidence }) }
}

function groupBy<T>(list: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const one of list) {
    const key = keyOf(one)
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [one])
    else known.push(one)
  }
  return groups
}
