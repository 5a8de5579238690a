import { isRow, WORDS } from '../model/row-name.ts'
import { THROWN } from '../copies/copy-handler.ts'
import { fieldsOf } from '../replay/response-reader.ts'
import { judgeAllow } from './admitted.ts'
import { excerpt, isRefusalIn500, judgeLeak, judgeStatus } from './answer-rules.ts'
import { judgeDocument } from './document-rules.ts'
import { asConvention, CLEAN, type Facts, inconclusive, type Judgement, merge, problem } from './facts.ts'
import { judgeEcho } from './echo.ts'
import { judgeNoRun } from './handler-rules.ts'
import { NO_ANSWER } from './missing.ts'
import { judgeRefused } from './refused.ts'
import { isReset } from './session-cookie.ts'
import { isLooseSpelling } from './spelling.ts'
import { parseObject } from '../text/json.ts'
import { saysFailed } from '../text/says-failed.ts'
import { isStopped } from './stopped.ts'

/** Judges one answer against what its step expects. */
export function judge(facts: Facts): Judgement {
  switch (facts.step.expect) {
    case 'allow':
      return judgeAllow(facts)
    case 'deny':
    case 'forbid':
    case 'norun':
    case 'parser':
      return judgeRefused(facts)
    default:
      return judgeMissing(facts) ?? judgeOther(facts)
  }
}

/** Where there is no answer, every expectation but those two says the same. */
function judgeMissing(facts: Facts): Judgement | undefined {
  const ran = REFUSING.has(facts.step.expect) ? judgeNoRun(facts) : CLEAN
  if (facts.missing !== undefined && ran.problems.length > 0) return ran
  const row = NO_ANSWER.find(({ applies }) => applies(facts))
  if (row !== undefined) return row.verdict(facts)
  return facts.missing === undefined ? undefined : problem('no-answer', 'an answer', `no answer: ${facts.missing}`)
}

const REFUSING: ReadonlySet<string> = new Set(['handled', 'broken', 'unavailable'])

function judgeOther(facts: Facts): Judgement {
  switch (facts.step.expect) {
    case 'handled':
      return judgeHandled(facts)
    case 'broken':
      return judgeBroken(facts)
    case 'unavailable':
      return merge(judgeNoRun(facts), judgeLeak(facts), judgeStatus(facts.answer, 503))
    case 'public':
      return judgeOpen(facts)
    case 'issued':
      return judgeIssued(facts)
    case 'refused-login':
      return judgeRefusedLogin(facts)
    case 'described':
      return judgeDocument(facts)
    default:
      return judgeAnswered(facts)
  }
}

/** An error that a good credential gets, too, is the handler's. */
function judgeAnswered({ answer, control }: Facts): Judgement {
  if (answer.status < 500 || (control !== undefined && control.answer.status >= 500)) return CLEAN
  return problem('crash', 'an answer below 500', String(answer.status))
}

/** A login that worked at first is refused when wrong passwords have locked its account. */
function judgeIssued(facts: Facts): Judgement {
  const { answer, hasWorked } = facts
  if (isSuccess(facts)) return judgeEcho(facts)
  if (hasWorked === true && LOCKED.has(answer.status))
    return inconclusive(
      `${answer.status} to a login that worked before: wrong passwords may have locked its account`,
      true,
    )
  // The row is about a token to refresh, and what fails is the login before it: rows of the login say that.
  if (facts.entry === undefined && answer.status >= 500 && isBeforeRefresh(facts))
    return inconclusive(`${answer.status} to a step before what is tried`)
  return problem('refused', '2xx or 3xx', `${answer.status} ${excerpt(answer.body)}`)
}

function isBeforeRefresh({ scenario, step }: Facts): boolean {
  return WORDS.get(scenario.row) === 'refresh' && step !== scenario.steps.at(-1)
}

const LOCKED: ReadonlySet<number> = new Set([400, 401, 403, 423])

function judgeHandled(facts: Facts): Judgement {
  const { answer, norms, method } = facts
  const expected = method === 'HEAD' ? '' : norms.handled.body
  const body =
    expected === undefined || answer.body === expected
      ? CLEAN
      : problem('detail', `body ${excerpt(expected)}`, `body ${excerpt(answer.body)}`)
  const { status } = norms.handled
  const isSuccessful = answer.status >= 200 && answer.status < 300 && answer.status !== facts.fixture?.denied?.status
  return merge(judgeNoRun(facts), judgeLeak(facts), judgeStatus(answer, isSuccessful ? 401 : status), body)
}

function judgeBroken(facts: Facts): Judgement {
  const { answer, norms } = facts
  const reported = answer.body.includes(THROWN)
    ? problem('thrown', 'no word of what was thrown', excerpt(answer.body))
    : CLEAN
  const always = merge(judgeNoRun(facts), judgeLeak(facts), reported)
  // A handler may shape the answer; one that says 200 says it to caches and clients, too.
  const expected = norms.broken.status >= 300 ? norms.broken.status : 500
  return answer.status === expected
    ? always
    : merge(always, problem('status', String(expected), `${answer.status} ${excerpt(answer.body)}`))
}

function judgeOpen(facts: Facts): Judgement {
  const { answer, entry, route } = facts
  // A server may say that it does not offer something now, or at all (RFC 9110 sections 15.6.2 and 15.6.4).
  const isSaid = answer.status === 503 || (entry === undefined && answer.status === 501)
  const failed = problem('crash', 'an answer below 500', `${answer.status} ${excerpt(answer.body)}`)
  const crash = answer.status < 500 || isSaid ? CLEAN : isRefusalIn500(facts) ? asConvention(failed) : failed
  if (entry === undefined) {
    const asked = answer.status === 401 && fieldsOf(answer.headers, 'www-authenticate').length > 0
    const refused = problem('refused', 'an answer without a challenge', '401 with a challenge')
    return merge(crash, judgeOpenLeak(facts), asked ? asConvention(refused) : CLEAN)
  }
  const ran = entry.runs.find(({ operation }) => operation === route.key)
  // Where auth is optional, a function may take a wrong credential for none, and may refuse it.
  const isWrong = facts.scenario.authenticator !== undefined && !isRow(facts.scenario, 'missing')
  if (ran !== undefined && ran.auth !== undefined) {
    return problem(isWrong ? 'accepted' : 'principal', 'request.auth = undefined', 'request.auth is set')
  }
  const refused = !isWrong && ran === undefined && !isStopped(facts) && (answer.status === 401 || answer.status === 403)
  return merge(
    crash,
    judgeOpenLeak(facts),
    refused
      ? problem('refused', 'an answer without authentication', `${answer.status} ${excerpt(answer.body)}`)
      : CLEAN,
  )
}

/** A secret must not be readable there. A request with a body may have asked for one: a login answers with a token. */
function judgeOpenLeak(facts: Facts): Judgement {
  return facts.request.body === undefined ? judgeLeak(facts) : CLEAN
}

function judgeRefusedLogin(facts: Facts): Judgement {
  const { answer, entry, request } = facts
  if (answer.status >= 200 && answer.status < 300 && !isRefusedInBody(facts)) {
    const accepted = judgeStatus(answer, 401)
    return entry === undefined && isLooseSpelling(facts) ? asConvention(accepted) : accepted
  }
  const cookies = fieldsOf(answer.headers, 'set-cookie').filter((line) => !isReset(line))
  const started = cookies.length > 0 ? problem('set-cookie', 'no session', 'a session all the same') : CLEAN
  const refused =
    answer.status < 300 ? asConvention(problem('status', '401', `${answer.status} ${excerpt(answer.body)}`)) : CLEAN
  // A cookie that is set is judged as one.
  const head = answer.head.replaceAll(/^set-cookie:.*$/gim, '')
  const leak = judgeLeak({ ...facts, answer: { ...answer, head } })
  // A client may be shown the password that it sent, where that is not valid input.
  const isEcho = entry === undefined && facts.redactor.leaks(request.body ?? '')
  return merge(
    isEcho ? withoutEcho(leak) : leak,
    // Other servers start sessions for strangers, too: what they open is asked next.
    entry === undefined ? asConvention(started) : started,
    answer.status >= 500 ? crashed(facts) : CLEAN,
    refused,
  )
}

/** Other servers answer 200 to a login that they refuse, and say so in the body. What it gives all the same is sent next. */
function isRefusedInBody({ answer, entry }: Facts): boolean {
  return entry === undefined && saysFailed(parseObject(answer.body))
}

/** Texts must not break a login. Other servers may fail on a value that is not text: that is reported, and opens nothing. */
function crashed({ answer, entry, request: { body = '' } }: Facts): Judgement {
  const found = problem('crash', 'an answer below 500', `${answer.status} ${excerpt(answer.body)}`)
  return entry === undefined && !isOfTexts(body) ? asConvention(found) : found
}

/** Whether a body holds texts only: no lists and objects, as forms spell them with brackets, and nothing else of JSON. */
function isOfTexts(body: string): boolean {
  return !/%5B/i.test(body) && !/^\s*\{.*:\s*(?:[[{\d]|true|false|null)/s.test(body)
}

function withoutEcho({ problems, conventions }: Judgement): Judgement {
  const isLeak = ({ code }: Judgement['problems'][number]): boolean => code === 'leak'
  return {
    problems: problems.filter((one) => !isLeak(one)),
    conventions: [...conventions, ...problems.filter(isLeak)],
  }
}

function isSuccess({ answer }: Facts): boolean {
  return answer.status >= 200 && answer.status < 400
}
