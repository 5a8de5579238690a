import { excerpt, isRefusalIn500, judgeLeak, judgeStatus, PARSER_STATUS } from './answer-rules.ts'
import { judgeAltered } from './bypass.ts'
import { expectedOf } from './due.ts'
import {
  type Row,
  howToReach,
  asConvention,
  CLEAN,
  type Facts,
  inconclusive,
  type Judgement,
  merge,
  ownTexts,
  problem,
} from './facts.ts'
import { hasGoodControl, isUnlikeGood, isSuccess } from './success.ts'
import { judgeNoRun } from './handler-rules.ts'
import { holdsDataOf, isErrorInstead, isLike, leadsAsControl } from './likeness.ts'
import { isProtected } from '../model/route.ts'
import { isRow } from '../model/row-name.ts'
import { extraOf } from '../model/scenario.ts'
import { leavesOf } from '../../server/internal.ts'
import { NO_ANSWER } from './missing.ts'
import { isFoldedUser, isLooseSpelling, isSameCredential } from './spelling.ts'
import { isStoppedUser, judgeStoppedUser } from './stopped.ts'
import { saysNotGood } from './says-not-good.ts'
import { judgeRefusal } from './wording.ts'
import { endsNothing } from './ends-nothing.ts'
import { saysTaken } from '../text/says-taken.ts'

/**
 * The verdict on a request that must be refused: the first row that applies decides. P is the answer, C that to a good
 * credential, T that to the same probe with one, N that of a path beside it that does not exist, L the ledger.
 */
const REFUSED: readonly Row[] = [
  {
    facts: 'L: a callable of which nothing is known let it in',
    applies: passedByUnknownCallable,
    verdict: () => inconclusive('a callable let it in; give it an invalid request in the fixtures'),
  },
  { facts: 'L: the handler ran for a user who may not, and refuses', applies: isRefusedByHandler, verdict: judgeLeak },
  {
    facts: 'L: the handler ran for a user who may not, no guard was asked, and it answers all alike',
    applies: (facts) => facts.step.expect !== 'forbid' && isLeftToHandler(facts),
    verdict: notProven,
  },
  {
    facts: 'L: a resource stopped a user who may not',
    applies: (facts) => isStoppedUser(facts) && !holdsData(facts),
    verdict: judgeStoppedUser,
  },
  { facts: 'L: the handler ran', applies: (facts) => judgeNoRun(facts).problems.length > 0, verdict: letIn },
  ...NO_ANSWER,
  {
    facts: 'P missing: the parser may close',
    applies: (facts) => facts.missing !== undefined && mayBeParsed(facts),
    verdict: () => CLEAN,
  },
  { facts: 'P missing: closed', applies: ({ missing }) => missing !== undefined, verdict: closed },
  { facts: 'P is what expect.admitted says of the handler', applies: isAsAdmitted, verdict: accepted },
  { facts: 'P 5xx', applies: isCrash, verdict: crash },
  {
    facts: 'P 2xx to a good credential on another path',
    applies: (facts) => isSuccess(facts.answer) && bringsGood(facts),
    verdict: judgeLeak,
  },
  {
    facts: 'P 2xx: the exception handler of the application passes on a status that nothing else can throw',
    applies: ({ scenario, answer, norms }) =>
      extraOf(scenario, 'fault')?.fault.behaviour === 'throws-response' &&
      isSuccess(answer) &&
      answer.status === norms.success.status,
    verdict: judgeLeak,
  },
  {
    facts: 'P 2xx, path and method untouched',
    applies: (facts) => isSuccess(facts.answer) && !facts.altered && !isDenied(facts),
    verdict: accepted,
  },
  {
    facts: 'P 2xx, path or method altered',
    applies: (facts) => isSuccess(facts.answer) && facts.altered && !isDenied(facts),
    verdict: judgeAltered,
  },
  { facts: 'P holds what C holds, and N does not', applies: holdsData, verdict: withData },
  {
    facts: 'P 401, 403 or expect.denied; what our own server answers',
    applies: (facts) => facts.entry !== undefined || isRefusal(facts),
    verdict: judgeRefusal,
  },
  { facts: 'P says that there is such a record already', applies: isTaken, verdict: takenAlready },
  { facts: 'P 3xx or 4xx, C 2xx', applies: isUnlikeGood, verdict: ownWay },
  { facts: 'P 3xx or 4xx, C not 2xx or not known', applies: () => true, verdict: notProven },
]

/** Judges a request that must be refused. */
export function judgeRefused(facts: Facts): Judgement {
  return (REFUSED.find(({ applies }) => applies(facts)) as Row).verdict(facts)
}

function passedByUnknownCallable(facts: Facts): boolean {
  const { entry, scenario, fixture, step } = facts
  // The fixtures say themselves that this must be refused.
  if (entry === undefined || scenario.exercise === 'wrapped' || scenario.family === 'own') return false
  if (step.expect === 'norun' || step.expect === 'forbid') return false
  // It is one of several that must pass, and another refused.
  if (entry.runs.length === 0 && isRefusal(facts)) return false
  const winner = entry.calls.find(({ outcome }) => outcome === 'passed')
  return (
    winner !== undefined &&
    entry.callables.has(winner.authenticator) &&
    winner.authenticator !== scenario.authenticator &&
    !fixture?.protected
  )
}

/**
 * Whether the handler itself decides who may: whose order it is, only the data say. It answers 403, or 404 where it does
 * not say that there is one. Superusers are decided before it.
 */
function isLeftToHandler(facts: Facts): boolean {
  const { answer, entry, route, scenario, step, fixture } = facts
  // Where the credential is optional, the handler knows who asks, and anonymous clients are its affair as well.
  const isAnonymous = isRow(scenario, 'level.protected') && !isProtected(route) && fixture?.protected !== true
  if (entry === undefined || (scenario.family !== 'role' && !isAnonymous) || step.expect === 'norun') return false
  if (leavesOf(route.auth).some(({ superuser }) => superuser)) return false
  const [run, ...others] = entry.runs
  if (run === undefined || others.length > 0 || run.operation !== route.key || !(run.afterPass || isAnonymous))
    return false
  return (isRefusal(facts) || answer.status === 404) && !holdsData(facts)
}

/** Its answer refuses where a user who may gets another one. */
function isRefusedByHandler(facts: Facts): boolean {
  const isRefused = isRefusal(facts) && facts.control?.answer.status !== facts.answer.status
  return isLeftToHandler(facts) && (isRefused || isUnlikeGood(facts))
}

/** Whether the table applies: the request must be refused, whatever is asked of the handler of a copy. */
export function isRefusable({ step, scenario }: Pick<Facts, 'step' | 'scenario'>): boolean {
  return scenario.exercise !== 'wrapped' && REFUSING.has(step.expect) && scenario.form !== 'good'
}

const REFUSING: ReadonlySet<string> = new Set(['deny', 'forbid', 'norun', 'parser'])

/** One problem says it all: how the answer is worded does not matter any more. */
function letIn(facts: Facts): Judgement {
  const { answer, missing } = facts
  const [ran] = judgeNoRun(facts).problems
  const got = ran?.got ?? ''
  if (missing !== undefined) return problem('handler-ran', 'handler not run', `${got}, and no answer`)
  if (!isSuccess(answer)) return problem('handler-ran', 'handler not run', got)
  const found = problem(
    'accepted',
    `${expectedOf(facts)}, handler not run`,
    `${answer.status} ${excerpt(answer.body)}   ${got}`,
  )
  return isSameCredential(facts) || isFoldedUser(facts) ? asConvention(found) : found
}

function mayBeParsed({ step }: Facts): boolean {
  return step.expect === 'parser' || step.expect === 'norun'
}

/** As a 400 of another server; ours answers. */
function closed(facts: Facts): Judgement {
  const got = `no answer: ${facts.missing}`
  if (facts.entry !== undefined) return problem('no-answer', 'an answer', got)
  return hasGoodControl(facts) ? asConvention(problem('closed', '401', got)) : notProven(facts)
}

function isCrash({ answer, step, entry, method, route }: Facts): boolean {
  if (answer.status < 500) return false
  if (entry === undefined && method !== route.method && answer.status === 501) return false
  // A verb or a version that the server does not implement is not a crash (RFC 9110 sections 15.6.2 and 15.6.6).
  const mayBeParser = step.expect === 'norun' || step.expect === 'parser'
  if (mayBeParser && PARSER_STATUS.has(answer.status)) return false
  return entry === undefined || step.expect !== 'norun' || (answer.status === 500 && !entry.threw)
}

function crash(facts: Facts): Judgement {
  const { altered: isAltered, answer, control, counterpart, entry, step } = facts
  if (entry === undefined && control !== undefined && control.answer.status >= 500)
    return inconclusive(`${answer.status}, and ${control.answer.status} with a good credential: ${howToReach(facts)}`)
  const expected = step.expect === 'norun' ? 'an answer below 500' : step.expect === 'forbid' ? '403' : '401'
  const found = problem('crash', expected, `${answer.status} ${excerpt(answer.body)}`)
  // A method that a server does not offer at all says nothing about its guard, nor a path that breaks it in any case.
  const isForAll = counterpart === undefined ? isAltered && control === undefined : counterpart.status >= 500
  const isMild = (entry === undefined && isForAll) || isRefusalIn500(facts)
  return merge(judgeLeak(facts), isMild ? asConvention(found) : found)
}

/** Probes with a good credential are about the path alone: no guard refuses them, so that they get through says nothing. */
function bringsGood({ scenario, step }: Facts): boolean {
  return step.expect === 'norun' && scenario.form === 'good'
}

/** Only the answer shows that a handler of another server ran; a 404 is the answer of any server. */
function isAsAdmitted(facts: Facts): boolean {
  const { answer, entry, altered: isOther, fixture, control } = facts
  const isStatus = answer.status === fixture?.admitted?.status && answer.status !== 404
  return entry === undefined && !isOther && !isDenied(facts) && isStatus && leadsAsControl(answer, control?.answer)
}

function isDenied({ answer, fixture }: Facts): boolean {
  return fixture?.denied?.status === answer.status
}

function accepted(facts: Facts): Judgement {
  const { answer, control, nonsense, entry } = facts
  const got = `${answer.status} ${excerpt(answer.body)}`
  const found = problem('accepted', expectedOf(facts), got)
  if (entry !== undefined) return found
  if (
    control !== undefined &&
    (isErrorInstead(answer, control.answer, ownTexts(facts)) || saysNotGood(answer, control.answer, facts.route))
  )
    return asConvention(
      problem('status', `401, or expect: { denied: { status: ${answer.status} } } in the fixtures of the route`, got),
    )
  const isAsNonsense = nonsense !== undefined && (isLike(answer, nonsense) || isPartOf(answer, nonsense))
  if (isAsNonsense && (control === undefined || isLike(control.answer, nonsense)))
    return inconclusive('a path that does not exist gets the same answer; is the base path right?')
  if (isLooseSpelling(facts)) return asConvention(found)
  return mayBeAnonymous(facts) || endsNothing(facts) ? asConvention(problem('status', expectedOf(facts), got)) : found
}

/** A part of a file (RFC 9110 section 15.3.7): a request for the whole gets the other answer. */
function isPartOf({ status, body }: Facts['answer'], whole: Facts['answer']): boolean {
  return status === 206 && isSuccess(whole) && whole.body.includes(body)
}

/** Whether the document of another server lets requests without a credential pass: one that is not read does no harm. */
function mayBeAnonymous({ route, fixture }: Facts): boolean {
  return !isProtected(route) && fixture?.protected !== true && fixture?.deny.includes('anonymous') !== true
}

/** Whether the answer holds what only a good credential gets. */
export function holdsData(facts: Facts): boolean {
  const { answer, control, scenario } = facts
  if (control === undefined || scenario.exercise === 'wrapped' || !isSuccess(control.answer) || bringsGood(facts))
    return false
  return holdsDataOf(answer, control, () => ownTexts(facts), facts.nonsense)
}

function withData(facts: Facts): Judgement {
  const { answer, entry } = facts
  const found = problem('data', 'nothing that a good credential gets', `${answer.status} ${excerpt(answer.body)}`)
  return entry === undefined && isLooseSpelling(facts) ? asConvention(found) : found
}

function isRefusal(facts: Facts): boolean {
  return facts.answer.status === 401 || facts.answer.status === 403 || isDenied(facts)
}

/** The control may have made it: a request that came so far was not refused for who sent it. */
function isTaken(facts: Facts): boolean {
  const { answer, control, missing } = facts
  const isOther = control === undefined || control.answer.status !== answer.status
  return missing === undefined && isOther && saysTaken({ status: answer.status, text: answer.body })
}

function takenAlready(facts: Facts): Judgement {
  const { answer } = facts
  const reason = `${answer.status} says that there is such a record already, and refuses no user`
  return merge(judgeLeak(facts), inconclusive(`${reason}; ${howToReach(facts)}`))
}

function ownWay(facts: Facts): Judgement {
  const { answer, step } = facts
  const isUsual = step.expect === 'norun' || (step.expect === 'parser' && PARSER_STATUS.has(answer.status))
  return merge(
    judgeLeak(facts),
    isUsual ? CLEAN : asConvention(judgeStatus(answer, step.expect === 'forbid' ? 403 : 401)),
  )
}

/** Nothing is proven by an answer that a good credential might get as well. */
function notProven(facts: Facts): Judgement {
  const { answer, altered: isAltered, control, missing, step } = facts
  const leak = missing === undefined ? judgeLeak(facts) : CLEAN
  if (isAltered && step.expect === 'norun') return { ...leak, notRouted: true }
  const got = missing === undefined ? String(answer.status) : `no answer (${missing})`
  const good = control === undefined ? 'no good credential is known' : `a good credential gets ${control.answer.status}`
  return merge(leak, inconclusive(`${got} proves nothing while ${good}; ${howToReach(facts)}`))
}
