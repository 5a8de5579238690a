import type { RequestData } from '../model/request.ts'
import type { SessionValue } from '../model/fixtures.ts'
import { withAuthorization, withCookie, withHeader, withQuery } from '../subject/place.ts'
import { type Row, rowsOf } from './row.ts'
import type { Subject } from '../subject/leaf-subject.ts'

const NAME = 'the cookie is found by a loose comparison of names'
const AMBIGUOUS = 'of two cookies with one name, one is picked; a subdomain can set the other (cookie tossing)'
const PLACE = 'the session is read from more places than its cookie'
const PREFIX = 'the cookie without __Host- is read too: a neighbour on another port or subdomain can set it'

/** A row whose request is written from a good session. */
const cookie = rowsOf((subject, write: (request: RequestData, session: SessionValue) => RequestData | undefined) => {
  const session = sessionOf(subject)
  return session && write(subject.bare, session)
})

/** A good session in another place than its cookie, and cookies that are nearly the right one. */
// oxfmt-ignore
export const SESSION_PLACE_ROWS: readonly Row[] = [
  ...cookie(AMBIGUOUS, 'unusable', {
    'session.dup-first': ['a good session cookie followed by a bad one', (r, s) => withCookie(withCookie(r, `${s.name}=${s.value}`), `${s.name}=bad`)],
    'session.dup-last': ['a bad session cookie followed by a good one', (r, s) => withCookie(withCookie(r, `${s.name}=bad`), `${s.name}=${s.value}`)],
  }),
  ...cookie('other cookies do not matter', 'good', {
    'session.after-others': [
      'a session cookie between two others',
      (r, s) => withCookie(withCookie(withCookie(r, 'a=1'), `${s.name}=${s.value}`), 'b=2'),
    ],
  }),
  ...cookie(NAME, 'absent', {
    'session.name-suffix': ['a good session under a longer name', (r, s) => withCookie(r, `x${s.name}=${s.value}`)],
    'session.name-case': [
      'a good session under the name in capitals',
      (r, s) => (s.name === s.name.toUpperCase() ? undefined : withCookie(r, `${s.name.toUpperCase()}=${s.value}`)),
    ],
    'session.name-host': [
      'a good session under the name with __Host- in front',
      (r, s) => (s.name.startsWith('__Host-') ? undefined : withCookie(r, `__Host-${s.name}=${s.value}`)),
    ],
  }),
  ...cookie(PLACE, 'absent', {
    'session.in-header': ['a good session in a header', (r, s) => withHeader(r, `x-${s.name.replace(/\W/g, '')}-session`, s.value)],
    'session.in-h3-header': ['a good session in x-h3-session', (r, s) => withHeader(r, 'x-h3-session', s.value)],
    'session.in-named-header': ['a good session in a header of the name of the cookie', (r, s) => withHeader(r, s.name.replaceAll('.', '-'), s.value)],
    'session.in-query': ['a good session in the query', (r, s) => withQuery(r, `${encodeURIComponent(s.name)}=${encodeURIComponent(s.value)}`)],
    'session.in-authorization': ['a good session as a bearer token', (r, s) => withAuthorization(r, `Bearer ${s.value}`)],
  }),
  ...cookie('the header is searched, not parsed', 'absent', {
    'session.in-value': ['a good session pair inside another cookie', (r, s) => withCookie(r, `other=${s.name}=${s.value}`)],
  }),
  ...cookie(PLACE, 'absent', {
    'session.in-x-header': ['a good session in a header x-<cookie>', (r, s) => withHeader(r, `x-${plainName(s).replaceAll('.', '-')}`, s.value)],
  }),
  ...cookie(PREFIX, 'good', {
    'session.name-public': ['a good session, served as in public', (r, s) => withCookie(r, `__Host-${plainName(s)}=${s.value}`), { mode: 'public' }],
  }),
  ...cookie(PREFIX, 'absent', {
    'session.name-plain': [
      'a good session in the cookie without __Host-, served as in public',
      (r, s) => withCookie(r, `${plainName(s)}=${s.value}`),
      { mode: 'public' },
    ],
  }),
]

/** The sealed session of a subject, where there is one. */
export function sessionOf(subject: Subject): SessionValue | undefined {
  return subject.good?.value.type === 'session' ? subject.good.value : undefined
}

/** The name of the cookie without the prefix that it has in public. */
function plainName({ name }: SessionValue): string {
  return name.replace(/^__Host-/, '')
}
