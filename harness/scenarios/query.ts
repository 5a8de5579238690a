import { utf8Bytes } from '../text/encoding.ts'
import { withAuthorization, withCookie, withHeader, withPath, withQuery } from '../subject/place.ts'
import { paramNameOf, textOf } from '../subject/leaf-subject.ts'
import { type Row, rowsOf, type WriteKey } from './row.ts'

const PLACE = 'the key is read in more places than the declared one'
const AMBIGUOUS = 'a repeated parameter is read by its first or last value, so two readers can disagree'
const PARSER = 'the query is parsed by a reader with conventions of its own'

const row = rowsOf((subject, write: WriteKey, { name }) => {
  const value = textOf(subject)
  const raw = !name.startsWith('query.in-') || name === 'query.in-body'
  const written = raw ? encodeURIComponent(value) : utf8Bytes(value)
  return write(subject.bare, encodeURIComponent(paramNameOf(subject)), written)
})

/** A key in the query: every way to write the parameter that is not the declared one. */
export const QUERY_ROWS: readonly Row[] = [
  row('query.dup-first', 'a good key followed by a bad one under the same name', AMBIGUOUS, 'unusable', (r, k, v) =>
    withQuery(withQuery(r, `${k}=${v}`), `${k}=bad`),
  ),
  row('query.dup-last', 'a bad key followed by a good one under the same name', AMBIGUOUS, 'unusable', (r, k, v) =>
    withQuery(withQuery(r, `${k}=bad`), `${k}=${v}`),
  ),
  row('query.dup-same', 'the same good key twice', AMBIGUOUS, 'unusable', (r, k, v) =>
    withQuery(withQuery(r, `${k}=${v}`), `${k}=${v}`),
  ),
  row('query.dup-empty', 'an empty key followed by a good one', AMBIGUOUS, 'unusable', (r, k, v) =>
    withQuery(withQuery(r, `${k}=`), `${k}=${v}`),
  ),
  row('query.brackets', 'a good key under name[]', PARSER, 'absent', (r, k, v) => withQuery(r, `${k}[]=${v}`)),
  row('query.index', 'a good key under name[0]', PARSER, 'absent', (r, k, v) => withQuery(r, `${k}[0]=${v}`)),
  row('query.nested', 'a good key under name[key]', PARSER, 'absent', (r, k, v) => withQuery(r, `${k}[key]=${v}`)),
  row('query.amp', 'a good key after an HTML-escaped ampersand', PARSER, 'absent', (r, k, v) =>
    withQuery(r, `x=1&amp;${k}=${v}`),
  ),
  row('query.semicolon', 'a good key after a semicolon', PARSER, 'absent', (r, k, v) => withQuery(r, `x=1;${k}=${v}`)),
  row('query.name-case', 'a good key under the name in the other case', PARSER, 'absent', (r, k, v) =>
    otherCase(k, (other) => withQuery(r, `${other}=${v}`)),
  ),
  row('query.name-space', 'a good key under the name followed by a space', PARSER, 'absent', (r, k, v) =>
    withQuery(r, `${k}+=${v}`),
  ),
  row('query.name-prefix', 'a good key under a longer name', PARSER, 'absent', (r, k, v) => withQuery(r, `x${k}=${v}`)),
  row(
    'query.name-encoded',
    'a good key under a name that is percent-encoded',
    'names are form-decoded once',
    'good',
    (r, k, v) => withQuery(r, `${encodeFirst(k)}=${v}`),
  ),
  row(
    'query.name-twice-encoded',
    'a good key under a name that is encoded twice',
    'names are decoded twice',
    'absent',
    (r, k, v) => withQuery(r, `${encodeFirst(k).replace('%', '%25')}=${v}`),
  ),
  row(
    'query.broken-escape',
    'a good key and a percent sign that begins no escape',
    'what does not decode is taken as it is',
    'unusable',
    (r, k, v) => withQuery(r, `${k}=${v}%`),
  ),
  row(
    'query.plus',
    'a good key and a plus sign, which stands for a space',
    'values are trimmed after they are decoded',
    'wrong',
    (r, k, v) => withQuery(r, `${k}=${v}+`),
    { calls: false },
  ),
  row('query.operator', 'an operator of a database in place of a value', PARSER, 'absent', (r, k) =>
    withQuery(r, `${k}[$ne]=svc`),
  ),
  row(
    'query.no-value',
    'the name of the key without a value',
    'presence of a key is tested, not its value',
    'unusable',
    (r, k) => withQuery(r, k),
  ),
  row(
    'query.fragment',
    'a good key after a number sign',
    'the fragment is read as a query',
    'absent',
    (r, k, v) => ({ ...r, target: `${r.target}#?${k}=${v}` }),
    { expect: 'norun' },
  ),
  row(
    'query.matrix',
    'a good key as a matrix parameter',
    PARSER,
    'absent',
    (r, k, v) => withPath(r, (path) => `${path};${k}=${v}`),
    { expect: 'norun' },
  ),
  row('query.in-header', 'a good key in a header of that name', PLACE, 'absent', (r, k, v) =>
    isToken(k) ? withHeader(r, k, v) : undefined,
  ),
  row('query.in-cookie', 'a good key in a cookie of that name', PLACE, 'absent', (r, k, v) =>
    isToken(k) ? withCookie(r, `${k}=${v}`) : undefined,
  ),
  row('query.in-authorization', 'a good key in Authorization', PLACE, 'absent', (r, _k, v) =>
    withAuthorization(r, `ApiKey ${v}`),
  ),
  row('query.in-body', 'a good key in a form body', PLACE, 'absent', (r, k, v) =>
    r.body === undefined
      ? { ...withHeader(r, 'Content-Type', 'application/x-www-form-urlencoded'), body: `${k}=${v}` }
      : undefined,
  ),
]

function otherCase<T>(name: string, write: (other: string) => T): T | undefined {
  const upper = name.toUpperCase()
  return write(upper === name ? name.toLowerCase() : upper)
}

function encodeFirst(name: string): string {
  return `%${name.charCodeAt(0).toString(16).padStart(2, '0')}${name.slice(1)}`
}

function isToken(name: string): boolean {
  return /^[\w!#$&'*+.^`|~-]+$/.test(name)
}
