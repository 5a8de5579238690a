import type { RequestData } from '../model/request.ts'
import type { SessionValue } from '../model/fixtures.ts'
import type { RowIn, RowName } from '../model/row-name.ts'
import { withCookie, withHeader, withQuery } from '../subject/place.ts'
import { sessionOf } from './session-place.ts'
import type { Row } from './row.ts'

const CLIENT = 'the flag is believed from where the client can write it'
const TRUTHY = 'the flag is tested for truth and not for the boolean true'

/** The name that the harness seals a session of an ordinary user under. */
const ORDINARY = 'ordinary'

/** `fwAuthSuperuser`: sessions of ordinary users, and the flag in every place where it must not count. */
export const SUPERUSER_ROWS: readonly Row[] = [
  ordinary('superuser.ordinary', 'a session of an ordinary user', 'the session is tested and the flag is not'),
  flag('flag-text', 'a session whose flag is the text true', TRUTHY),
  flag('flag-false-text', 'a session whose flag is the text false', TRUTHY),
  flag('flag-one', 'a session whose flag is the number 1', TRUTHY),
  flag('flag-list', 'a session whose flag is a list', TRUTHY),
  flag('flag-object', 'a session whose flag is an object', TRUTHY),
  flag('flag-snake', 'a session with is_superuser instead of isSuperuser', 'more than one spelling of the flag counts'),
  flag(
    'flag-inherited',
    'a session with the flag in a __proto__ key',
    'the session is merged into an object with a prototype',
  ),
  ordinary('superuser.in-header', 'an ordinary session with the flag in a header', CLIENT, (r) =>
    withHeader(withHeader(r, 'isSuperuser', 'true'), 'X-Is-Superuser', 'true'),
  ),
  ordinary('superuser.in-role-header', 'an ordinary session with a role in a header', CLIENT, (r) =>
    withHeader(withHeader(r, 'X-Role', 'superuser'), 'X-Admin', 'true'),
  ),
  ordinary('superuser.in-query', 'an ordinary session with the flag in the query', CLIENT, (r) =>
    withQuery(withQuery(r, 'isSuperuser=true'), 'is_superuser=1'),
  ),
  ordinary('superuser.in-cookie', 'an ordinary session with the flag in a cookie', CLIENT, (r) =>
    withCookie(withCookie(r, 'isSuperuser=true'), 'role=superuser'),
  ),
  ordinary('superuser.in-body', 'an ordinary session with the flag in a body', CLIENT, (r) =>
    r.body === undefined
      ? { ...withHeader(r, 'Content-Type', 'application/json'), body: '{"isSuperuser":true}' }
      : undefined,
  ),
  {
    name: 'superuser.demoted',
    title: 'a session from before a superuser became an ordinary user',
    cause: 'the flag of the seal is believed although loadUser knows better',
    cwe: 613,
    presented: 'wrong',
    request: (subject) => {
      const session = subject.sessions.find(({ variants }) => variants['demoted'] !== undefined)
      return session && withCookie(subject.bare, `${session.name}=${session.variants['demoted']}`)
    },
  },
  anonymous('superuser.anonymous-header', 'the flag in a header and no session', CLIENT, (r) =>
    withHeader(withHeader(r, 'isSuperuser', 'true'), 'X-User', 'root'),
  ),
]

function ordinary(
  name: RowName,
  title: string,
  cause: string,
  change: (request: RequestData) => RequestData | undefined = (r) => r,
): Row {
  return withVariant(name, title, cause, ORDINARY, change)
}

function flag(key: RowIn<'superuser'>, title: string, cause: string): Row {
  return withVariant(`superuser.${key}`, title, cause, key, (request) => request)
}

function withVariant(
  name: RowName,
  title: string,
  cause: string,
  key: string,
  change: (request: RequestData) => RequestData | undefined,
): Row {
  return {
    name,
    title,
    cause,
    cwe: 269,
    presented: 'wrong',
    request: (subject) => {
      const session: SessionValue | undefined = sessionOf(subject)
      const value = session?.variants[key]
      if (session === undefined || value === undefined) return undefined
      return change(withCookie(subject.bare, `${session.name}=${value}`))
    },
  }
}

function anonymous(name: RowName, title: string, cause: string, change: (request: RequestData) => RequestData): Row {
  return { name, title, cause, cwe: 269, presented: 'absent', request: (subject) => change(subject.bare) }
}
