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
export const HEADER_ROWS: readonly Row[] = [
  row('header.dup-last', 'a bad key followed by a good one on a second line', AMBIGUOUS, 'unusable', (r, k, v) =>
    withHeader(withHeader(r, k, 'bad'), k, v),
  ),
  row('header.dup-first', 'a good key followed by a bad one on a second line', AMBIGUOUS, 'unusable', (r, k, v) =>
    withHeader(withHeader(r, k, v), k, 'bad'),
  ),
  row('header.dup-same', 'the same good key on two lines', AMBIGUOUS, 'unusable', (r, k, v) =>
    withHeader(withHeader(r, k, v), k, v),
  ),
  row(
    'header.dup-case',
    'a good key followed by a bad one under the name in capitals',
    AMBIGUOUS,
    'unusable',
    (r, k, v) => withHeader(withHeader(r, k, v), k.toUpperCase(), 'bad'),
  ),
  row('header.joined-first', 'a good key joined with a bad one by a comma', AMBIGUOUS, 'wrong', (r, k, v) =>
    withHeader(r, k, `${v}, bad`),
  ),
  row('header.joined-last', 'a bad key joined with a good one by a comma', AMBIGUOUS, 'wrong', (r, k, v) =>
    withHeader(r, k, `bad, ${v}`),
  ),
  row(
    'header.quoted',
    'a good key in quotation marks',
    'the value is unquoted before it is compared',
    'wrong',
    (r, k, v) => withHeader(r, k, `"${v}"`),
  ),
  row(
    'header.nbsp',
    'a good key followed by a byte A0',
    'the value goes through trim(), which takes more than spaces',
    'wrong',
    (r, k, v) => withHeader(r, k, `${v}\u00a0`),
  ),
  row('header.scheme', 'a good key after a scheme', 'everything up to a space is cut off', 'wrong', (r, k, v) =>
    withHeader(r, k, `ApiKey ${v}`),
  ),
  row('header.underscore', 'a good key under the name with underscores', NAME, 'absent', (r, k, v) =>
    k.includes('-') ? withHeader(r, k.replaceAll('-', '_'), v) : undefined,
  ),
  row('header.http-prefix', 'a good key under HTTP_ and the name', NAME, 'absent', (r, k, v) =>
    withHeader(r, `HTTP_${k.replaceAll('-', '_')}`, v),
  ),
  row('header.name-prefix', 'a good key under a longer name', NAME, 'absent', (r, k, v) => withHeader(r, `${k}-X`, v)),
  row('header.x-variant', 'a good key under the name with X- added or left out', NAME, 'absent', (r, k, v) =>
    withHeader(r, /^x-/i.test(k) ? k.slice(2) : `X-${k}`, v),
  ),
  row(
    'header.name-case',
    'a good key under the name in small letters',
    'header names have no case (RFC 9110 section 5.1)',
    'good',
    (r, k, v) => withHeader(r, k.toLowerCase(), v),
  ),
  row(
    'header.name-capitals',
    'a good key under the name in capitals',
    'header names have no case (RFC 9110 section 5.1)',
    'good',
    (r, k, v) => withHeader(r, k.toUpperCase(), v),
  ),
  {
    ...row(
      'header.colon-space',
      'a good key with a space before the colon',
      'a lenient parser (RFC 9112 section 5.1 wants 400)',
      'absent',
      (r, k, v) => withHeader(r, `${k} `, v),
    ),
    expect: 'parser',
    transport: 'raw',
  },
  {
    ...row(
      'header.folded',
      'a good key on a folded line',
      'a lenient parser (RFC 9112 section 5.2)',
      'absent',
      (r, k, v) => withHeader(r, 'X-Folded', `a\r\n ${k}: ${v}`),
    ),
    expect: 'parser',
    transport: 'raw',
  },
  row('header.in-query', 'a good key in a query parameter of that name', PLACE, 'absent', (r, k, v) =>
    withQuery(r, `${encodeURIComponent(k)}=${encodeURIComponent(v)}`),
  ),
  row('header.in-query-usual', 'a good key in query parameters that keys often have', PLACE, 'absent', (r, k, v) =>
    [k.toLowerCase(), 'key', 'api_key', 'apikey', 'apiKey', 'api-key', 'token', 'access_token'].reduce(
      (one, name) => withQuery(one, `${encodeURIComponent(name)}=${encodeURIComponent(v)}`),
      r,
    ),
  ),
  row('header.in-cookie', 'a good key in a cookie of that name', PLACE, 'absent', (r, k, v) =>
    withCookie(r, `${k}=${v}`),
  ),
  row('header.in-authorization', 'a good key in Authorization', PLACE, 'absent', (r, k, v) =>
    isAuthorization(k) ? undefined : withAuthorization(r, `Bearer ${v}`),
  ),
  row('header.in-authorization-bare', 'a good key in Authorization, without a scheme', PLACE, 'absent', (r, k, v) =>
    isAuthorization(k) ? undefined : withAuthorization(r, v),
  ),
  row('header.in-body', 'a good key in a JSON body', PLACE, 'absent', (r, k, v) =>
    r.body === undefined
      ? { ...withHeader(r, 'Content-Type', 'application/json'), body: JSON.stringify({ [k]: v }) }
      : undefined,
  ),
  {
    ...row(
      'header.in-trailer',
      'a good key in a trailer',
      'trailers are merged into the headers (RFC 9110 section 6.5.1)',
      'absent',
      trailer,
    ),
    transport: 'raw',
    expect: 'parser',
  },
]

function trailer(request: RequestData, name: string, value: string): RequestData | undefined {
  if (request.body !== undefined) return undefined
  const chunked = withHeader(withHeader(request, 'Transfer-Encoding', 'chunked'), 'Trailer', name)
  return { ...chunked, body: `2\r\n{}\r\n0\r\n${name}: ${value}\r\n\r\n` }
}

function isAuthorization(name: string): boolean {
  return name.toLowerCase() === 'authorization'
}
