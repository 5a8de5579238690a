import type { RowName } from '../model/row-name.ts'
import { escapeFirst, otherCase, utf8Bytes } from '../text/encoding.ts'
import { withAuthorization, withCookie, withHeader, withPath, withQuery } from '../subject/place.ts'
import { paramNameOf, textOf } from '../subject/leaf-subject.ts'
import { isReadWithSpace } from '../text/token.ts'
import { type Row, rowsOf, type WriteKey } from './row.ts'

const PLACE = 'the key is read in more places than the declared one'
const AMBIGUOUS = 'a repeated parameter is read by its first or last value, so two readers can disagree'
const PARSER = 'the query is parsed by a reader with conventions of its own'

/** Places that are read byte by byte. */
const ELSEWHERE: ReadonlySet<RowName> = new Set(['query.in-authorization', 'query.in-cookie', 'query.in-header'])

const row = rowsOf((subject, write: WriteKey, { name }) => {
  const value = textOf(subject)
  const raw = !ELSEWHERE.has(name)
  const written = raw ? encodeURIComponent(value) : utf8Bytes(value)
  return write(subject.bare, encodeURIComponent(paramNameOf(subject)), written)
})

/** A key in the query: every way to write the parameter that is not the declared one. */
// oxfmt-ignore
export const QUERY_ROWS: readonly Row[] = [
  ...row(AMBIGUOUS, 'unusable', {
    'query.dup-first': ['a good key followed by a bad one under the same name', (r, k, v) => withQuery(withQuery(r, `${k}=${v}`), `${k}=bad`)],
    'query.dup-last': ['a bad key followed by a good one under the same name', (r, k, v) => withQuery(withQuery(r, `${k}=bad`), `${k}=${v}`)],
    'query.dup-same': ['the same good key twice', (r, k, v) => withQuery(withQuery(r, `${k}=${v}`), `${k}=${v}`)],
    'query.dup-empty': ['an empty key followed by a good one', (r, k, v) => withQuery(withQuery(r, `${k}=`), `${k}=${v}`)],
  }),
  ...row(PARSER, 'absent', {
    'query.brackets': ['a good key under name[]', (r, k, v) => withQuery(r, `${k}[]=${v}`)],
    'query.index': ['a good key under name[0]', (r, k, v) => withQuery(r, `${k}[0]=${v}`)],
    'query.nested': ['a good key under name[key]', (r, k, v) => withQuery(r, `${k}[key]=${v}`)],
    'query.amp': ['a good key after an HTML-escaped ampersand', (r, k, v) => withQuery(r, `x=1&amp;${k}=${v}`)],
    'query.semicolon': ['a good key after a semicolon', (r, k, v) => withQuery(r, `x=1;${k}=${v}`)],
    'query.name-case': ['a good key under the name in the other case', (r, k, v) => withQuery(r, `${otherCase(k)}=${v}`)],
    'query.name-space': ['a good key under the name followed by a space', (r, k, v) => withQuery(r, `${k}+=${v}`)],
    'query.name-prefix': ['a good key under a longer name', (r, k, v) => withQuery(r, `x${k}=${v}`)],
  }),
  ...row('names are form-decoded once', 'good', {
    'query.name-encoded': ['a good key under a name that is percent-encoded', (r, k, v) => withQuery(r, `${escapeFirst(k)}=${v}`)],
  }),
  ...row('names are decoded twice', 'absent', {
    'query.name-twice-encoded': [
      'a good key under a name that is encoded twice',
      (r, k, v) => withQuery(r, `${escapeFirst(k).replace('%', '%25')}=${v}`),
    ],
  }),
  ...row('what does not decode is taken as it is', 'unusable', {
    'query.broken-escape': ['a good key and a percent sign that begins no escape', (r, k, v) => withQuery(r, `${k}=${v}%`)],
  }),
  ...row('values are trimmed after they are decoded', 'wrong', {
    'query.plus': [
      'a good key and a plus sign, which stands for a space',
      (r, k, v) => (isReadWithSpace(decodeURIComponent(v)) ? undefined : withQuery(r, `${k}=${v}+`)),
      { calls: false },
    ],
  }),
  ...row(PARSER, 'absent', {
    'query.operator': ['an operator of a database in place of a value', (r, k) => withQuery(r, `${k}[$ne]=svc`)],
  }),
  ...row('presence of a key is tested, not its value', 'unusable', {
    'query.no-value': ['the name of the key without a value', (r, k) => withQuery(r, k)],
  }),
  ...row('the fragment is read as a query', 'absent', {
    'query.fragment': ['a good key after a number sign', (r, k, v) => ({ ...r, target: `${r.target}#?${k}=${v}` }), { expect: 'norun' }],
  }),
  ...row(PARSER, 'absent', {
    'query.matrix': ['a good key as a matrix parameter', (r, k, v) => withPath(r, (path) => `${path};${k}=${v}`), { expect: 'norun' }],
  }),
  ...row(PLACE, 'absent', {
    'query.in-header': ['a good key in a header of that name', (r, k, v) => (isToken(k) ? withHeader(r, k, v) : undefined)],
    'query.in-cookie': ['a good key in a cookie of that name', (r, k, v) => (isToken(k) ? withCookie(r, `${k}=${v}`) : undefined)],
    'query.in-authorization': ['a good key in Authorization', (r, _k, v) => withAuthorization(r, `ApiKey ${v}`)],
    'query.in-body': [
      'a good key in a form body',
      (r, k, v) =>
        r.body === undefined
          ? { ...withHeader(r, 'Content-Type', 'application/x-www-form-urlencoded'), body: `${k}=${v}` }
          : undefined,
    ],
  }),
]

function isToken(name: string): boolean {
  return /^[\w!#$&'*+.^`|~-]+$/.test(name)
}
