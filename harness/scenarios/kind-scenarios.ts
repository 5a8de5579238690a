import { isNamed, isSameCarrier, isText } from '../../server/internal.ts'
import { type RowName, WORDS } from '../model/row-name.ts'
import { CREDENTIAL_FAMILIES, type Family, type Scenario, type Step } from '../model/scenario.ts'
import type { RequestData } from '../model/request.ts'
import { decodePercent } from '../text/encoding.ts'
import { weakestTransport } from '../subject/plain-request.ts'
import { isHome } from '../subject/home.ts'
import type { RouteSubject } from '../subject/route-subject.ts'
import { createScenario } from '../subject/scenario.ts'
import { differsInProofAlone } from '../subject/proof.ts'
import { isBesideGood } from '../subject/beside-good.ts'
import { rowsOf } from './kinds.ts'
import type { Row } from './row.ts'
import { containsOptional } from '../model/route.ts'
import { isValidText, knownText, type Subject } from '../subject/leaf-subject.ts'

/** Every row of one authenticator's kind that applies on this route, or those of them that are wanted. */
export function kindScenarios(
  route: RouteSubject,
  leaf: number,
  isWanted: (row: Row) => boolean = () => true,
): readonly Scenario[] {
  const subject = route.subject(leaf)
  if (subject === undefined) return []
  const readsItself = route.readsItself(leaf)
  const isWhole = readsItself || isHome(route)
  return rowsOf(subject.leaf).flatMap(({ family, rows }) =>
    rows.flatMap((row) => {
      if (!isWanted(row) || !(isWhole || isEverywhere(family, row))) return []
      // How strictly a credential is spelt is the reader's own affair, where it is the application's.
      if (readsItself && (row.presented === 'good' || isBesideGood(row.name))) return []
      // A good credential may be spent by its request, see `fresh`.
      const applied = row.presented === 'good' ? { ...subject, good: route.good(leaf) } : subject
      const scenario = applyRow(route, applied, family, row)
      return scenario === undefined ? [] : [scenario]
    }),
  )
}

/** The scenario of a row on a route; `undefined` where it does not apply. */
export function applyRow(route: RouteSubject, subject: Subject, family: Family, row: Row): Scenario | undefined {
  if (row.presented === 'good' && subject.good === undefined) return undefined
  const request = row.request(subject)
  if (request === undefined) return undefined
  const transport = row.transport ?? weakestTransport(request)
  if (row.mode !== undefined && (transport !== 'fetch' || !route.input.hasPublicMode)) return undefined
  const intruded = findIntrusion(route, subject, request)
  if (intruded === 'key') return undefined
  const wantsAuthorization = subject.leaf.carrier.in === 'authorization'
  if (intruded === 'authorization' && (containsOptional(route.route.auth) || !wantsAuthorization)) return undefined
  const text = sentText(subject, request)
  if (row.presented === 'wrong' && isRespelled(subject, text)) return undefined
  if (row.presented === 'wrong' && differsInProofAlone(route.route.method, subject, request)) return undefined
  const presentation = route.presentation(subject.index, row.presented, text)
  const certain =
    !route.readsItself(subject.index) && row.calls !== false && row.expect === undefined && intruded === undefined
  const step = route.step(request, presentation, row.expect, certain)
  if (row.presented !== 'good' && step.expect === 'allow') return undefined
  const multiple = route.leaves.length > 1
  const before = row.unless?.(subject)
  const asked: readonly Step[] = before === undefined ? [] : [{ request: before, expect: 'answered' }]
  const steps = [...asked, asked.length === 0 ? step : { ...step, extra: IF_REFUSED }]
  // A function with a scheme or with known bad requests is one that reads something: without it, it must refuse.
  const isCallable =
    route.readsItself(subject.index) && (subject.leaf.carrier.in !== 'request' || subject.invalid.length > 0)
  const isNamed = multiple || isCallable || family !== 'common' || row.name !== 'missing'
  const facts = {
    ...(isNamed ? { authenticator: subject.leaf.name } : NOT_NAMED),
    route: route.route,
    row: row.name,
    ...(row.variant === undefined ? NO_VARIANT : { variant: row.variant }),
    family,
    exercise: family === 'session' || family === 'superuser' ? 'sealed' : 'wire',
    title: row.title,
    cause: row.cause,
    cwe: row.cwe,
    transport,
    steps,
  } as const
  return createScenario(row.mode === undefined ? facts : { ...facts, extra: { about: row.mode } })
}

/** Rows of the bytes of a credential that are tried on every route. */
// oxfmt-ignore
const EVERYWHERE: ReadonlySet<RowName> = new Set([
  'missing', 'missing.oracle', 'key.wrong', 'key.empty', 'key.fixture-invalid', 'basic.fixture-invalid', 'basic.wrong', 'basic.wrong-password', 'bearer.jwt-none',
  'session.garbage', 'session.empty', 'session.expired-1s', 'session.revoked', 'session.fixture-invalid',
])

/** Whether a row is tried on every route, and not only where its authenticator is at home. */
function isEverywhere(family: Family, { name }: Row): boolean {
  const isOfBytes = CREDENTIAL_FAMILIES.has(family) || family === 'session' || family === 'superuser'
  return !isOfBytes || EVERYWHERE.has(name) || WORDS.get(name) === 'swap'
}

const IF_REFUSED = { about: 'session', ifRefused: true } as const

/** Members are spread first: one that is spread behind others is copied member by member. */
const NOT_NAMED: { readonly authenticator?: never } = {}
const NO_VARIANT: { readonly variant?: never } = {}

/** Whether a row writes where another authenticator of the route looks: what it would prove is not clear then. */
function findIntrusion(
  route: RouteSubject,
  subject: Subject,
  request: RequestData,
): 'key' | 'authorization' | undefined {
  let found: 'authorization' | undefined
  for (const [index, leaf] of route.leaves.entries()) {
    const { carrier } = leaf
    if (index === subject.index || isSameCarrier(carrier, subject.leaf.carrier)) continue
    if (isNamed(carrier) && wrote(subject.bare, request, carrier.in, carrier.name)) return 'key'
    if (carrier.in !== 'authorization') continue
    if (wrote(subject.bare, request, 'header', 'Authorization')) found = 'authorization'
  }
  return found
}

function wrote(before: RequestData, after: RequestData, place: 'query' | 'header' | 'cookie', name: string): boolean {
  return read(after, place, name) !== read(before, place, name)
}

/** Everything in a place that could be taken for a name, folded: a doubtful one counts as written. */
function read(request: RequestData, place: 'query' | 'header' | 'cookie', name: string): string {
  const folded = name.toLowerCase().replaceAll('_', '-')
  if (place === 'query') return pairsOf(request.target.slice(request.target.indexOf('?') + 1), '&', name)
  if (place === 'header') {
    return request.headers
      .flatMap(([field, value]) => (field.trim().toLowerCase().replaceAll('_', '-') === folded ? [value] : []))
      .join('\n')
  }
  const lines = request.headers.flatMap(([field, value]) => (field.toLowerCase() === 'cookie' ? [value] : []))
  return pairsOf(lines.join(';'), ';', name)
}

function pairsOf(text: string, separator: string, name: string): string {
  const prefix = `${name.toLowerCase()}=`
  return text
    .split(separator)
    .filter((pair) => pair.trim().toLowerCase().startsWith(prefix))
    .join('\n')
}

/** Whether a text is a good one that is written in another way: a decoder may well read it. */
function isRespelled(subject: Subject, text: string | undefined): boolean {
  if (text === undefined || subject.valid.some((credential) => knownText(credential) === text)) return false
  return isValidText(subject, text)
}

/** The key that a derived row sends, for authenticators that read the same place. */
function sentText(subject: Subject, request: RequestData): string | undefined {
  const { carrier } = subject.leaf
  if (!isText(carrier)) return undefined
  if (carrier.in === 'authorization') {
    return request.headers.findLast(([name]) => name === 'Authorization')?.[1].slice(`${carrier.scheme} `.length)
  }
  const { name } = carrier
  if (carrier.in === 'header') return request.headers.findLast(([field]) => field === name)?.[1]
  const text = read(request, carrier.in, name).split('\n').at(-1)
  return text === undefined
    ? undefined
    : decodePercent(
        text
          .trim()
          .slice(name.length + 1)
          .replaceAll('+', ' '),
      )
}
