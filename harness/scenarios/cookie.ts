import { utf8Bytes } from '../text/encoding.ts'
import { withAuthorization, withCookie, withHeader, withQuery } from '../subject/place.ts'
import { paramNameOf, textOf } from '../subject/leaf-subject.ts'
import { type Row, rowsOf, type WriteKey } from './row.ts'

const PLACE = 'the key is read in more places than the declared one'
const AMBIGUOUS = 'of two cookies with one name, one is picked; a subdomain can set the other (cookie tossing)'
const NAME = 'cookie names are compared loosely; they are case-sensitive (RFC 6265 section 4.1)'

const row = rowsOf((subject, write: WriteKey) => write(subject.bare, paramNameOf(subject), utf8Bytes(textOf(subject))))

/** A key in a cookie: repeated names, look-alike names, quoted and encoded values, other places. */
export const COOKIE_ROWS: readonly Row[] = [
  row('cookie.dup-first', 'a good cookie followed by a bad one of the same name', AMBIGUOUS, 'unusable', (r, k, v) =>
    withCookie(withCookie(r, `${k}=${v}`), `${k}=bad`),
  ),
  row('cookie.dup-last', 'a bad cookie followed by a good one of the same name', AMBIGUOUS, 'unusable', (r, k, v) =>
    withCookie(withCookie(r, `${k}=bad`), `${k}=${v}`),
  ),
  row('cookie.dup-same', 'the same good cookie twice', AMBIGUOUS, 'unusable', (r, k, v) =>
    withCookie(withCookie(r, `${k}=${v}`), `${k}=${v}`),
  ),
  {
    ...row(
      'cookie.dup-line',
      'a Cookie line with a bad cookie followed by one with a good one',
      AMBIGUOUS,
      'unusable',
      (r, k, v) => withHeader(withHeader(r, 'Cookie', `${k}=bad`), 'Cookie', `${k}=${v}`),
    ),
    expect: 'parser',
  },
  {
    ...row('cookie.other-line', 'a good cookie on a second Cookie line', AMBIGUOUS, 'unusable', (r, k, v) =>
      withHeader(withHeader(r, 'Cookie', 'other=1'), 'Cookie', `${k}=${v}`),
    ),
    expect: 'parser',
  },
  row('cookie.after-others', 'a good cookie between two others', 'other cookies do not matter', 'good', (r, k, v) =>
    withCookie(withCookie(withCookie(r, 'a=1'), `${k}=${v}`), 'b=2'),
  ),
  row('cookie.suffix', 'a good value under a name that ends like the right one', NAME, 'absent', (r, k, v) =>
    withCookie(r, `foo${k}=${v}`),
  ),
  row('cookie.prefix', 'a good value under a name that begins like the right one', NAME, 'absent', (r, k, v) =>
    withCookie(r, `${k}x=${v}`),
  ),
  row('cookie.name-case', 'a good value under the name in the other case', NAME, 'absent', (r, k, v) =>
    withCookie(r, `${swap(k)}=${v}`),
  ),
  row('cookie.host-prefix', 'a good value under the name with __Host- in front', NAME, 'absent', (r, k, v) =>
    k.startsWith('__Host-') ? undefined : withCookie(r, `__Host-${k}=${v}`),
  ),
  row('cookie.secure-prefix', 'a good value under the name with __Secure- in front', NAME, 'absent', (r, k, v) =>
    k.startsWith('__Secure-') ? undefined : withCookie(r, `__Secure-${k}=${v}`),
  ),
  row('cookie.name-encoded', 'a good value under a name that is percent-encoded', NAME, 'absent', (r, k, v) =>
    withCookie(r, `%${k.charCodeAt(0).toString(16)}${k.slice(1)}=${v}`),
  ),
  row(
    'cookie.in-value',
    'a good pair inside another cookie',
    'the header is searched, not parsed',
    'absent',
    (r, k, v) => withCookie(r, `other=${k}=${v}`),
  ),
  row('cookie.comma', 'a good pair after a comma', 'commas split cookies', 'absent', (r, k, v) =>
    withCookie(r, `other=1,${k}=${v}`),
  ),
  row(
    'cookie.encoded',
    'a good value that is percent-encoded',
    'values are decoded before they are compared',
    'wrong',
    (r, k, v) => withCookie(r, `${k}=%${v.charCodeAt(0).toString(16).padStart(2, '0')}${v.slice(1)}`),
    { calls: false },
  ),
  row(
    'cookie.quoted',
    'a good value in double quotes',
    'quotes are taken off before the value is compared; they belong to it (RFC 6265 section 5.2)',
    'wrong',
    (r, k, v) => withCookie(r, `${k}="${v}"`),
    { calls: false },
  ),
  row(
    'cookie.no-value',
    'the name of the cookie without a value',
    'presence of a key is tested, not its value',
    'unusable',
    (r, k) => withCookie(r, `${k}=`),
  ),
  row('cookie.in-header', 'a good key in a header of that name', PLACE, 'absent', (r, k, v) => withHeader(r, k, v)),
  row('cookie.in-query', 'a good key in a query parameter of that name', PLACE, 'absent', (r, k, v) =>
    withQuery(r, `${encodeURIComponent(k)}=${encodeURIComponent(v)}`),
  ),
  row('cookie.in-authorization', 'a good key in Authorization', PLACE, 'absent', (r, _k, v) =>
    withAuthorization(r, `Bearer ${v}`),
  ),
  row('cookie.in-set-cookie', 'a good cookie in Set-Cookie', PLACE, 'absent', (r, k, v) =>
    withHeader(r, 'Set-Cookie', `${k}=${v}`),
  ),
  row('cookie.in-cookie2', 'a good cookie in Cookie2', PLACE, 'absent', (r, k, v) =>
    withHeader(r, 'Cookie2', `${k}=${v}`),
  ),
]

function swap(name: string): string {
  return name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase()
}
