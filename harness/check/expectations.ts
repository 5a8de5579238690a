import { COPY_ANSWER, THROWN } from '../copies/copy-handler.ts'
import { fieldOf, fieldsOf } from '../replay/response-reader.ts'
import { excerpt, judgeDefaultDenial, judgeLeak, judgeCache, judgeStatus } from './answer-rules.ts'
import { judgeDocument } from './document-rules.ts'
import { CLEAN, type Facts, type Judgement, merge, problem } from './facts.ts'
import { judgeCalls, judgeNoRun, judgeRefusedRun, judgeRun } from './handler-rules.ts'

/** Judges one answer against what its step expects. */
export function judge(facts: Facts): Judgement {
  switch (facts.step.expect) {
    case 'allow':
      return judgeAllow(facts)
    case 'deny':
      return judgeDeny(facts)
    case 'forbid':
      return judgeForbid(facts)
    case 'norun':
      return judgeProbe(facts)
    case 'parser':
      return judgeParser(facts)
    case 'handled':
      return judgeHandled(facts)
    case 'broken':
      return judgeBroken(facts)
    case 'unavailable':
      return merge(judgeNoRun(facts), judgeLeak(facts), judgeStatus(facts.answer, 503))
    case 'public':
      return judgeOpen(facts)
    case 'issued':
      return isSuccess(facts)
        ? CLEAN
        : problem('refused', '2xx or 3xx', `${facts.answer.status} ${excerpt(facts.answer.body)}`)
    case 'refused-login':
      return judgeRefusedLogin(facts)
    case 'described':
      return judgeDocument(facts)
    case 'answered':
      return facts.answer.status < 500 ? CLEAN : problem('crash', 'an answer below 500', String(facts.answer.status))
  }
}

function judgeAllow(facts: Facts): Judgement {
  const { answer, entry } = facts
  if (entry === undefined) return judgeRemoteAllow(facts)
  const ran = entry.runs.some(({ operation }) => operation === facts.route.key)
  if (ran && facts.scenario.exercise === 'wrapped')
    return merge(judgeRun(facts), judgeCalls(facts), judgeCache(facts), judgeCopyAnswer(facts))
  if (ran) {
    const crashed =
      answer.status >= 500
        ? {
            ...CLEAN,
            inconclusive: `the handler ran and answered ${answer.status}; give params, query or body in the fixtures`,
          }
        : CLEAN
    return merge(judgeRun(facts), judgeCalls(facts), judgeCache(facts), crashed, judgeHeadBody(facts))
  }
  // An authenticator passed and validation said no: auth is proven, the request was only not complete.
  if (entry.passed && REFUSED_INPUT.has(answer.status)) {
    return {
      ...CLEAN,
      inconclusive: `${answer.status} before the handler: give params, query or body for ${facts.route.key} in the fixtures`,
    }
  }
  if (entry.passed && answer.status === 403 && facts.route.auth?.kind === 'check') {
    return {
      ...CLEAN,
      inconclusive: `the guard ${facts.route.auth.guard} refused; say in the fixtures who may (routes, allow)`,
    }
  }
  // Nobody knows beforehand whether what is wrong is refused or thrown at.
  if (entry.threw && answer.status < 500 && facts.scenario.family === 'list')
    return { ...CLEAN, inconclusive: 'an authenticator threw, which ends the list before the good credential' }
  return problem('refused', '2xx, handler run once', `${answer.status} ${excerpt(answer.body)}, handler not run`)
}

/** Whoever is admitted gets what the handler returned, whatever its authenticator read before. */
function judgeCopyAnswer({ answer, method }: Facts): Judgement {
  const body = method === 'HEAD' ? '' : COPY_ANSWER
  return answer.status === 200 && answer.body === body
    ? CLEAN
    : problem('answer', `200 ${excerpt(body)}`, `${answer.status} ${excerpt(answer.body)}`)
}

const REFUSED_INPUT: ReadonlySet<number> = new Set([400, 413, 415, 422])

function judgeRemoteAllow(facts: Facts): Judgement {
  const { status, body } = facts.answer
  if (status < 400) return merge(judgeCache(facts), judgeHeadBody(facts))
  if (status === 401 || status === 403) {
    const refused = problem('refused', '2xx', `${status} ${excerpt(body)}`)
    // Another spelling of a good credential, which not every server reads.
    return facts.scenario.control === 'is' || facts.scenario.family === 'role' ? refused : asConvention(refused)
  }
  if (status >= 500) return problem('crash', '2xx', `${status} ${excerpt(body)}`)
  return { ...CLEAN, inconclusive: `${status}: give params, query or body for ${facts.route.key} in the fixtures` }
}

function judgeHeadBody({ method, answer }: Facts): Judgement {
  return method !== 'HEAD' || answer.body === ''
    ? CLEAN
    : problem('head-body', 'no body after HEAD', excerpt(answer.body))
}

function judgeDeny(facts: Facts): Judgement {
  const { entry, answer } = facts
  if (entry === undefined) return judgeRemoteDeny(facts)
  if (passedByUnknownCallable(facts))
    return { ...CLEAN, inconclusive: 'a callable let it in; give it an invalid request in the fixtures' }
  if (answer.status >= 200 && answer.status < 300 && scenarioRan(facts)) return judgeAccepted(facts)
  const always = merge(judgeRefusedRun(facts), judgeLeak(facts))
  // A registered handler shapes the answer to what an authenticator throws; a 500 means that none is.
  if (entry.threw) return answer.status >= 500 ? merge(always, judgeStatus(answer, 401)) : always
  return merge(always, judgeDefaultDenial(facts))
}

function scenarioRan({ entry, route }: Facts): boolean {
  return entry?.runs.some(({ operation }) => operation === route.key) ?? false
}

/** One problem says it all: how the answer is worded does not matter any more. */
function judgeAccepted(facts: Facts): Judgement {
  const [ran] = judgeNoRun(facts).problems
  const { answer } = facts
  return problem(
    'accepted',
    '401 {"detail": string}, handler not run',
    `${answer.status} ${excerpt(answer.body)}   ${ran?.got ?? ''}`,
  )
}

/** Somebody else's server refuses in its own way: only what went through, leaked or broke is a finding. */
function judgeRemoteDeny(facts: Facts): Judgement {
  const { answer, method, norms, fixture, step } = facts
  const { status } = answer
  const leak = judgeLeak(facts)
  if (status >= 200 && status < 300) {
    const accepted = judgeStatus(answer, 401)
    return LENIENT.test(facts.scenario.name) ? asConvention(accepted) : merge(leak, accepted)
  }
  if (status >= 500) return merge(leak, judgeStatus(answer, 401))
  if (step.expect === 'deny' && status >= 300 && status < 400)
    return merge(leak, { problems: [], conventions: judgeStatus(answer, 401).problems })
  const strict = judgeDefaultDenial({
    ...facts,
    norms: { ...norms, denied: { ...norms.denied, body: undefined } },
    method,
    fixture,
  })
  return { problems: leak.problems, conventions: strict.problems }
}

/** A good credential, given twice or in a loose spelling: whoever sends it has it, and other servers read it. */
const LENIENT =
  /\.(?:dup-|joined|two-spaces|tab$|padding|inner-space|url-safe|comma|after-good|junk-after|newline|name-encoded|nbsp|quoted|scheme-space)/

function asConvention({ problems }: Judgement): Judgement {
  return { problems: [], conventions: problems }
}

function passedByUnknownCallable({ entry, scenario, fixture }: Facts): boolean {
  if (entry === undefined || scenario.exercise === 'wrapped') return false
  const winner = entry.calls.find(({ outcome }) => outcome === 'passed')
  return (
    winner !== undefined &&
    entry.callables.has(winner.authenticator) &&
    winner.authenticator !== scenario.authenticator &&
    !fixture?.protected
  )
}

function judgeForbid(facts: Facts): Judgement {
  const { answer, norms, entry, scenario } = facts
  const norm = (scenario.on === undefined ? norms.forbidden : norms.guarded).status
  const expected = norm >= 300 && norm < 500 ? norm : 403
  const status =
    answer.status === expected || (entry === undefined && answer.status === 401) ? CLEAN : judgeStatus(answer, expected)
  return merge(judgeNoRun(facts), judgeLeak(facts), status)
}

/** The differential oracle: it fails only when a protected handler ran without its credential. */
function judgeProbe(facts: Facts): Judgement {
  const { answer, entry, counterpart, method } = facts
  if (entry !== undefined) {
    const crash =
      answer.status === 500 && !entry.threw
        ? problem('crash', 'an answer other than 500', `500 ${excerpt(answer.body)}`)
        : CLEAN
    return merge(judgeNoRun(facts), judgeLeak(facts), crash)
  }
  const passed = answer.status >= 200 && answer.status < 300
  if (!passed)
    return answer.status === 500
      ? merge(judgeLeak(facts), problem('crash', 'an answer other than 500', `500 ${excerpt(answer.body)}`))
      : judgeLeak(facts)
  if (counterpart === undefined || counterpart.status < 200 || counterpart.status >= 300)
    return { ...judgeLeak(facts), notRouted: true }
  const same = method === 'HEAD' ? sameHead(facts) : resembles(answer.body, facts.controlBody)
  return same ? merge(judgeLeak(facts), judgeStatus(answer, 401)) : { ...judgeLeak(facts), notRouted: true }
}

function sameHead({ answer, counterpart }: Facts): boolean {
  const length = fieldOf(answer.headers, 'content-length')
  return length !== undefined && length === fieldOf(counterpart?.headers ?? [], 'content-length')
}

/** The same answer but for its digits: times, counters and ids differ from one request to the next. */
function resembles(body: string, control: string | undefined): boolean {
  return control !== undefined && control !== '' && body.replace(/\d+/g, '#') === control.replace(/\d+/g, '#')
}

const PARSER_STATUS: ReadonlySet<number> = new Set([400, 413, 414, 417, 431, 501, 505])

function judgeParser(facts: Facts): Judgement {
  if (PARSER_STATUS.has(facts.answer.status)) return merge(judgeNoRun(facts), judgeLeak(facts))
  return judgeDeny(facts)
}

function judgeHandled(facts: Facts): Judgement {
  const { answer, norms, method } = facts
  const expected = method === 'HEAD' ? '' : norms.handled.body
  const body =
    expected === undefined || answer.body === expected
      ? CLEAN
      : problem('detail', `body ${excerpt(expected)}`, `body ${excerpt(answer.body)}`)
  return merge(judgeNoRun(facts), judgeLeak(facts), judgeStatus(answer, norms.handled.status), body)
}

function judgeBroken(facts: Facts): Judgement {
  const { answer, norms } = facts
  const told = answer.body.includes(THROWN)
    ? problem('thrown', 'no word of what was thrown', excerpt(answer.body))
    : CLEAN
  const always = merge(judgeNoRun(facts), judgeLeak(facts), told)
  // A handler may shape the answer; one that says 200 says it to caches and clients, too.
  const expected = norms.broken.status >= 300 ? norms.broken.status : 500
  return answer.status === expected
    ? always
    : merge(always, problem('status', String(expected), `${answer.status} ${excerpt(answer.body)}`))
}

function judgeOpen(facts: Facts): Judgement {
  const { answer, entry, route } = facts
  const crash =
    answer.status >= 500 && answer.status !== 503
      ? problem('crash', 'an answer below 500', `${answer.status} ${excerpt(answer.body)}`)
      : CLEAN
  if (entry === undefined) {
    const asked = answer.status === 401 && fieldsOf(answer.headers, 'www-authenticate').length > 0
    return asked ? merge(crash, problem('refused', 'an answer without a challenge', '401 with a challenge')) : crash
  }
  const ran = entry.runs.find(({ operation }) => operation === route.key)
  if (ran !== undefined && ran.auth !== undefined)
    return problem('principal', 'request.auth = undefined', 'request.auth is set')
  const refused = ran === undefined && (answer.status === 401 || answer.status === 403)
  return merge(
    crash,
    refused
      ? problem('refused', 'an answer without authentication', `${answer.status} ${excerpt(answer.body)}`)
      : CLEAN,
  )
}

function judgeRefusedLogin(facts: Facts): Judgement {
  const cookies = fieldsOf(facts.answer.headers, 'set-cookie').filter((line) => !/^[^=]+=;|max-age=0/i.test(line))
  const started = cookies.length > 0 ? problem('set-cookie', 'no session', 'Set-Cookie after a wrong password') : CLEAN
  return merge(
    judgeLeak(facts),
    started,
    isSuccess(facts) && facts.answer.status < 300 ? judgeStatus(facts.answer, 401) : CLEAN,
  )
}

function isSuccess({ answer }: Facts): boolean {
  return answer.status >= 200 && answer.status < 400
}
