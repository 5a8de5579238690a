import { ROW_NAMES, WORDS } from '../model/row-name.ts'
import { READING, type Topic, topicOfCode, topicOfRow } from '../model/topic.ts'
import { anyRecordOf, ofAnyRecord } from '../text/named-record.ts'
import { causeOfCode, causeOfOddRequest } from '../text/cause-of-code.ts'
import type { Evidence } from './evidence.ts'
import { ALL, type Mistake, MISTAKES } from './mistakes.ts'

/** Findings of one route, and the mistake that explains them. */
export interface Explained {
  readonly mistake: Mistake
  /** Of the worst finding that the mistake is read from. */
  readonly topic: Topic
  readonly culprit: string
  readonly route: string
  readonly evidence: readonly Evidence[]
}

/** Splits the findings of a route: the mistake that explains most of them, then what explains most of the others. */
export function explain(evidence: readonly Evidence[]): readonly Explained[] {
  const [best] = candidatesIn(evidence).toSorted(
    (a, b) =>
      b.evidence.length - a.evidence.length ||
      sizeOf(a.mistake) - sizeOf(b.mistake) ||
      Number(a.culprit === '') - Number(b.culprit === ''),
  )
  if (best === undefined) return []
  const rest = evidence.filter((one) => !best.evidence.includes(one))
  const kin = rest.filter((one) => isKin(one, best))
  const others = rest.filter((one) => !kin.includes(one))
  return [{ ...best, evidence: [...best.evidence, ...kin] }, ...explain(others)]
}

/** 0: requests without a credential pass; 1: any credential does; 2: some do. */
export function levelOf({ implies }: Mistake): 0 | 1 | 2 {
  return implies.includes('open') ? 0 : implies.includes('bypass') && implies.includes('value') ? 1 : 2
}

/** Whether a mistake explains findings of a topic and, if given, a row. */
export function opensTo({ implies, except = [] }: Mistake, topic: Topic, row?: Evidence['row']): boolean {
  return (implies.includes(topic) || (row !== undefined && isIn(implies, row))) && !isIn(except, row)
}

/** Index among the rows that the mistake is read from, the plainest first; their number for any other row. */
export function rootIndex({ seen = [] }: Mistake, { row }: Evidence): number {
  const rows: readonly string[] = seen.flat()
  return rows.includes(row) ? rows.indexOf(row) : rows.length
}

/** Whether the mistake is read from this finding. */
function isRootOf({ seen = [] }: Mistake, { row, topic }: Evidence): boolean {
  return topic === topicOfRow(row) && seen.some((rows) => isIn(rows, row))
}

function isIn(list: readonly string[], row: Evidence['row'] | undefined): boolean {
  return row !== undefined && list.includes(row)
}

/** Every mistake that may have been made, with all that it explains. */
function candidatesIn(evidence: readonly Evidence[]): readonly Explained[] {
  const own = [...new Map(evidence.map((one) => ownMistake(one, evidence))).values()]
  const failsAlone = evidence.some(
    ({ row, code, hasRun }) => row === 'missing' && code === 'crash' && hasRun === undefined,
  )
  return [...MISTAKES, ...own].flatMap((mistake) => {
    const roots = evidence.filter((one) => isMadeOf(mistake, one))
    const { seen = [], unless = [], when } = mistake
    const isSeen = seen.every((rows) => roots.some(({ row }) => isIn(rows, row)))
    if (!isSeen) return []
    const culprit = (roots.length > 0 ? roots : evidence).find((one) => one.culprit !== '')?.culprit ?? ''
    const isOwn = (one: Evidence): boolean => culprit === '' || one.culprit === culprit
    if (evidence.some((one) => one.isEntry && isIn(unless, one.row) && isOwn(one))) return []
    const root = roots.find(({ topic, row }) => topic === topicOfRow(row)) ?? roots[0]
    const explained = evidence.filter(
      (one) =>
        (roots.includes(one) ||
          explains(mistake, root?.topic, one, failsAlone) ||
          isSameLeak(one, root) ||
          isForAll(one, roots, evidence)) &&
        isOf(culprit, mistake, one),
    )
    const first = root ?? explained[0]
    if (first === undefined || explained.length === 0) return []
    if (when?.(explained.filter(({ row }) => !isIn(GATES, row))) === false) return []
    if (mistake.together === true && explained.every((one) => roots.includes(one))) return []
    return [
      {
        mistake,
        topic: first.topic,
        culprit,
        route: first.finding.scenario.route,
        evidence: explained,
      },
    ]
  })
}

/** A good credential that is refused with the answer that leaks meets the code that leaks. */
function isSameLeak({ code, finding }: Evidence, root: Evidence | undefined): boolean {
  if (root?.topic !== 'leak' || code !== 'refused' || finding.answer.hash === '') return false
  return finding.answer.hash === root.finding.answer.hash
}

/**
 * A user passes whom the fixtures deny, by the very request with which another user got the record: every user gets it, and the line
 * that asks whose it is mends both.
 */
function isForAll({ topic }: Evidence, roots: readonly Evidence[], evidence: readonly Evidence[]): boolean {
  if (topic !== 'role' || !roots.some((one) => one.topic === 'resource')) return false
  const requestOf = ({ finding: { request } }: Evidence): string => `${request.target} ${request.body ?? ''}`
  const asked = new Set(roots.map(requestOf))
  const plain = evidence.filter(({ row }) => row === 'role.*' || row === 'role.*.HEAD')
  return plain.length > 0 && plain.every((one) => asked.has(requestOf(one)))
}

function isMadeOf(mistake: Mistake, one: Evidence): boolean {
  if (mistake.is !== undefined) return mistake.is(one)
  if (mistake.code !== undefined) return one.code === mistake.code
  if (mistake.cause !== undefined)
    return one.finding.scenario.cause === mistake.cause && one.topic === topicOfRow(one.row) && !isRootOfAny(one)
  return isRootOf(mistake, one)
}

/** How a credential is read is the work of one authenticator, unless nothing that any of them does is looked at. */
function isOf(culprit: string, mistake: Mistake, one: Evidence): boolean {
  return (
    !READING.includes(one.topic) ||
    levelOf(mistake) === 0 ||
    culprit === '' ||
    one.culprit === '' ||
    one.culprit === culprit
  )
}

function explains(mistake: Mistake, topic: Topic | undefined, one: Evidence, failsAlone: boolean): boolean {
  if (isIn(mistake.except ?? [], one.row) && !BROKEN.has(one.topic)) return false
  if (isIn(GATES, one.row)) return true
  // An authenticator that throws runs no handler: what lets requests in is another mistake.
  if (one.topic === 'crash' && one.hasRun === false && levelOf(mistake) < 2) return false
  if (opensTo(mistake, one.topic, one.row)) return true
  // A request that fails without a credential as well does not fail by this mistake.
  if (one.topic === 'crash' && failsAlone) return false
  const after = (topic && AFTER[topic]) ?? []
  return after.includes(one.topic) || after.includes(one.code)
}

/** Any name is answered to: a route that is found guilty needs no finding of its own for that. */
export const GATES: readonly string[] = ROW_NAMES.filter((row) => WORDS.get(row) === 'gate')

/** Other signs of a mistake on its route: topics, and codes of problems. */
const AFTER: Readonly<Partial<Record<Topic, readonly string[]>>> = {
  open: ALL,
  value: ['admission', 'document', 'oracle', 'challenge', 'crash'],
  place: ['admission', 'document', 'oracle', 'challenge', 'crash'],
  state: ['admission', 'document', 'oracle', 'challenge', 'crash'],
  role: ['admission', 'document', 'oracle', 'challenge', 'crash'],
  resource: [],
  field: [],
  admission: ['document', 'oracle', 'challenge', 'crash', 'status', 'cache'],
  method: ['leak', 'crash', 'document', 'oracle'],
  path: ['leak', 'crash', 'document', 'oracle'],
  bypass: ['leak', 'crash', 'document', 'oracle'],
  'session-life': ['document'],
  csrf: [],
  leak: ['document', 'oracle'],
  crash: ['document', 'oracle'],
  errors: [],
  wording: ['document', 'oracle'],
}

/** A finding of the same kind that no known mistake is read from is one more sign of the same. */
function isKin(one: Evidence, { topic, culprit, mistake, evidence }: Explained): boolean {
  // That an answer breaks says nothing of one that does not.
  const isBroken = ({ code }: Evidence): boolean => BROKEN.has(topicOfCode(code) ?? topic)
  if (isRootOfAny(one) || (evidence.every(isBroken) && !isBroken(one))) return false
  // How the credential is read out of the request says nothing of how its signature is verified.
  if (isOfSignature(one) !== evidence.some(isOfSignature)) return false
  if (READING.includes(topic) && READING.includes(one.topic)) return isOf(culprit, mistake, one)
  return one.topic === topic && !BY_CODE.has(topic) && memberOf(one.finding.scenario) === memberOf(mistake)
}

function isOfSignature({ row }: Evidence): boolean {
  return row === 'token.secret' || row.startsWith('bearer.jwt-')
}

/** The member of a body that a mistake is about; empty for any other mistake. */
function memberOf({ cause = '' }: { readonly cause?: string }): string {
  return (
    MEMBER.exec(cause)
      ?.slice(1)
      .find((member) => member !== undefined) ?? ''
  )
}

const MEMBER = new RegExp(`${anyRecordOf('([\\w.-]+)')}|${ofAnyRecord('([\\w.-]+)')}`)

/** Of an answer that breaks, what was asked for says nothing. */
const BROKEN: ReadonlySet<Topic> = new Set(['crash', 'leak'])
/** Findings of these say themselves what is wrong: of one route they are as many mistakes as there are causes. */
const BY_CODE: ReadonlySet<Topic> = new Set(['leak', 'crash', 'wording', 'oracle', 'document', 'exposure', 'guess'])

function isRootOfAny(one: Evidence): boolean {
  return MISTAKES.some(
    (mistake) =>
      mistake.seen?.length === 1 && mistake.when === undefined && !mistake.together && isRootOf(mistake, one),
  )
}

/** The mistake that the row itself names; of an answer, the one that its code names. */
function ownMistake(one: Evidence, evidence: readonly Evidence[]): readonly [id: string, mistake: Mistake] {
  const { finding, row, code, topic } = one
  const { cause } = finding.scenario
  if (topic !== topicOfRow(row) || BROKEN.has(topicOfCode(code) ?? topic)) {
    const isAbout = topicOfRow(row) === 'session-life' && !BROKEN.has(topicOfCode(code) ?? topic)
    const text = isAbout ? cause : (causeOfCode(code)?.cause ?? cause)
    const kind = crashOf(one, evidence)
    if (kind === undefined) return [code, { id: code, text, code, implies: [] }]
    const is = (other: Evidence): boolean => crashOf(other, evidence) === kind
    return [kind, { id: kind, text: kind === 'crash' ? text : kind, is, implies: [] }]
  }
  const implies = row === 'token.secret' ? KNOWN_KEYS : WORDS.get(row) === 'signed' ? INVALID_REQUESTS : []
  return [cause, { id: cause, text: cause, cause, implies, ...(row === 'token.secret' ? { isAnywhere: true } : {}) }]
}

/**
 * The kind of a crash of a server in another process. It is the authenticator's only where the credential is what is odd in the request: not
 * where a request fails that has none and whose operation asks for none, nor where the body or a parameter is odd and the plain request is
 * answered. `undefined` for other findings, and where it is known what ran.
 */
function crashOf({ finding, row, code, hasRun }: Evidence, evidence: readonly Evidence[]): string | undefined {
  if (code !== 'crash' || hasRun !== undefined) return undefined
  const failing = evidence.filter((one) => one.code === 'crash').map((one) => one.row)
  if (isOfHandler(row) || failing.includes('public.anonymous'))
    return `the handler of ${finding.scenario.route} fails: what it throws is not registered`
  // The same request with nothing odd in it fails as well.
  const isWrong = finding.scenario.form === 'wrong'
  if (failing.includes('missing') || (isWrong && failing.some((one) => PLAINLY_WRONG.has(one)))) return 'crash'
  return causeOfOddRequest(row, finding.request.target) ?? 'crash'
}

const PLAINLY_WRONG: ReadonlySet<Evidence['row']> = new Set(['key.wrong', 'basic.wrong-password'])

/** Requests that no authenticator has a reason to fail on: without a guard, or with a good credential. */
function isOfHandler(row: Evidence['row']): boolean {
  return row === 'public.anonymous' || row === 'valid' || row.startsWith('valid.') || row.startsWith('role.')
}

/** Signatures with a secret that is known to many. */
const KNOWN_KEYS = ['bearer.jwt-known-key', 'bearer.jwt-empty-key', 'bearer.jwt-kid-empty-key'] as const

/** Requests that are wrong in what their signature does not cover. */
const INVALID_REQUESTS = ['callable.fixture-invalid', 'callable.wrong-part', 'key.fixture-invalid'] as const

/** The number of rows that a mistake explains; none where the data say more than the rows. */
function sizeOf(mistake: Mistake): number {
  if (mistake.when !== undefined) return 0
  return ROW_NAMES.filter((row) => isIn(mistake.seen?.flat() ?? [], row) || opensTo(mistake, topicOfRow(row), row))
    .length
}
