import type { RequestData } from '../model/request.ts'
import { utf8Bytes } from '../text/encoding.ts'
import { withAuthorization, withCookie, withHeader, withQuery } from '../subject/place.ts'
import { paramNameOf, textOf } from '../subject/leaf-subject.ts'
import { type Row, rowsOf, type WriteKey } from './row.ts'

const PLACE = 'the key is read in more places than the declared one'
const AMBIGUOUS =
  'a repeated header is read by its first or last line, or joined with commas, so two readers can disagree'
const NAME = 'header names are compared in a form of their own, as CGI and WSGI do'

const row = rowsOf((subject, write: WriteKey) => write(subject.bare, paramNameOf(subject), utf8Bytes(textOf(subject))))

/** A key in a header: repeated lines, names that look alike, and the same key in every other place. */
// oxfmt-ignore
export const HEADER_ROWS: readonly Row[] = [
  ...row(AMBIGUOUS, 'unusable', {
    'header.dup-last': ['a bad key followed by a good one on a second line', (r, k, v) => withHeader(withHeader(r, k, 'bad'), k, v)],
    'header.dup-first': ['a good key followed by a bad one on a second line', (r, k, v) => withHeader(withHeader(r, k, v), k, 'bad')],
    'header.dup-same': ['the same good key on two lines', (r, k, v) => withHeader(withHeader(r, k, v), k, v)],
    'header.dup-case': [
      'a good key followed by a bad one under the name in capitals',
      (r, k, v) => withHeader(withHeader(r, k, v), k.toUpperCase(), 'bad'),
    ],
  }),
  ...row(AMBIGUOUS, 'wrong', {
    'header.joined-first': ['a good key joined with a bad one by a comma', (r, k, v) => withHeader(r, k, `${v}, bad`)],
    'header.joined-last': ['a bad key joined with a good one by a comma', (r, k, v) => withHeader(r, k, `bad, ${v}`)],
  }),
  ...row('the value is unquoted before it is compared', 'wrong', {
    'header.quoted': ['a good key in quotation marks', (r, k, v) => withHeader(r, k, `"${v}"`)],
  }),
  ...row('the value goes through trim(), which takes more than spaces', 'wrong', {
    'header.nbsp': ['a good key followed by a byte A0', (r, k, v) => withHeader(r, k, `${v}\u00a0`)],
  }),
  ...row('everything up to a space is cut off', 'wrong', {
    'header.scheme': ['a good key after a scheme', (r, k, v) => withHeader(r, k, `ApiKey ${v}`)],
  }),
  ...row(NAME, 'absent', {
    'header.underscore': [
      'a good key under the name with underscores',
      (r, k, v) => (k.includes('-') ? withHeader(r, k.replaceAll('-', '_'), v) : undefined),
    ],
    'header.http-prefix': ['a good key under HTTP_ and the name', (r, k, v) => withHeader(r, `HTTP_${k.replaceAll('-', '_')}`, v)],
    'header.name-prefix': ['a good key under a longer name', (r, k, v) => withHeader(r, `${k}-X`, v)],
    'header.x-variant': ['a good key under the name with X- added or left out', (r, k, v) => withHeader(r, /^x-/i.test(k) ? k.slice(2) : `X-${k}`, v)],
  }),
  ...row('header names have no case (RFC 9110 section 5.1)', 'good', {
    'header.name-case': ['a good key under the name in small letters', (r, k, v) => withHeader(r, k.toLowerCase(), v)],
    'header.name-capitals': ['a good key under the name in capitals', (r, k, v) => withHeader(r, k.toUpperCase(), v)],
  }),
  ...row('a lenient parser (RFC 9112 section 5.1 wants 400)', 'absent', {
    'header.colon-space': ['a good key with a space before the colon', (r, k, v) => withHeader(r, `${k} `, v), { expect: 'parser', transport: 'raw' }],
  }),
  ...row('a lenient parser (RFC 9112 section 5.2)', 'absent', {
    'header.folded': [
      'a good key on a folded line',
      (r, k, v) => withHeader(r, 'X-Folded', `a\r\n ${k}: ${v}`),
      { expect: 'parser', transport: 'raw' },
    ],
  }),
  ...row(PLACE, 'absent', {
    'header.in-query': [
      'a good key in a query parameter of that name',
      (r, k, v) => withQuery(r, `${encodeURIComponent(k)}=${encodeURIComponent(v)}`),
    ],
    'header.in-query-usual': [
      'a good key in query parameters that keys often have',
      (r, k, v) =>
        [k.toLowerCase(), 'key', 'api_key', 'apikey', 'apiKey', 'api-key', 'token', 'access_token', 'jwt'].reduce(
          (one, name) => withQuery(one, `${encodeURIComponent(name)}=${encodeURIComponent(withoutScheme(v))}`),
          r,
        ),
    ],
    'header.in-cookie': ['a good key in a cookie of that name', (r, k, v) => withCookie(r, `${k}=${v}`)],
    'header.in-authorization': ['a good key in Authorization', (r, k, v) => (isAuthorization(k) ? undefined : withAuthorization(r, `Bearer ${v}`))],
    'header.in-authorization-bare': [
      'a good key in Authorization, without a scheme',
      (r, k, v) => (isAuthorization(k) ? undefined : withAuthorization(r, v)),
    ],
    'header.in-body': [
      'a good key in a JSON body',
      (r, k, v) =>
        r.body === undefined
          ? { ...withHeader(r, 'Content-Type', 'application/json'), body: JSON.stringify({ [k]: v }) }
          : undefined,
    ],
  }),
  ...row('trailers are merged into the headers (RFC 9110 section 6.5.1)', 'absent', {
    'header.in-trailer': ['a good key in a trailer', trailer, { transport: 'raw', expect: 'parser' }],
  }),
]

/** The token of `Bearer abc`: a query has no scheme. */
function withoutScheme(value: string): string {
  return value.replace(/^[A-Za-z]+ (?=\S+$)/, '')
}

function trailer(request: RequestData, name: string, value: string): RequestData | undefined {
  if (request.body !== undefined) return undefined
  const chunked = withHeader(withHeader(request, 'Transfer-Encoding', 'chunked'), 'Trailer', name)
  return { ...chunked, body: `2\r\n{}\r\n0\r\n${name}: ${value}\r\n\r\n` }
}

function isAuthorization(name: string): boolean {
  return name.toLowerCase() === 'authorization'
}
