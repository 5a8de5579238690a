import type { RequestData } from '../model/request.ts'
import { NoAnswer } from '../replay/connection.ts'
import type { Replayed } from '../replay/replay.ts'
import { CLEAN, type Judgement, problem } from './facts.ts'
import { bodyTexts } from './sameness.ts'

/** Later steps send what was to be taken: with nothing in its place, their refusal would prove nothing. */
export function judgeTaken({ request, step, taken, answer }: Replayed): Judgement {
  if (step.unlike !== undefined && !(answer instanceof NoAnswer) && answer.status < 400) {
    if (taken?.includes(step.unlike) === false) return CLEAN
    return problem('kept', 'a new session', taken === undefined ? 'the session from before' : 'the same value again')
  }
  if (step.expect !== 'issued' || step.take === undefined) return CLEAN
  if (taken !== undefined) return judgeGuessable(request, taken)
  if (answer instanceof NoAnswer || answer.status >= 400) return CLEAN
  return problem('not-issued', `${Object.entries(step.take)[0]?.join(' ')} in the answer`, 'none')
}

/** Who is named in a session or token, and by nothing else, is whoever its holder writes there. */
function judgeGuessable({ body = '' }: RequestData, taken: string): Judgement {
  const spellings = [taken, unescape(taken), Buffer.from(taken, 'base64').toString('utf8')]
  return bodyTexts(body).some((text) => spellings.includes(text))
    ? problem('guessable', 'a value that only the server can make', 'a text that the login brought')
    : CLEAN
}

function unescape(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
