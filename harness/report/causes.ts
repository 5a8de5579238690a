import type { SourcePosition } from 'svc'
import type { Finding, Verdict } from '../model/verdict.ts'
import { shortHash } from '../text/hash.ts'
import { findBeyondGet, isKept, worstBehind } from './cause-behind.ts'
import { ANSWERS, AROUND, type Part, partsOfRoute, rankOf } from './cause-parts.ts'
import { ENTERED } from './entry.ts'
import { type Evidence, evidenceOf, plainnessOf, type Topic } from './evidence.ts'
import { explain } from './cause-rules.ts'
import { groupBy } from '../../server/internal.ts'

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
  const merged = groupBy(parts, (part) => sharedKeyOf(beyondGet(part) ?? rootOf(part, parts)))
  // One sentence about one authenticator is said once, whichever finding it was worked out from.
  const made = [...merged.values()].map((of) => ({ ...toGroup(of), of }))
  const said = groupBy(made, ({ group: { cause, authenticator, findings } }) => {
    return `${authenticator ?? findings[0].scenario.authenticator ?? ''} ${cause}`
  })
  return [...said.values()]
    .map((same) => (same.length === 1 ? same[0] : toGroup(same.flatMap(({ of }) => of))))
    .toSorted((a, b) => a.weight - b.weight)
    .map(({ group }) => group)
}

/** The group of each finding, by the id of its scenario. */
export function groupIds(groups: readonly CauseGroup[]): ReadonlyMap<string, string> {
  return new Map(groups.flatMap(({ id, findings }) => findings.map(({ scenario }) => [scenario.id, id] as const)))
}

/** The part behind the part behind it, and so on: what is seen after a login is the crash of a route that is open elsewhere. */
function rootOf(part: Part, parts: readonly Part[], seen: readonly Part[] = []): Part {
  const behind = worstBehind(part, parts)
  return behind === undefined || seen.includes(behind) ? part : rootOf(behind, parts, [...seen, part])
}

/** Parts of one key are reported as one, whatever their routes are. */
function sharedKeyOf({ topic, culprit, evidence }: Part): string {
  if (SHARED.has(topic)) return topic
  const { id } = explain(topic, evidence)
  if (OF_NOBODY.has(id)) return id
  return ANSWERS.has(topic) ? `${topic} ${id}` : [topic, culprit, id].join(' ')
}

/** Sessions and the sender of a request are looked at in one place of the application, not by one route of it. */
const SHARED: ReadonlySet<Topic> = new Set(['session-life', 'errors', 'csrf'])

/** Causes by which no authenticator is asked at all. */
const OF_NOBODY: ReadonlySet<string> = new Set(['not-protected', 'head'])

function toGroup(parts: readonly Part[]): { readonly group: CauseGroup; readonly weight: number } {
  const evidence = parts.flatMap((part) => part.evidence)
  const first = worstOf(parts)
  const entered = ({ code }: Evidence): number => (ENTERED.has(code) ? 0 : 1)
  // A failure elsewhere because of a way around the guard, and a refusal besides, are reported after it.
  const beside = ({ topic, code }: Evidence): number =>
    topic !== first.topic && (AROUND.has(first.topic) || code === 'refused') ? 1 : 0
  const ordered = evidence.toSorted(
    (a, b) => beside(a) - beside(b) || plainnessOf(a) - plainnessOf(b) || entered(a) - entered(b),
  )
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

function worstOf(parts: readonly Part[]): Part {
  return parts.toSorted((a, b) => rankOf(a) - rankOf(b))[0] as Part
}
