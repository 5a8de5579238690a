import type { AuthDescription } from 'svc'
import { formatAuth, isSafeMethod } from '../../server/internal.ts'
import { COPY_ANSWER } from '../copies/copy-handler.ts'
import type { RowName, RowUse } from '../model/row-name.ts'
import { parseObject } from '../text/json.ts'
import { saysMissing } from '../text/says-failed.ts'
import { excerpt, isRefusalIn500, judgeCache } from './answer-rules.ts'
import {
  asConvention,
  CLEAN,
  type Facts,
  howToReach,
  inconclusive,
  type Judgement,
  merge,
  problem,
  type Row,
} from './facts.ts'
import { topicOfRow } from '../model/topic.ts'
import { refusesAll } from '../subject/standing.ts'
import { hasGoodControl, isAdmitted } from './success.ts'
import { judgeCalls, judgeRun } from './handler-rules.ts'
import { NO_ANSWER } from './missing.ts'
import { isSpelling, isSpellingRefused, isUsedUp, REFUSALS } from './refused-spelling.ts'
import { judgeEcho } from './echo.ts'
import { isStopped, judgeStopped } from './stopped.ts'

/** The verdict on a request that must be accepted: the first row that applies decides. */
const ADMITTED: readonly Row[] = [
  ...NO_ANSWER,
  {
    facts: 'P missing: closed',
    applies: ({ missing }) => missing !== undefined,
    verdict: ({ entry, missing }) =>
      entry === undefined
        ? inconclusive(`no answer (${missing}) to a good credential`)
        : problem('no-answer', 'an answer', `no answer: ${missing}`),
  },
  { facts: 'L: the handler ran', applies: ran, verdict: judgeAdmitted },
  { facts: 'L: a resource of the route stopped it', applies: isStopped, verdict: judgeStopped },
  { facts: 'L: the handler did not run', applies: ({ entry }) => entry !== undefined, verdict: notRun },
  {
    facts: 'P 2xx, or expect.admitted',
    applies: (facts) => isAdmitted(facts, facts.answer),
    verdict: (facts) => merge(judgeCache(facts), judgeHeadBody(facts), judgeEcho(facts)),
  },
  { facts: 'P 401 or 403', applies: ({ answer }) => answer.status === 401 || answer.status === 403, verdict: refused },
  { facts: 'P 3xx or 4xx, C 2xx', applies: isOtherWay, verdict: asRemark },
  { facts: 'P 5xx, C another answer', applies: isCrash, verdict: crashed },
  {
    facts: 'P 405 or 501 to another method than that of the route',
    applies: ({ method, route, answer }) => method !== route.method && isNotOffered(answer),
    verdict: () => ({ ...CLEAN, notRouted: true }),
  },
  {
    facts: 'P anything else',
    applies: () => true,
    verdict: (facts) => inconclusive(`${facts.answer.status}: ${notReached(facts)}`),
  },
]

/** Judges a request that must be let in. */
export function judgeAllow(facts: Facts): Judgement {
  return (ADMITTED.find(({ applies }) => applies(facts)) as Row).verdict(facts)
}

function ran({ entry, route }: Facts): boolean {
  return entry?.runs.some(({ operation }) => operation === route.key) ?? false
}

function judgeAdmitted(facts: Facts): Judgement {
  const { answer, scenario, fixture } = facts
  const always = merge(judgeRun(facts), judgeCalls(facts), judgeEcho(facts))
  if (scenario.exercise === 'wrapped') return merge(always, judgeCache(facts), judgeCopyAnswer(facts))
  if (answer.status >= 500 && answer.status !== fixture?.admitted?.status) {
    const remedy = `give params, query or body in the fixtures, or expect: { admitted: { status: ${answer.status} } } where it always does`
    return merge(always, inconclusive(`the handler ran and answered ${answer.status}; ${remedy}`))
  }
  // A refusal of the handler's own is not what a guard keeps.
  return merge(always, answer.status === 401 || answer.status === 403 ? CLEAN : judgeCache(facts), judgeHeadBody(facts))
}

/** An accepted request gets the result of the handler, whatever its authenticator read before. */
function judgeCopyAnswer({ answer, method }: Facts): Judgement {
  const body = method === 'HEAD' ? '' : COPY_ANSWER
  return answer.status === 200 && answer.body === body
    ? CLEAN
    : problem('answer', `200 ${excerpt(body)}`, `${answer.status} ${excerpt(answer.body)}`)
}

const REFUSED_INPUT: ReadonlySet<number> = new Set([400, 413, 415, 422])

function notRun(facts: Facts): Judgement {
  const { answer, entry, route, scenario } = facts
  // An authenticator passed and validation said no: auth is proven, the request was only not complete.
  if (entry?.passed && REFUSED_INPUT.has(answer.status))
    return inconclusive(`${answer.status} before the handler: ${howToReach(facts)}`)
  if (facts.isEnded === true && answer.status === 401)
    return inconclusive(
      `401 to what the first request has ended: give ${scenario.authenticator ?? 'the authenticator'} a login in the fixtures (loginWith), so that each request brings one of its own`,
    )
  if (entry?.passed && answer.status === 403 && isChecked(route.auth)) return guarded(facts)
  // It knows the user, who may do less than others: nothing says that this one may.
  const isOfUser = scenario.family === 'role' || OF_TWO.has(scenario.row)
  if (isOfUser && answer.status === 403 && (facts.fixture?.allow.length ?? 0) === 0)
    return inconclusive(
      `403 to ${scenario.variant ?? 'a user'}, of whom the fixtures do not say whether they may: roles: { '${route.key}': { allow: […], deny: […] } }`,
    )
  // It is not known beforehand whether a wrong credential is refused or makes the hook throw.
  if (entry?.threw && answer.status < 500 && scenario.family === 'list')
    return inconclusive('an authenticator threw, which ends the list before the good credential')
  if (entry?.middleware.some(({ operation, afterPass }) => operation === route.key && afterPass))
    return answeredByMiddleware(facts)
  return problem('refused', '2xx, handler run once', `${answer.status} ${excerpt(answer.body)}, handler not run`)
}

function isChecked(auth: AuthDescription | null | undefined): auth is AuthDescription {
  if (auth === null || auth === undefined) return false
  if ('members' in auth) return auth.members.some(isChecked)
  return auth.kind === 'check' || (auth.kind === 'optional' && isChecked(auth.member))
}

/** The credential is good, and its user may not: whether that is right, only the fixtures know. */
function guarded({ answer, fixture, route, scenario }: Facts): Judgement {
  const auth = formatAuth(route.auth)
  // The session is good: a guard may ask how long ago its user has logged in.
  if (topicOfRow(scenario.row) === 'session-life') return CLEAN
  const isAllowed = scenario.family === 'role' || (fixture?.allow.length ?? 0) > 0
  return isAllowed
    ? problem('forbidden', '2xx, handler run once', `${answer.status} ${excerpt(answer.body)} by the guard of ${auth}`)
    : inconclusive(`the guard of ${auth} refused a good credential; say in the fixtures who may (roles, allow)`)
}

/** Middleware runs for what is let in only, and may answer in the place of the handler: from a cache, say. */
function answeredByMiddleware(facts: Facts): Judgement {
  const { answer } = facts
  if (answer.status >= 500) return inconclusive(`middleware ran and answered ${answer.status}; ${howToReach(facts)}`)
  const isRefusal = answer.status === 401 || answer.status === 403
  return merge(judgeCalls(facts), isRefusal ? CLEAN : judgeCache(facts), judgeHeadBody(facts))
}

/** Good and wrong credentials in one request. */
const HALF_WRONG: ReadonlySet<RowUse['row']> = new Set<RowName>([
  'list.all-wrong',
  'list.first-wrong',
  'list.last-wrong',
  'list.first-wrong-rest-good',
  'list.first-good-rest-wrong',
  'list.last-good-rest-wrong',
  'all.all-wrong',
  'all.first-wrong',
  'all.last-wrong',
  'all.first-wrong-rest-good',
  'all.first-good-rest-wrong',
  'all.last-good-rest-wrong',
])

/** A parameter or member of the body that is a credential of its own, of which the document gives no value: `?token=1`. */
function madeUpToken({ entry, route: { sample, path, inputs }, fixture }: Facts): string | undefined {
  if (entry !== undefined) return undefined
  const inPath = Object.keys(sample?.params ?? {}).filter((name) => path.includes(`[${name}]`))
  const names = [...Object.keys(sample?.query ?? {}), ...inPath]
  const parameter = names.find(
    (name) => TOKEN.test(name) && fixture?.query[name] === undefined && fixture?.params[name] === undefined,
  )
  if (parameter !== undefined || fixture?.body !== undefined) return parameter
  return inputs?.body.map((member) => member.path.at(-1) ?? '').find((name) => TOKEN.test(name))
}

const TOKEN = /(?:^|[-_])(?:token|signature|sig|ticket|otp|api_?key|access_?key)$|[a-z](?:Token|Signature|Key)$/i

function refused(facts: Facts): Judgement {
  const { answer, entry, method, request, route, scenario } = facts
  const found = refusalOf(facts)
  if (isSpellingRefused(facts)) return asConvention(found)
  if (route.takesOther !== undefined && answer.status === 401) return inconclusive(route.takesOther)
  const madeUp = madeUpToken(facts)
  if (madeUp !== undefined)
    return inconclusive(`${answer.status} may be about ${madeUp}, whose value is made up: ${howToReach(facts)}`)
  if (route.as !== undefined && scenario.family !== 'role' && (answer.status === 403 || entry === undefined))
    return inconclusive(`${answer.status} to the user who was made for the run: ${howToReach(facts)}`)
  if (isUsedUp(facts))
    return inconclusive(`${answer.status}: the record is gone, since its own user has deleted it before`)
  if (isOfNone(facts))
    return inconclusive(`${answer.status} to every user of the fixtures: roles in the fixtures say who may`)
  if (isTakenFrom(facts))
    return inconclusive(`${answer.status} now, and no refusal of the user before: ${howToReach(facts)}`)
  if (isAsDenied(facts))
    return inconclusive('401 is how it refuses users, too: the record may be gone, or of another user')
  if (entry === undefined && route.path.includes('[') && saysMissing(answer.body))
    return inconclusive(`${answer.status} that says that its record is not there: ${howToReach(facts)}`)
  if (answer.status === 403 && isOfOther(facts))
    return inconclusive(
      `403 may be about a record of another user: params of ${scenario.variant ?? 'each user'} in the fixtures of the route, or allow there`,
    )
  const isTwice = new Set(request.headers.map(([name]) => name.toLowerCase())).size < request.headers.length
  // HEAD follows from GET in svc. Of another server only its document says so.
  const isUndeclared = entry === undefined && method === 'HEAD' && route.method !== 'HEAD'
  const isUnusual =
    isUndeclared || isSpelling(facts) || isTwice || (scenario.family === 'list' && HALF_WRONG.has(scenario.row))
  return isUnusual ? asConvention(found) : found
}

function refusalOf({ answer, scenario }: Facts): Judgement {
  // Of a user who may by the fixtures; elsewhere 403 may be how a server refuses a credential.
  const isGuard = answer.status === 403 && (scenario.family === 'role' || scenario.control === 'control')
  return problem(isGuard ? 'forbidden' : 'refused', '2xx', `${answer.status} ${excerpt(answer.body)}`)
}

/** Whether every user of the fixtures is refused, as the server's answers say and the fixtures do not. */
function isOfNone({ answer, entry, fixture, scenario }: Facts): boolean {
  const isToAll = fixture !== undefined && refusesAll(fixture) && fixture.deny.length > 0
  return entry === undefined && isToAll && scenario.family !== 'role' && REFUSALS.has(answer.status)
}

/** Whether answers of before have said that some users may: then what is sent is refused, which may be good once. */
function isTakenFrom({ entry, fixture, method, scenario }: Facts): boolean {
  const isAllowed = scenario.family !== 'role' || fixture?.allow.includes(scenario.variant ?? '') === true
  const isChange = entry === undefined && !isSafeMethod(method)
  return isChange && fixture?.isTaken === true && fixture.allow.length > 0 && isAllowed
}

/** Whether a server in another process, whose guard is known by its answers alone, refuses a record with 401. */
function isAsDenied({ answer, entry, fixture, route }: Facts): boolean {
  const isOfRecord = entry === undefined && answer.status === 401 && route.path.includes('[')
  return isOfRecord && fixture?.isTaken === true && fixture.deny.length > 0
}

/** Whether a user is refused under an id that another user may use, and nothing says that both may. */
function isOfOther(facts: Facts): boolean {
  const { control, entry, fixture, route, scenario } = facts
  const { paramsOf = {} } = fixture ?? {}
  const isOfUser = scenario.family === 'role' && paramsOf[scenario.variant ?? ''] === undefined
  const isOfTwo = OF_TWO.has(scenario.row) && Object.keys(paramsOf).length === 0
  return (
    entry === undefined &&
    (isOfUser || isOfTwo) &&
    // A refusal to the good credential as well is not about a user.
    control !== undefined &&
    !REFUSALS.has(control.answer.status) &&
    route.path.includes('[') &&
    // Who may do such a thing may do it to their own records: the run has made this one as one of them.
    ((fixture?.allow.length ?? 0) === 0 || (isOfUser && Object.keys(route.spare ?? {}).length > 0))
  )
}

/** Rows that ask as one user and as another. */
const OF_TWO: ReadonlySet<RowUse['row']> = new Set<RowName>(['users.in-turn', 'users.at-once', 'users.other-tenant'])

/** A method that the route does not have is nothing that parameters could mend. */
function notReached(facts: Facts): string {
  return isNotOffered(facts.answer)
    ? `${facts.route.key} is not served; compare the document with the server`
    : howToReach(facts)
}

function isNotOffered({ status }: Facts['answer']): boolean {
  return status === 405 || status === 501
}

/** Not what the control got: a verb or a spelling that the server does not know. */
function isOtherWay(facts: Facts): boolean {
  const { answer, scenario } = facts
  return answer.status < 500 && scenario.control !== 'control' && scenario.family !== 'role' && hasGoodControl(facts)
}

function asRemark({ answer }: Facts): Judgement {
  return asConvention(problem('refused', '2xx', `${answer.status} ${excerpt(answer.body)}`))
}

/** The control itself does not count as a crash: a handler may not bear the stand-ins of its parameters. */
function isCrash({ answer, control, method, route, scenario }: Facts): boolean {
  // A method that is not implemented is not a crash (RFC 9110 section 15.6.2).
  if (method !== route.method && isNotOffered(answer)) return false
  return (
    answer.status >= 500 && scenario.control !== 'control' && (control === undefined || control.answer.status < 500)
  )
}

function crashed(facts: Facts): Judgement {
  const { answer } = facts
  const found = problem('crash', '2xx', `${answer.status} ${excerpt(answer.body)}`)
  // Of an answer to HEAD nothing says what it is about.
  const isUnsaid = facts.entry === undefined && facts.method === 'HEAD'
  // A sentence about a record of another user is how some servers refuse it. That they fail at one, the rows of the users themselves say.
  const isSaid = OF_TWO.has(facts.scenario.row) || parseObject(answer.body) !== undefined
  const isAboutOther = answer.status === 500 && isOfOther(facts) && isSaid
  return isUnsaid || isAboutOther || isUsedUp(facts) || isRefusalIn500(facts) ? asConvention(found) : found
}

function judgeHeadBody({ method, answer }: Facts): Judgement {
  return method !== 'HEAD' || answer.body === ''
    ? CLEAN
    : problem('head-body', 'no body after HEAD', excerpt(answer.body))
}
