import type { SourcePosition } from 'svc'
import { groupBy } from '../../server/internal.ts'
import { isRow, type RowName } from '../model/row-name.ts'
import { READING, type Topic, TOPICS } from '../model/topic.ts'
import type { Finding, Verdict } from '../model/verdict.ts'
import { shortHash } from '../text/hash.ts'
import { type Evidence, evidenceOf } from './evidence.ts'
import { type Explained, explain, GATES, levelOf, opensTo, rootIndex } from './explain.ts'

/** Findings that have one cause. */
export interface CauseGroup {
  /** Stable over runs as long as cause, authenticator and first route are the same. */
  readonly id: string
  /** The mistake in the application that explains all findings, where no narrower one does; no full stop. */
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
  const routes = groupBy(evidence, ({ finding }) => finding.scenario.route)
  const parts = [...routes.values()].flatMap(explain).toSorted((a, b) => rankOf(a) - rankOf(b))
  const beyondGet = findBeyondGet(parts, verdicts)
  const promoted = findPromoted(parts, verdicts)
  const merged = groupBy(parts, (part) => keyOf(beyondGet(part) ?? promoted(part) ?? rootOf(part, parts)))
  return joinAlike([...merged.values()]).map((of) =>
    groupOf(of.toSorted((a, b) => Number(rootOf(a, parts) !== a) - Number(rootOf(b, parts) !== b))),
  )
}

/** One function that two authenticators of a file call is one mistake: for both the same requests are wrong in the same way. */
function joinAlike(groups: readonly (readonly Explained[])[]): readonly (readonly Explained[])[] {
  const joined: (readonly Explained[])[] = []
  for (const group of groups) {
    const at = joined.findIndex((other) => isAlike(other, group))
    if (at < 0) joined.push(group)
    else joined[at] = [...(joined[at] ?? []), ...group]
  }
  return joined
}

function isAlike(one: readonly Explained[], part: readonly Explained[]): boolean {
  const [first, other] = [one[0], part[0]]
  if (first === undefined || other === undefined || first.mistake.id !== other.mistake.id) return false
  if (!READING.includes(first.topic) || !READING.includes(other.topic)) return false
  const [own, others] = [one.flatMap(({ evidence }) => evidence), part.flatMap(({ evidence }) => evidence)]
  const file = own[0]?.finding.position?.file
  if (file === undefined || file !== others[0]?.finding.position?.file) return false
  const [rows, otherRows] = [own, others].map((all) => new Set(all.map(({ row }) => row))) as [Rows, Rows]
  const shared = [...rows].filter((row) => otherRows.has(row)).length
  if (shared < SHARE * Math.min(rows.size, otherRows.size)) return false
  // On two routes one row may be chance, unless it lets the same user in.
  const isSameUser = own.some(({ row, user }) => user && others.some((it) => it.row === row && it.user === user))
  return first.route === other.route || shared >= SEVERAL || isSameUser
}

type Rows = Set<Evidence['row']>

const SEVERAL = 3

/** The group of each finding, by the id of its scenario. */
export function groupIds(groups: readonly CauseGroup[]): ReadonlyMap<string, string> {
  return new Map(groups.flatMap(({ id, findings }) => findings.map(({ scenario }) => [scenario.id, id] as const)))
}

/** The worst is the smallest. */
function rankOf({ mistake, evidence }: Explained): number {
  return levelOf(mistake) * 100 + Math.min(...evidence.map(({ topic }) => TOPICS.indexOf(topic)))
}

/** Mistakes of one key are one, whatever their routes are: who reads a credential decides, and where nothing does, the mistake. */
function keyOf({ mistake, culprit, topic }: Explained): string {
  return OF_ONE.has(topic) && mistake.ofNobody !== true && mistake.isShared !== true
    ? `${culprit} ${mistake.id}`
    : mistake.id
}

/** The part behind the part behind it, and so on: what is seen after a login is the crash of a route that is open elsewhere. */
function rootOf(part: Explained, parts: readonly Explained[], seen: readonly Explained[] = []): Explained {
  const behind = parts.find(
    (one, at) =>
      one.route !== part.route &&
      !seen.includes(one) &&
      isBehind(one, part) &&
      (at < parts.indexOf(part) || !isBehind(part, one)),
  )
  return behind === undefined ? part : rootOf(behind, parts, [...seen, part])
}

/** Who reads a credential, and who looks at its user, is one authenticator. */
const OF_ONE: ReadonlySet<Topic> = new Set([...READING, 'role', 'admission'])

/** Whether a mistake on one route explains the findings of another. */
function isBehind(one: Explained, part: Explained): boolean {
  const { evidence } = part
  const level = levelOf(one.mistake)
  if (one.topic === 'csrf' && evidence.every(({ row }) => GATES.includes(row))) return true
  const { implies, isAnywhere } = one.mistake
  // Which findings of refresh tokens a mistake in other tokens explains is in its list of rows.
  const isOfLogins = ({ topic, row }: Evidence): boolean =>
    one.topic === 'session-life' ? opensTo(one.mistake, topic, row) : implies.includes(row as RowName)
  if (part.topic === 'session-life' && evidence.every(isOfLogins)) return true
  const isSame = one.culprit !== '' && one.culprit === part.culprit
  // Records that a user gets as another user: who they are was mixed up before the question whose the records are.
  const isImplied = ({ topic, row }: Evidence): boolean =>
    topic === 'resource'
      ? isSame && implies.includes(topic)
      : implies.includes(topic) || implies.includes(row as RowName)
  if (isAnywhere && evidence.every(isImplied)) return true
  // Whom it lets in anywhere it lets in here, too, with another method or path: that GET shows nothing is the handler's doing.
  if (
    isSame &&
    level === 1 &&
    evidence.every(({ topic, row }) => AROUND.has(topic) && opensTo(one.mistake, topic, row))
  )
    return true
  if (READING.includes(part.topic)) return isSame && READING.includes(one.topic) && holdsMoreThan(one, part)
  // Who is taken for another user is refused as that one.
  if (one.mistake.id === 'principal' && part.mistake.id === 'forbidden') return isSame
  if (part.topic === 'role')
    return one.mistake.id === part.mistake.id && (sharesCulprit(one, part) || sharesGuard(one, part))
  // The guard lets in whom it should refuse, and what says whose the record is calls the same function.
  if (part.topic === 'resource' && one.topic === 'role' && sharesFunction(one, part)) return true
  if (one.mistake.id === 'head' && evidence.every(isHead)) return true
  // A handler that is reached without its user may break.
  const isBroken = evidence.every(({ code, hasRun }) => code === 'crash' && hasRun !== false)
  const isAfterLogin = ({ topic, finding }: Evidence): boolean =>
    topic === 'session-life' && finding.asked !== finding.scenario.route
  // Of another server it is not known whether the handler was reached.
  const isReached = ({ row, hasRun }: Evidence): boolean => OPEN.has(row) && hasRun === true
  if (isBroken && level === 0 && evidence.some((piece) => isAfterLogin(piece) || isReached(piece))) return true
  if (isBroken && isSame && entersAs(one, part)) return true
  const isUnguarded = evidence.some(({ code, row, hasRun }) => code === 'crash' && OPEN.has(row) && hasRun !== false)
  if (level === 0 && isUnguarded && AROUND.has(part.topic)) return true
  if (part.topic === 'path' || part.topic === 'method')
    return level === 0 && evidence.every((piece) => leadsTo(piece, one))
  return part.topic !== one.topic || part.route !== one.route ? isAskedAt(one, evidence, level) : false
}

const AROUND: ReadonlySet<Topic> = new Set(['path', 'method', 'bypass'])
const OPEN: ReadonlySet<Evidence['row']> = new Set(['missing', 'level.protected', 'all.first-only', 'all.last-only'])

/** Findings of another route whose requests were for this one: what is answered after a login is answered by the route. */
function isAskedAt(one: Explained, evidence: readonly Evidence[], level: number): boolean {
  if (!evidence.every(({ finding }) => finding.asked === one.route && finding.scenario.route !== one.route)) {
    const known = new Set(one.evidence.map(membersOf))
    return (
      level === 0 && evidence.every((piece) => piece.isEntry && membersOf(piece) !== '' && known.has(membersOf(piece)))
    )
  }
  if (evidence.every(({ isEntry }) => isEntry))
    return level < 2 || evidence.every((piece) => opensTo(one.mistake, piece.topic, piece.row))
  const [first] = evidence
  return evidence.every(({ code }) => code === first?.code) && one.evidence.some(({ code }) => code === first?.code)
}

function membersOf({ finding }: Evidence): string {
  return finding.answer.members.join()
}

function isHead({ finding }: Evidence): boolean {
  return finding.request.method === 'HEAD'
}

/** An authenticator that lets in on one route all that it lets in on another does so by the same code. */
function holdsMoreThan({ mistake, evidence }: Explained, part: Explained): boolean {
  const rows = new Set(evidence.map(({ row }) => row))
  const isAll = part.evidence.every(({ row, topic }) => rows.has(row) || opensTo(mistake, topic, row))
  return isAll && (levelOf(mistake) < levelOf(part.mistake) || evidence.length > part.evidence.length)
}

/** Who may is asked behind the authenticators: a route that takes one more of them has the same guard. */
function sharesCulprit(one: Explained, part: Explained): boolean {
  return one.evidence.some(({ culprit }) => culprit !== '' && part.evidence.some((other) => other.culprit === culprit))
}

/** One function asks, or one function makes the functions that ask. */
function sharesGuard(one: Explained, part: Explained): boolean {
  const known = new Set(one.evidence.flatMap(({ finding: { guards = [] } }) => guards))
  return part.evidence.some(({ finding: { guards = [] } }) => guards.some((guard) => known.has(guard)))
}

function sharesFunction(one: Explained, part: Explained): boolean {
  const known = new Set(one.evidence.flatMap(({ finding: { deciding = [] } }) => deciding))
  return part.evidence.every(({ finding: { deciding = [] } }) => deciding.some((name) => known.has(name)))
}

/** The part of what breaks a handler that has to enter another route: stand-ins differ from route to route. */
const SHARE = 0.75

function entersAs(one: Explained, part: Explained): boolean {
  const entered = new Set(one.evidence.flatMap(({ row, isEntry }) => (isEntry ? [row] : [])))
  return part.evidence.filter(({ row }) => entered.has(row)).length >= part.evidence.length * SHARE
}

/** Whether another spelling of a path, or another method, leads to a route that is open as it is. */
function leadsTo({ finding }: Evidence, open: Explained): boolean {
  const placeOf = ({ request: { method, target } }: Finding): string =>
    `${method} ${(target.split('?', 1)[0] ?? '').replace(/\/$/, '')}`
  return open.evidence.some(
    (one) =>
      OPEN.has(one.row) && (placeOf(one.finding) === placeOf(finding) || isOfRoute(placeOf(finding), open.route)),
  )
}

/** Whether a method and a path are those of an operation, with any values of its parameters, below any base. */
function isOfRoute(place: string, route: string): boolean {
  const [method = '', path = ''] = route.split(' ')
  const steps = path.split(/\[[^\]]*\]/).map((text) => text.replaceAll(/[\\^$.*+?(){}|]/g, String.raw`\$&`))
  // A base is one or more fixed steps: `/v1`, `/api/v2`.
  return new RegExp(`^${method} (?:/api)?(?:/v\\d+)?${steps.join('[^/]+')}$`).test(place)
}

/** Where every route of another method than GET is open, and HEAD is too, one guard knows GET only. */
function findBeyondGet(
  parts: readonly Explained[],
  verdicts: readonly Verdict[],
): (part: Explained) => Explained | undefined {
  const isGet = (route: string): boolean => route.startsWith('GET ')
  const asked = verdicts.filter(({ scenario }) => isRow(scenario, 'missing') && !isGet(scenario.route))
  const open = parts.filter(({ mistake }) => levelOf(mistake) === 0)
  const isKnown =
    asked.length > 0 && asked.every(({ outcome }) => outcome === 'failed') && open.every(({ route }) => !isGet(route))
  return ({ evidence }) => (isKnown && evidence.every(isHead) ? open[0] : undefined)
}

/**
 * Users who pass guards that should refuse them are taken for more than they are. Where a record of others is given to these alone,
 * and is not to another user, whose it is was asked well.
 */
function findPromoted(
  parts: readonly Explained[],
  verdicts: readonly Verdict[],
): (part: Explained) => Explained | undefined {
  const guards = parts
    .filter(({ topic }) => topic === 'role')
    .map((guard) => ({ guard, users: new Set(guard.evidence.map(({ finding }) => finding.scenario.user)) }))
  return ({ topic, route }) => {
    if (topic !== 'resource') return undefined
    const strangers = verdicts.filter(
      ({ scenario, record }) => scenario.route === route && record !== undefined && record.user !== record.owner,
    )
    const given = strangers.filter(({ outcome }) => outcome === 'failed').flatMap(({ record }) => record?.user ?? [])
    const isRefused = strangers.some(
      ({ outcome, record }) => outcome === 'passed' && record !== undefined && !given.includes(record.user),
    )
    if (given.length === 0 || !isRefused) return undefined
    return guards.find(({ users }) => given.every((user) => users.has(user)))?.guard
  }
}

/** The topic and mistake are those of the worst part; where the parts together show another mistake, that. */
function groupOf(parts: readonly Explained[]): CauseGroup {
  const [first] = parts as readonly [Explained, ...Explained[]]
  const evidence = parts.flatMap((part) => part.evidence)
  const whole =
    parts.length === 1 || levelOf(first.mistake) > 0 || first.mistake.isAnywhere
      ? first
      : explain(evidence).find((one) => one.evidence.length === evidence.length)
  const { mistake } = whole ?? first
  const plainnessOf = (one: Evidence): number =>
    (mistake.cause === undefined || one.finding.scenario.cause === mistake.cause ? 0 : 1_000) +
    rootIndex(mistake, one) * 4 +
    (one.isEntry ? 0 : 2) +
    (one.finding.scenario.form === undefined ? 0 : 1)
  const ordered = evidence.toSorted((a, b) => plainnessOf(a) - plainnessOf(b))
  const plainest = (ordered[0] as Evidence).finding
  const isOfOne = OF_ONE.has(first.topic) && parts.every((part) => part.culprit === first.culprit)
  const culprit = isOfOne ? first.culprit : ''
  const routes = [...new Set(evidence.map(({ finding }) => finding.scenario.route))]
  return {
    id: `g-${shortHash(first.topic, mistake.id, culprit, routes[0] ?? '')}`,
    cause: mistake.text,
    position: plainest.position,
    ...(plainest.applied === undefined ? {} : { applied: plainest.applied }),
    routes,
    findings: ordered.map(({ finding }) => finding) as [Finding, ...Finding[]],
    ...(culprit === '' ? {} : { authenticator: culprit }),
  }
}
