import type { LeafDescription } from 'svc'
import { judgeDefaultDenial, judgeLeak, judgeStatus, PARSER_STATUS } from './answer-rules.ts'
import { asConvention, CLEAN, type Facts, type Judgement, merge, problem } from './facts.ts'
import { fieldsOf } from '../replay/response-reader.ts'
import { isReset } from './session-cookie.ts'
import { leavesOf } from '../../server/internal.ts'
import { readAs } from '../model/scheme.ts'
import { extraOf } from '../model/scenario.ts'
import { judgeCalls } from './handler-rules.ts'

/** How a refusal is worded: the contract of our own server, conventions of others. */
export function judgeRefusal(facts: Facts): Judgement {
  return facts.entry === undefined ? judgeRemote(facts) : judgeOwn(facts)
}

function judgeOwn(facts: Facts): Judgement {
  const { step, answer } = facts
  if (step.expect === 'norun') return judgeLeak(facts)
  if (step.expect === 'forbid') return merge(judgeLeak(facts), judgeForbidden(facts))
  if (step.expect === 'parser' && PARSER_STATUS.has(answer.status)) return judgeLeak(facts)
  const always = merge(judgeCalls(facts), judgeLeak(facts))
  // A registered handler shapes the answer to what an authenticator throws.
  return facts.entry?.threw ? merge(always, judgeGiven(facts)) : merge(always, judgeDefaultDenial(facts))
}

/** A refusal does not set the cookie that the route asks for: a client that sends it next would be let in. */
function judgeGiven({ answer, route, request }: Facts): Judgement {
  const sent = request.headers.map(([, value]) => value).join('\n')
  const given = leavesOf(route.auth)
    .map(cookieOf)
    .flatMap((name) =>
      fieldsOf(answer.headers, 'set-cookie').filter(
        (line) => line.startsWith(`${name}=`) && !isReset(line) && !sent.includes(line.split(';', 1)[0] as string),
      ),
    )
  return given.length === 0
    ? CLEAN
    : problem('set-cookie', 'no Set-Cookie of a credential', 'the cookie that the route asks for, on a refusal')
}

/** The name of the cookie in which an authenticator looks. */
function cookieOf(leaf: LeafDescription): string | undefined {
  const { carrier } = readAs(leaf)
  return carrier.in === 'cookie' ? carrier.name : undefined
}

function judgeForbidden({ answer, norms, scenario }: Facts): Judgement {
  const norm = (extraOf(scenario, 'combined') === undefined ? norms.forbidden : norms.guarded).status
  return judgeStatus(answer, norm >= 300 && norm < 500 ? norm : 403)
}

function judgeRemote(facts: Facts): Judgement {
  const { answer, fixture, norms, step } = facts
  const isUnworded = step.expect === 'norun' || step.expect === 'forbid' || fixture?.denied?.status === answer.status
  const leak = judgeLeak(facts)
  if (isUnworded) return merge(leak, judgeDetail(facts))
  const strict = judgeDefaultDenial({ ...facts, norms: { ...norms, denied: { ...norms.denied, body: undefined } } })
  return merge(leak, asConvention(strict))
}

/** The promises of the fixtures. */
function judgeDetail({ answer, fixture, method }: Facts): Judgement {
  const { denied } = fixture ?? {}
  if (denied?.detail === undefined || answer.status !== denied.status || method === 'HEAD') return CLEAN
  const expected = JSON.stringify({ detail: denied.detail })
  return answer.body === expected ? CLEAN : asConvention(problem('detail', `body ${expected}`, `body ${answer.body}`))
}
