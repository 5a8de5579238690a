import type { RequestData } from '../model/request.ts'
import { type Scenario, sessionOf } from '../model/scenario.ts'
import { NoAnswer } from '../replay/connection.ts'
import { type Replayed, takeFrom } from '../replay/replay.ts'
import { CLEAN, inconclusive, type Judgement, problem } from './facts.ts'
import { bodyTexts } from './sameness.ts'
import { decodePercent } from '../text/encoding.ts'
import { parseObject } from '../text/json.ts'

/** Later steps send what was to be taken: with nothing in its place, their refusal would prove nothing. */
export function judgeTaken({ request, step, taken, answer }: Replayed): Judgement {
  const { take, unlike } = sessionOf(step)
  if (unlike !== undefined && !(answer instanceof NoAnswer) && answer.status < 400) {
    if (taken?.includes(unlike) === false) return CLEAN
    return problem('kept', 'a new session', taken === undefined ? 'the session from before' : 'the same value again')
  }
  if (step.expect !== 'issued' || take === undefined || 'besides' in take) return CLEAN
  if (taken !== undefined) return judgeGuessable(request, taken)
  if (answer instanceof NoAnswer || answer.status >= 400) return CLEAN
  const place = Object.entries(take).flatMap(([kind, name]) => (typeof name === 'string' ? `${kind} ${name}` : []))
  return problem('not-issued', `${place[0]} in the answer`, 'none')
}

/** A step that was not sent, because no answer before it held what it sends. */
export function judgeUnsent({ steps }: Scenario, replayed: readonly Replayed[]): Judgement {
  const unsent = steps[replayed.length]
  const last = replayed.at(-1)
  if (unsent !== undefined && last !== undefined && sessionOf(last.step).rotates !== undefined) return KEPT
  return unsent === undefined || sessionOf(unsent).ifTaken === true || sessionOf(unsent).ifRefused === true
    ? CLEAN
    : inconclusive('the session or token that it sends did not come')
}

/** RFC 9700 section 2.2.2: rotation, or a token that only its client can use. */
const KEPT: Judgement = {
  problems: [],
  conventions: problem('kept', 'a new refresh token with each use, which ends the old one', 'the same one, or none')
    .problems,
}

/**
 * Whether a used refresh token gives nothing new: the token that took its place, once more. So two tabs, or a client that lost the
 * answer, stay logged in. How long that lasts is another row's.
 */
export function givesAgain({ step, answer }: Replayed, before: Replayed | undefined): boolean {
  const { again } = sessionOf(step)
  if (again === undefined || answer instanceof NoAnswer || before === undefined || before.answer instanceof NoAnswer)
    return false
  const given = takeFrom(answer, again)
  return given !== undefined && given === takeFrom(before.answer, again)
}

/** A user named in an unsigned session or token is any user that its holder writes there. */
function judgeGuessable({ body = '' }: RequestData, taken: string): Judgement {
  const plain = decodePercent(taken)
  const spellings = [taken, plain, Buffer.from(plain, 'base64').toString('utf8')]
  const texts = bodyTexts(body)
  return spellings.some((spelling) => texts.includes(spelling) || holdsOnly(spelling, texts))
    ? problem('guessable', 'a value that only the server can make', 'a text that the login brought')
    : CLEAN
}

/** Whether a text is a JSON object of what a login brought, and of numbers and switches: nothing random, no signature. */
function holdsOnly(text: string, texts: readonly string[]): boolean {
  const values = text.startsWith('{') && text.endsWith('}') ? Object.values(parseObject(text) ?? {}) : []
  const words = values.filter((value) => typeof value !== 'boolean' && typeof value !== 'number')
  return words.length > 0 && words.every((word) => texts.some((one) => one === word))
}
