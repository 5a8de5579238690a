import { judgeDefaultDenial, judgeLeak, judgeStatus, PARSER_STATUS } from './answer-rules.ts'
import { asConvention, CLEAN, type Facts, type Judgement, merge, problem } from './facts.ts'
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
  return facts.entry?.threw ? always : merge(always, judgeDefaultDenial(facts))
}

function judgeForbidden({ answer, norms, scenario }: Facts): Judgement {
  const norm = (scenario.on === undefined ? norms.forbidden : norms.guarded).status
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
