import { escapeFirst, otherCase, utf8Bytes } from '../text/encoding.ts'
import { withAuthorization, withCookie, withHeader, withQuery } from '../subject/place.ts'
import { paramNameOf, textOf } from '../subject/leaf-subject.ts'
import { type Row, rowsOf, type WriteKey } from './row.ts'

const PLACE = 'the key is read in more places than the declared one'
const AMBIGUOUS = 'of two cookies with one name, one is picked; a subdomain can set the other (cookie tossing)'
const NAME = 'cookie names are compared loosely; they are case-sensitive (RFC 6265 section 4.1)'

const row = rowsOf((subject, write: WriteKey) => write(subject.bare, paramNameOf(subject), utf8Bytes(textOf(subject))))

/** A key in a cookie: repeated names, look-alike names, quoted and encoded values, other places. */
// oxfmt-ignore
export const COOKIE_ROWS: readonly Row[] = [
  ...row(AMBIGUOUS, 'unusable', {
    'cookie.dup-first': ['a good cookie followed by a bad one of the same name', (r, k, v) => withCookie(withCookie(r, `${k}=${v}`), `${k}=bad`)],
    'cookie.dup-last': ['a bad cookie followed by a good one of the same name', (r, k, v) => withCookie(withCookie(r, `${k}=bad`), `${k}=${v}`)],
    'cookie.dup-same': ['the same good cookie twice', (r, k, v) => withCookie(withCookie(r, `${k}=${v}`), `${k}=${v}`)],
    'cookie.dup-line': [
      'a Cookie line with a bad cookie followed by one with a good one',
      (r, k, v) => withHeader(withHeader(r, 'Cookie', `${k}=bad`), 'Cookie', `${k}=${v}`),
      { expect: 'parser' },
    ],
    'cookie.other-line': [
      'a good cookie on a second Cookie line',
      (r, k, v) => withHeader(withHeader(r, 'Cookie', 'other=1'), 'Cookie', `${k}=${v}`),
      { expect: 'parser' },
    ],
  }),
  ...row('other cookies do not matter', 'good', {
    'cookie.after-others': ['a good cookie between two others', (r, k, v) => withCookie(withCookie(withCookie(r, 'a=1'), `${k}=${v}`), 'b=2')],
  }),
  ...row(NAME, 'absent', {
    'cookie.suffix': ['a good value under a name that ends like the right one', (r, k, v) => withCookie(r, `foo${k}=${v}`)],
    'cookie.prefix': ['a good value under a name that begins like the right one', (r, k, v) => withCookie(r, `${k}x=${v}`)],
    'cookie.name-case': ['a good value under the name in the other case', (r, k, v) => withCookie(r, `${otherCase(k)}=${v}`)],
    'cookie.host-prefix': [
      'a good value under the name with __Host- in front',
      (r, k, v) => (k.startsWith('__Host-') ? undefined : withCookie(r, `__Host-${k}=${v}`)),
    ],
    'cookie.secure-prefix': [
      'a good value under the name with __Secure- in front',
      (r, k, v) => (k.startsWith('__Secure-') ? undefined : withCookie(r, `__Secure-${k}=${v}`)),
    ],
    'cookie.name-encoded': ['a good value under a name that is percent-encoded', (r, k, v) => withCookie(r, `${escapeFirst(k)}=${v}`)],
  }),
  ...row('the header is searched, not parsed', 'absent', {
    'cookie.in-value': ['a good pair inside another cookie', (r, k, v) => withCookie(r, `other=${k}=${v}`)],
  }),
  ...row('commas split cookies', 'absent', {
    'cookie.comma': ['a good pair after a comma', (r, k, v) => withCookie(r, `other=1,${k}=${v}`)],
  }),
  ...row('values are decoded before they are compared', 'wrong', {
    'cookie.encoded': ['a good value that is percent-encoded', (r, k, v) => withCookie(r, `${k}=${escapeFirst(v)}`), { calls: false }],
  }),
  ...row('quotes are taken off before the value is compared; they belong to it (RFC 6265 section 5.2)', 'wrong', {
    'cookie.quoted': ['a good value in double quotes', (r, k, v) => withCookie(r, `${k}="${v}"`), { calls: false }],
  }),
  ...row('presence of a key is tested, not its value', 'unusable', {
    'cookie.no-value': ['the name of the cookie without a value', (r, k) => withCookie(r, `${k}=`)],
  }),
  ...row(PLACE, 'absent', {
    'cookie.in-header': ['a good key in a header of that name', (r, k, v) => withHeader(r, k, v)],
    'cookie.in-query': [
      'a good key in a query parameter of that name',
      (r, k, v) => withQuery(r, `${encodeURIComponent(k)}=${encodeURIComponent(v)}`),
    ],
    'cookie.in-authorization': ['a good key in Authorization', (r, _k, v) => withAuthorization(r, `Bearer ${v}`)],
    'cookie.in-set-cookie': ['a good cookie in Set-Cookie', (r, k, v) => withHeader(r, 'Set-Cookie', `${k}=${v}`)],
    'cookie.in-cookie2': ['a good cookie in Cookie2', (r, k, v) => withHeader(r, 'Cookie2', `${k}=${v}`)],
  }),
]
