import type { Exchange, Reporter, Verdict } from '../model.ts'
import { findHeader, type HttpMessage, parseHttpMessage } from './http-message.ts'
import type { ReportTarget } from './index.ts'
import { type RunRecord, writeAtEnd } from './record.ts'
import { TOOL } from './tool.ts'

/** HAR 1.2: every request with its answer, redacted, and in `_svc` what the scenario was and what the server did. */
export function createHar(target: ReportTarget): Reporter {
  return writeAtEnd(target, writeDocument)
}

/** Entry by entry: ten thousand of them need not be one string. */
function* writeDocument({ at, setting, routes }: RunRecord): Generator<string> {
  const start = Date.parse(at)
  const comment = `${setting.title} ${setting.version}, seed ${setting.seed}; secrets are redacted`
  yield `{"log":${JSON.stringify({ version: '1.2', creator: TOOL, comment }).slice(0, -1)},"entries":[`
  let separator = '\n'
  for (const { verdicts } of routes) {
    for (const verdict of verdicts) {
      for (const [step, exchange] of verdict.exchanges.entries()) {
        yield separator + JSON.stringify(entryOf(verdict, step, exchange, start, setting.origin))
        separator = ',\n'
      }
    }
  }
  yield '\n]}}\n'
}

function entryOf(
  { scenario, outcome, reason, finding }: Verdict,
  step: number,
  exchange: Exchange,
  start: number,
  origin: string,
): unknown {
  const { duration, startedAt, handlerRuns, auth, calls, target } = exchange
  return {
    startedDateTime: new Date(start + startedAt).toISOString(),
    time: duration,
    request: requestOf(exchange, origin),
    response: responseOf(exchange),
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    _svc: {
      id: scenario.id,
      scenario: scenario.name,
      title: scenario.title,
      route: scenario.route,
      step,
      expect: scenario.expect,
      outcome,
      reason,
      problems: finding?.problems,
      target,
      handlerRuns,
      auth,
      calls,
    },
  }
}

function requestOf({ sent, method, target }: Exchange, origin: string): unknown {
  const message = parseHttpMessage(sent)
  const url = urlOf(target, origin)
  const query = url.indexOf('?')
  const type = findHeader(message, 'content-type') ?? ''
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: cookiesOf(message, 'cookie'),
    headers: pairs(message.headers),
    queryString: query === -1 ? [] : pairs([...new URLSearchParams(url.slice(query + 1))]),
    ...(message.body === '' ? {} : { postData: { mimeType: type, text: message.body } }),
    headersSize: -1,
    bodySize: message.body.length,
  }
}

function responseOf({ received, status }: Exchange): unknown {
  const message = status === 0 ? { startLine: '', headers: [], body: '' } : parseHttpMessage(received)
  return {
    status,
    statusText: message.startLine.split(' ').slice(2).join(' '),
    httpVersion: 'HTTP/1.1',
    cookies: cookiesOf(message, 'set-cookie'),
    headers: pairs(message.headers),
    content: {
      size: message.body.length,
      mimeType: findHeader(message, 'content-type') ?? 'x-unknown',
      text: message.body,
    },
    redirectURL: findHeader(message, 'location') ?? '',
    headersSize: -1,
    bodySize: -1,
    ...(status === 0 ? { _error: received } : {}),
  }
}

/** The format wants a URI; what cannot stand in one is escaped here, and stands as it was sent in `_svc.target`. */
function urlOf(target: string, origin: string): string {
  const absolute = /^https?:\/\//i.test(target) ? target : `${origin}${target.startsWith('/') ? '' : '/'}${target}`
  const escaped = absolute.replace(/[^\w\-.~:/?@!$&'()*+,;=%]/g, (character) =>
    encodeURIComponent(wellFormed(character)),
  )
  return escaped.replace(/%(?![0-9a-f]{2})/gi, '%25')
}

function wellFormed(character: string): string {
  return /\p{Surrogate}/u.test(character) ? '\ufffd' : character
}

function cookiesOf(message: HttpMessage, header: string): readonly unknown[] {
  const values = message.headers.filter(([name]) => name.toLowerCase() === header).map(([, value]) => value)
  const texts =
    header === 'cookie'
      ? values.flatMap((value) => value.split(/;\s*/))
      : values.map((value) => value.split(';')[0] ?? '')
  return pairs(texts.filter((text) => text !== '').map((text) => text.split(/=(.*)/s, 2) as [string, string]))
}

function pairs(list: readonly (readonly [name: string, value: string | undefined])[]): readonly unknown[] {
  return list.map(([name, value = '']) => ({ name, value }))
}
