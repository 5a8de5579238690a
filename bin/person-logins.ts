import type { FixtureFile, LoginFixture } from '../harness/credentials/define.ts'
import { entriesOf, isLogin } from '../harness/credentials/entries.ts'
import { SecretTexts } from '../harness/credentials/secret-texts.ts'
import { withUserLogins } from '../harness/credentials/user-logins.ts'
import { HarnessError } from '../harness/model/failure.ts'
import { authenticatorsOf, type Route } from '../harness/model/route.ts'
import { logInOnce } from '../harness/setup/log-in.ts'
import { routesOfSubject } from '../harness/setup/subject.ts'
import type { PersonLogins } from '../server/dev/people.ts'
import type { Loaded } from '../server/files/load.ts'
import type { DocsLogin } from '../server/openapi/docs-route.ts'

interface Login {
  readonly authenticator: string
  readonly isSession: boolean
  readonly login: LoginFixture['login']
}

/** Milliseconds that a person waits for a login. */
const PATIENCE = 10_000

/**
 * The logins of the fixtures' users as `svc test-auth` makes them: those of `loginWith`, and the one login that is filled for
 * each user.
 *
 * @param source reads what fixtures leave to the environment
 */
export function personLogins(
  fixtures: FixtureFile,
  source: ConstructorParameters<typeof SecretTexts>[0],
  file: string,
): PersonLogins {
  const loginsOf = (loaded: Loaded, user: string): readonly Login[] => {
    const routes = routesOf(loaded)
    const sessions = new Set(
      authenticatorsOf(routes)
        .filter(({ carrier }) => carrier.in === 'session')
        .map(({ name }) => name),
    )
    return findLogins(fixtures, routes, file)
      .filter((login) => login.user === user)
      .map(({ authenticator, login }) => ({ authenticator, login, isSession: sessions.has(authenticator) }))
  }
  return {
    authenticatorsOf: (loaded, user) => loginsOf(loaded, user).map(({ authenticator }) => authenticator),
    async logIn(loaded, user) {
      const texts = new SecretTexts(source)
      let given: DocsLogin = { credentials: {} }
      for (const { authenticator, isSession, login } of loginsOf(loaded, user)) {
        const request = texts.request(login.request, `credentials.${authenticator}.${user}`)
        const subject = { kind: 'local', api: loaded.api, base: loaded.base } as const
        const value = await logInOnce({ subject, timeout: PATIENCE, dry: false }, request, login)
        given = isSession
          ? { ...given, session: value }
          : { ...given, credentials: { ...given.credentials, [authenticator]: { value } } }
      }
      return given
    },
  }
}

function routesOf({ api, base }: Loaded): readonly Route[] {
  return routesOfSubject({ kind: 'local', api, base })
}

/** None where the fixtures do not fit the application: `svc test-auth` says how. */
function findLogins(
  fixtures: FixtureFile,
  routes: readonly Route[],
  file: string,
): readonly (Omit<Login, 'isSession'> & { readonly user: string })[] {
  const users = Object.keys(fixtures.users ?? {})
  try {
    const { credentials = {} } = withUserLogins(fixtures, routes, file)
    return Object.entries(credentials).flatMap(([authenticator, fixture]) =>
      entriesOf(authenticator, fixture, users).flatMap(({ kind, user, input }) =>
        kind === 'valid' && isLogin(input) ? [{ authenticator, user, login: input.login }] : [],
      ),
    )
  } catch (error) {
    if (error instanceof HarnessError) return []
    throw error
  }
}
