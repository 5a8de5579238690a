import type { RequestData } from '../model/request.ts'
import { fieldOf } from '../replay/response-reader.ts'
import { asConvention, CLEAN, type Facts, inconclusive, type Judgement, problem } from './facts.ts'
import type { Row } from './facts.ts'

/** The verdict if there is no answer, or only one that says that the server is unavailable, whatever was expected. */
export const NO_ANSWER: readonly Row[] = [
  {
    facts: 'P missing: the server answers nothing afterwards',
    applies: ({ missing }) => missing === 'stopped',
    verdict: stopped('stopped'),
  },
  {
    facts: 'P missing: the server takes connections and answers nothing afterwards, for a minute',
    applies: ({ missing }) => missing === 'hangs',
    verdict: stopped('hangs'),
  },
  {
    facts: 'P missing: nothing listens, or not with a certificate that is trusted',
    applies: ({ missing }) => missing === 'refused' || missing === 'untrusted',
    verdict: ({ missing }) =>
      inconclusive(missing === 'refused' ? 'nothing listens there' : 'the certificate is not trusted'),
  },
  {
    facts: 'P missing: the answer before closed the connection',
    applies: ({ missing }) => missing === 'ended',
    verdict: () => asConvention(problem('closes', 'a connection that stays open', 'Connection: close')),
  },
  { facts: 'P missing: time-out', applies: ({ missing }) => missing === 'timeout', verdict: timedOut },
  { facts: 'P 429, or 503 with a time to wait', applies: isLimited, verdict: () => inconclusive(LIMITED) },
]

const LIMITED = '429: the server limits requests; try --rate 5'

/** Whether a server says that it has had too many requests (RFC 6585 section 4, RFC 9110 section 15.6.4). */
export function isLimited({ answer, entry, scenario }: Pick<Facts, 'answer' | 'entry' | 'scenario'>): boolean {
  if (scenario.exercise === 'wrapped') return false
  const isBusy = entry === undefined && answer.status === 503 && fieldOf(answer.headers, 'retry-after') !== undefined
  return answer.status === 429 || isBusy
}

function stopped(code: 'stopped' | 'hangs'): (facts: Facts) => Judgement {
  return ({ lastRequests = [] }) =>
    problem(code, 'an answer', `no answer any more; the last requests: ${lastRequests.join(', ')}`)
}

/** A body that is announced and never comes may be waited for as long as a server likes. */
function timedOut(facts: Facts): Judgement {
  const { request, entry } = facts
  const announced = announcesBody(request)
  if (entry === undefined && announced) return asConvention(problem('waits', 'an answer', 'waits for the body'))
  return isProbeOfParser(facts) && announced ? CLEAN : inconclusive('slow: no answer in time; raise --timeout')
}

/** Whether a request speaks of its body itself, so that a server may wait for more of it. */
export function announcesBody({ headers }: RequestData): boolean {
  return headers.some(([name]) => /^(?:content-length|transfer-encoding|expect)$/i.test(name))
}

function isProbeOfParser({ step }: Facts): boolean {
  return step.expect === 'norun' || step.expect === 'parser'
}
