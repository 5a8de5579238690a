import type { FixtureFile } from '../credentials/define.ts'
import { resolveFixtures } from '../credentials/resolve.ts'
import type { TextSource } from '../credentials/resolve-text.ts'
import { authenticatorFor, throwawayOf } from '../credentials/user-logins.ts'
import type { Fixtures } from '../model/fixtures.ts'
import { HarnessError } from '../model/failure.ts'
import type { Route } from '../model/route.ts'
import type { Ledger } from '../observe/ledger.ts'
import { passesIn } from './issuer.ts'
import { withLogins } from './log-in.ts'
import { routesOfSubject, type Subject } from './subject.ts'

type Input = Parameters<typeof withLogins>[0] & {
  readonly subject: Subject
  readonly fixtures: FixtureFile
  /** For messages. */
  readonly fixturesName: string
  readonly source: TextSource
  /** Nothing is sent. */
  readonly dry: boolean
}

/** The fixtures with the credentials of their logins. @param given as written, before what guards are was read out of it */
export function resolveWith(
  start: Input,
  given: Input,
  routes: readonly Route[],
  ledger: Ledger | undefined,
  logins: Parameters<typeof withLogins>[2],
): Promise<Fixtures> {
  const { fixtures, source, subject, dry } = start
  return withLogins(start, ledger, logins, (logIn) =>
    resolveFixtures({
      fixtures,
      routes,
      source,
      sessions: subject.kind === 'local' ? subject.api.sessionsOn() : undefined,
      logIn,
      passes: passesIn(subject, dry),
      throwaway: throwawayWith(given, routesOfSubject(subject)),
      dry,
    }),
  ).catch((error: unknown) => {
    throw inFile(error, start.fixturesName)
  })
}

function throwawayWith(
  { fixtures, fixturesName }: Pick<Input, 'fixtures' | 'fixturesName'>,
  routes: readonly Route[],
): Parameters<typeof resolveFixtures>[0]['throwaway'] {
  const requests = throwawayOf(fixtures, routes, fixturesName)
  if (requests === undefined || fixtures.login === undefined) return undefined
  return { ...requests, authenticator: authenticatorFor(fixtures.login, routes, fixturesName) }
}

/** An error of a value in the fixtures, with the file that holds it. */
export function inFile(error: unknown, file: string): unknown {
  if (!(error instanceof HarnessError) || !error.code.startsWith('SVC_FIXTURE_') || error.message.includes(file))
    return error
  return new HarnessError(error.code, `${file}  ${error.message}`, error.exitCode, { cause: error })
}
