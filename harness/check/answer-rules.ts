import { isNamed, leavesOf } from '../../server/internal.ts'
import type { Norm } from '../copies/norms.ts'
import type { Route } from '../model/route.ts'
import { fieldOf, fieldsOf, type RawResponse } from '../replay/response-reader.ts'
import { asConvention, type Facts, CLEAN, type Judgement, merge, problem } from './facts.ts'
import { decodePercent } from '../text/encoding.ts'
import { parseObject } from '../text/json.ts'
import { isReset } from './session-cookie.ts'

/** A stack trace, or the path of a source file with its line: of JavaScript, Python, Java and .NET, Ruby, PHP, Go and Rust. */
const STACKS: readonly RegExp[] = [
  /\n\s+at [^\n]+:\d+:\d+|\bat [\w.<>]+ \((?:file|node|\/)[^)]*:\d+|\/[\w./-]+\.[cm]?[jt]sx?:\d+:\d+/,
  /Traceback \(most recent call last\)|File \\?"[^"\n]+\.py\\?", line \d+/,
  /\bat [\w$.]+\([\w$]+\.(?:java|kt|scala):\d+\)|\bat [\w.]+\([^)]*\) in [^\n]+\.cs:line \d+/,
  /\/[\w./-]+\.rb:\d+:in |\.php(?:\(\d+\)| on line \d+)/,
  /\bgoroutine \d+ \[|\/[\w./-]+\.go:\d+|thread '[^']*' panicked at /,
]

/** Errors of databases about a query that they cannot read: the request got into it. */
const QUERY_ERROR =
  /SQLITE_ERROR|\bsqlite3?\.\w*Error|near \\?"[^"]*\\?": syntax error|unrecognized token: |You have an error in your SQL syntax|syntax error at or near |unterminated quoted string|Unclosed quotation mark|\bORA-\d{5}\b|\bSQLSTATE\b|MongoServerError|ER_PARSE_ERROR/

/** The database understood the query, and refuses its values: the handler fails, and nothing of the request is read as SQL. */
const CONSTRAINT = /\bIntegrityError\b|\bconstraint failed|violates [\w-]+ constraint|Duplicate entry '|SQLSTATE\[23/

/** Whether a text is an error of a database about the values of a query, such as one that has to be unique. */
export function showsConstraint(text: string): boolean {
  return CONSTRAINT.test(text)
}

/** Statuses that the HTTP layer answers before authentication. */
export const PARSER_STATUS: ReadonlySet<number> = new Set([400, 413, 414, 417, 431, 501, 505])

/** No answer to a refused request may carry a secret or a stack; that of an open operation is judged at its own requests. */
export function judgeLeak(facts: Facts): Judgement {
  const { answer, redactor } = facts
  if (facts.isElsewhereOpen === true) return CLEAN
  const leaks = redactor.leaks(answer.body) && !isOrdinary(facts, answer.body)
  const isRepeated = leaks && isEcho(facts, answer.body)
  const got = `body ${excerpt(answer.body)}`
  return merge(
    isRepeated ? asConvention(problem('leak', 'nothing of the request in the body', got)) : CLEAN,
    leaks && !isRepeated ? problem('leak', 'no secret in the body', got) : CLEAN,
    judgeHeadLeak(facts),
    judgeInternals(answer),
  )
}

/**
 * Other servers repeat the target in their 404, and a key that they refuse in their message: the client that sent it has it.
 * Each text is one whole: where more of a secret than was sent follows, it is disclosed.
 */
function isEcho(facts: Facts, text: string): boolean {
  const { entry, step, request, redactor } = facts
  if (entry !== undefined) return false
  if (repeatsTarget(facts, text)) return true
  const rest = text.replaceAll(step.request.target, '')
  const sent = request.headers.flatMap(([name, value]) =>
    /^cookie$/i.test(name) ? value.split(/[;=]/).map((part) => part.trim()) : [value, value.replace(/^\S+ +/, '')],
  )
  const pieces = sent.flatMap((one) => [one, decodePercent(one), JSON.stringify(one).slice(1, -1), inAscii(one)])
  const whole = [...new Set(pieces)].filter(({ length }) => length > 3).toSorted((a, b) => b.length - a.length)
  return !redactor.leaks(whole.reduce(withoutWhole, rest))
}

/** The target, or its query alone: a server may send the client on to the same path with a slash at its end. */
function repeatsTarget({ entry, step, redactor }: Facts, text: string): boolean {
  const { target } = step.request
  const query = target.slice(target.indexOf('?'))
  const rest = text.replaceAll(target, '')
  return entry === undefined && !redactor.leaks(query.startsWith('?') ? rest.replaceAll(query, '') : rest)
}

/** Words of a refusal, or of a record that is not there. */
const REFUSES =
  /not (?:be )?found|no such|does ?n[o']t exist|unable to find|not (?:allowed|permitted|authori[sz]ed|a member|the owner)|permission|forbidden|denied|unauthori[sz]ed/i

/** Whether an answer of another server is a refusal that is written down and has the wrong status: its handler has not failed. */
export function isRefusalIn500({ answer, entry }: Pick<Facts, 'answer' | 'entry'>): boolean {
  if (entry !== undefined || answer.status !== 500 || answer.body.length > 300) return false
  return parseObject(answer.body) !== undefined && REFUSES.test(answer.body)
}

/** As JSON libraries write it that escape every other character. */
function inAscii(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** A text without another, where that is not a part of a longer word. */
function withoutWhole(text: string, piece: string): string {
  const quoted = piece.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
  return text.replaceAll(new RegExp(`(?<![\\w-])${quoted}(?![\\w-])`, 'g'), '')
}

/** A rule about the answer alone. Refusals of the same bytes are one object, which is judged once. */
function onceEach(judge: (answer: RawResponse) => Judgement): (answer: RawResponse) => Judgement {
  const known = new WeakMap<RawResponse, Judgement>()
  return (answer) => {
    const before = known.get(answer)
    if (before !== undefined) return before
    const judgement = judge(answer)
    known.set(answer, judgement)
    return judgement
  }
}

const judgeInternals = onceEach(({ body }) =>
  merge(
    STACKS.some((stack) => stack.test(body))
      ? problem('stack', 'no stack in the body', `body ${excerpt(body)}`)
      : CLEAN,
    QUERY_ERROR.test(body)
      ? problem(
          showsConstraint(body) ? 'thrown' : 'query',
          'no error of a database in the body',
          `body ${excerpt(body)}`,
        )
      : CLEAN,
  ),
)

/** A head that repeats the target of another server's request discloses nothing that the client has not. */
function judgeHeadLeak(facts: Facts): Judgement {
  const { answer, redactor, request } = facts
  if (!redactor.leaks(answer.head)) return CLEAN
  const head = withoutRenewedCookies(answer.head, request)
  if (!redactor.leaks(head) || isOrdinary(facts, head)) return CLEAN
  const leak = problem('leak', 'no secret in the headers', `headers ${excerpt(answer.head)}`)
  return repeatsTarget(facts, head) ? asConvention(leak) : leak
}

/** A cookie that is set again, with the value that the client sent, begins its life anew: that discloses nothing. */
function withoutRenewedCookies(head: string, { headers }: Facts['request']): string {
  const sent = headers.flatMap(([name, value]) => (name.toLowerCase() === 'cookie' ? value.split(';') : []))
  const pairs = new Set(sent.map((pair) => decodePercent(pair.trim())))
  return head.replace(/^set-cookie:[ \t]*([^;\r\n]*)[^\r\n]*/gim, (line, pair: string) =>
    pairs.has(decodePercent(pair.trim())) ? '' : line,
  )
}

/**
 * Whether all that an answer holds of secrets are words that it would hold anyway: the request brings nothing of a secret,
 * or the answer without a credential, or the application's own wording, has those words, too.
 */
function isOrdinary({ request, norms, redactor, without }: Facts, text: string): boolean {
  const words = redactor.wordsIn(text)
  if (words === undefined) return false
  const sent = [request.target, ...request.headers.map(([, value]) => value), request.body ?? ''].join('\n')
  if (redactor.redact(sent) === sent) return true
  const usual = [without?.head, without?.body, ...Object.values(norms).map(({ body }: Norm) => body)]
    .join('\n')
    .toLowerCase()
  return words.every((word) => usual.includes(word))
}

/** The default 401 (semantics 5): body, challenges, cache and sniffing rules, nothing that starts a session. */
export function judgeDefaultDenial(facts: Facts): Judgement {
  const { answer, norms, method, fixture, scenario } = facts
  const expectedBody =
    fixture?.denied?.detail === undefined ? norms.denied.body : JSON.stringify({ detail: fixture.denied.detail })
  return merge(
    judgeStatus(answer, fixture?.denied?.status ?? refusalStatus(norms.denied.status)),
    method === 'HEAD' || expectedBody === undefined || answer.body === expectedBody
      ? CLEAN
      : problem('detail', `body ${expectedBody}`, `body ${excerpt(answer.body)}`),
    method !== 'HEAD' || answer.body === ''
      ? CLEAN
      : problem('head-body', 'no body after HEAD', `body ${excerpt(answer.body)}`),
    answer.status === 401 && scenario.exercise !== 'wrapped' ? judgeChallenges(facts) : CLEAN,
    judgeFields(answer),
  )
}

/** An exception handler may choose among 3xx and 4xx. A 200 or 500 does not count as a refusal, unless the fixtures say so. */
export function refusalStatus(norm: number): number {
  return norm >= 300 && norm < 500 ? norm : 401
}

/** The status is the one expected; a redirect is named as such. */
export function judgeStatus(answer: RawResponse, expected: number): Judgement {
  if (answer.status === expected) return CLEAN
  if (answer.status >= 200 && answer.status < 300)
    return problem('accepted', String(expected), `${answer.status} ${excerpt(answer.body)}`)
  if (answer.status >= 300 && answer.status < 400) {
    return problem(
      'redirect',
      String(expected),
      `${answer.status} to ${fieldOf(answer.headers, 'location') ?? 'nowhere'}`,
    )
  }
  return problem(
    answer.status >= 500 ? 'crash' : 'status',
    String(expected),
    `${answer.status} ${excerpt(answer.body)}`,
  )
}

/** By the answer, for the auth that it was judged with last: the refusals of a route are judged one after the other. */
const challenged = new WeakMap<RawResponse, { readonly auth: Route['auth']; readonly judgement: Judgement }>()

function judgeChallenges({ answer, route: { auth }, policy }: Facts): Judgement {
  if (policy.challenge === 'never') return CLEAN
  const before = challenged.get(answer)
  if (before?.auth === auth && before !== undefined) return before.judgement
  const judgement = judgeChallengesOf(answer, auth)
  challenged.set(answer, { auth, judgement })
  return judgement
}

/** One challenge per scheme of the effective auth, none of another, without `error` (RFC 9110 section 11.6.1). */
function judgeChallengesOf(answer: RawResponse, auth: Route['auth']): Judgement {
  const lines = fieldsOf(answer.headers, 'www-authenticate')
  const got = new Set(
    lines.flatMap((line) =>
      [...line.matchAll(/(?:^|,\s*)([A-Za-z][\w-]*)(?=\s+[\w-]+\s*=|\s*$|\s*,)/g)].map(
        (match) => match[1]?.toLowerCase() ?? '',
      ),
    ),
  )
  const leaves = leavesOf(auth)
  const expected = new Set(leaves.map(({ challenge }) => challenge.scheme.toLowerCase()))
  // Two keys have one scheme and a challenge each: where challenges name the keys, they name every one.
  const keys = leaves.flatMap(({ carrier }) => (isNamed(carrier) ? [quoted(carrier.name)] : []))
  const named = lines.filter((line) => /^ApiKey\b.*\bname="/i.test(line)).join()
  const unnamed = named === '' ? [] : keys.filter((name) => !named.includes(`name=${name}`))
  const missing = [...[...expected].filter((scheme) => !got.has(scheme)), ...unnamed]
  const surplus = [...got].filter((scheme) => !expected.has(scheme))
  return merge(
    missing.length === 0
      ? CLEAN
      : problem(
          'challenge',
          `WWW-Authenticate for ${[...expected, ...unnamed].join(', ')}`,
          lines.join(', ') || 'no WWW-Authenticate',
        ),
    surplus.length === 0
      ? CLEAN
      : problem('challenge', `WWW-Authenticate for ${[...expected].join(', ')} only`, lines.join(', ')),
    lines.some((line) => /\berror\s*=/.test(line))
      ? problem('challenge', 'a challenge without error=', lines.join(', '))
      : CLEAN,
  )
}

/** As a quoted string spells it (RFC 9110 section 5.6.4). */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, String.raw`\$&`)}"`
}

/** Never stored, never sniffed, starts no session, leads nowhere else. */
const judgeFields = onceEach((answer) => {
  const cache = fieldOf(answer.headers, 'cache-control') ?? ''
  return merge(
    /\bno-store\b/i.test(cache)
      ? CLEAN
      : problem('cache', 'Cache-Control: no-store', cache === '' ? 'no Cache-Control' : `Cache-Control: ${cache}`),
    fieldOf(answer.headers, 'x-content-type-options') === 'nosniff'
      ? CLEAN
      : problem('sniff', 'X-Content-Type-Options: nosniff', 'none'),
    fieldOf(answer.headers, 'content-type')?.toLowerCase().includes('json') === false
      ? problem('content-type', 'a JSON body', fieldOf(answer.headers, 'content-type') ?? '')
      : CLEAN,
    fieldsOf(answer.headers, 'set-cookie').every(isReset)
      ? CLEAN
      : problem('set-cookie', 'no Set-Cookie', 'Set-Cookie on a refusal'),
    fieldOf(answer.headers, 'location') === undefined
      ? CLEAN
      : problem('redirect', 'no Location', `Location: ${fieldOf(answer.headers, 'location')}`),
  )
})

/** The cache rules of an accepted answer: our own server must give some, and no server may call it public. */
export function judgeCache({ answer, entry }: Facts): Judgement {
  const cache = fieldOf(answer.headers, 'cache-control')
  if (cache === undefined && entry !== undefined)
    return problem('cache', 'Cache-Control: no-store, or what the handler says', 'no Cache-Control')
  return /\bpublic\b/i.test(cache ?? '')
    ? problem('cache', 'no Cache-Control: public', `Cache-Control: ${cache}`)
    : CLEAN
}

/** A text on one line. It is shortened when it is shown: cut before, a secret in it would not be known any more. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line === '' ? '(empty)' : line
}
