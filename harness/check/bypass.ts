import { excerpt, judgeLeak } from './answer-rules.ts'
import { isRewritten } from './altered.ts'
import { expectedOf } from './due.ts'
import { endsNothing } from './ends-nothing.ts'
import { asConvention, type Facts, type Judgement, merge, ownTexts, problem } from './facts.ts'
import { isLike, isLikeHead, isSameResource, sharesMembers, sharesText } from './likeness.ts'
import { saysGood } from './says-not-good.ts'
import { refusesAll } from '../subject/standing.ts'
import { parseJson } from '../text/json.ts'
import { saysFailed } from '../text/says-failed.ts'
import { isSuccess } from './success.ts'

/** Whether another path or another method leads to the same handler, which only the answers of foreign servers say. */
export function judgeAltered(facts: Facts): Judgement {
  const { answer, control, counterpart, nonsense, elsewhere, entry, method, route, request, fixture } = facts
  const { isElsewhereOpen = false } = facts
  const found = problem('accepted', expectedOf(facts), `${answer.status} ${excerpt(answer.body)}`)
  const notRouted: Judgement = entry === undefined ? { ...judgeLeak(facts), notRouted: true } : judgeLeak(facts)
  if (endsNothing(facts)) return notRouted
  if (method === 'HEAD')
    return control !== undefined && saysGood(control.answer, route) ? notRouted : judgeHead(facts, found, notRouted)
  if (isShut(facts)) return merge(judgeLeak(facts), found)
  if (control === undefined || !isSuccess(control.answer)) return notRouted
  if (nonsense !== undefined && isLike(answer, nonsense)) return notRouted
  // Data that every client may read, such as a list of authors, holds texts that an answer of the route holds too.
  if (isElsewhereOpen && method !== route.method)
    return entry === undefined && answer.status === control.answer.status && isLike(answer, control.answer)
      ? found
      : notRouted
  // Another verb on the route's own path: what it answers need not look like the control to hold its data.
  if (method !== route.method && sharesText(answer, control.answer, ownTexts(facts))) return found
  if (elsewhere !== undefined && (nonsense === undefined || !isRewritten(request, route, fixture)))
    return sharesText(answer, control.answer, ownTexts(facts)) ? found : notRouted
  if (sharesText(answer, control.answer, ownTexts(facts)) || sharesMembers(answer, control.answer, ownTexts(facts)))
    return found
  if (counterpart !== undefined && !isSameResource(counterpart, control.answer, control.again)) return notRouted
  const like = isLike(answer, control.answer) || (counterpart !== undefined && isLike(answer, counterpart))
  const emptied = answer.body === '' && (answer.status !== control.answer.status || method !== facts.route.method)
  if (like && !emptied) return found
  if (entry !== undefined || answer.body === '') return notRouted
  const reported = problem(
    'other-answer',
    `no 2xx, or ${excerpt(control.answer.body)}`,
    `${answer.status} ${excerpt(answer.body)}`,
  )
  return merge(judgeLeak(facts), asConvention(reported))
}

/**
 * Whether the operation refuses every user, and another spelling of its path gets data all the same. No other operation has that path, and
 * one that does not exist is answered otherwise: what an open one answers is known from these alone.
 */
function isShut({ answer, control, nonsense, elsewhere, entry, method, route, fixture }: Facts): boolean {
  if (entry !== undefined || method !== 'GET' || route.method !== 'GET' || !isSuccess(answer)) return false
  const isRefused = control === undefined || control.answer.status === 401 || control.answer.status === 403
  const isOther = elsewhere === undefined && nonsense !== undefined && !isLike(answer, nonsense)
  const json = parseJson(answer.body)
  const hasData = typeof json === 'object' && json !== null && Object.keys(json).length > 0
  return refusesAll(fixture) && isRefused && isOther && hasData && !saysFailed(json) && !isRefusalIn(json, answer.body)
}

/** Words and numbers of a refusal in a short answer. */
function isRefusalIn(json: object, body: string): boolean {
  const codes = ['code', 'status', 'statusCode'].map((name) =>
    Number((json as Readonly<Record<string, unknown>>)[name]),
  )
  const isShort = body.length < SHORT
  return codes.some((code) => code >= 400 && code < 600) || (isShort && REFUSES.test(body))
}

const SHORT = 500
const REFUSES =
  /denied|forbidden|unauthori[sz]ed|not allowed|permission|log[-_ ]?in\b|sign[-_ ]?in\b|"auth\w*"\s*:\s*false/i

/** Of an answer to HEAD there is only the head. */
function judgeHead({ answer, control, nonsense, entry }: Facts, found: Judgement, notRouted: Judgement): Judgement {
  if (entry !== undefined || (nonsense !== undefined && isLikeHead(answer, nonsense))) return notRouted
  if (control === undefined) return nonsense === undefined ? notRouted : found
  return isSuccess(control.answer) && isLikeHead(answer, control.answer) ? found : notRouted
}
