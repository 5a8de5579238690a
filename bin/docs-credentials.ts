import { dirname, relative } from 'node:path'
import type { CredentialInput, FixtureFile, RequestFixture, SessionFixture } from '../harness/credentials/define.ts'
import { entriesOf, readTyped } from '../harness/credentials/entries.ts'
import { findFixtures, readFixtures } from '../harness/credentials/read.ts'
import { resolveText } from '../harness/credentials/resolve-text.ts'
import { userOf } from '../harness/credentials/user-logins.ts'
import { checkNames } from '../harness/credentials/shape.ts'
import { HarnessError } from '../harness/model/failure.ts'
import { routesOfSubject } from '../harness/setup/subject.ts'
import { EXIT } from '../server/base/exit-codes.ts'
import type { PersonLogins } from '../server/dev/people.ts'
import type { Loaded } from '../server/files/load.ts'
import { Modules } from '../server/files/modules.ts'
import type { DocsCredential, DocsDevelopment, DocsPerson } from '../server/openapi/docs-route.ts'
import { CommandError } from './command.ts'
import { personLogins } from './person-logins.ts'

/** The credentials that the reference page of `svc dev --docs-credentials` begins with. */
export interface DocsFixtures {
  /** The good credentials, keys and passwords, by authenticator. */
  readonly credentials: Readonly<Record<string, DocsCredential>>
  /** The users, and the keys of no user. */
  readonly people: readonly DocsPerson[]
  /** How they log in, where they do. */
  readonly logins: PersonLogins
  /** The login with its fields, and the logout. */
  readonly session: NonNullable<DocsDevelopment['session']>
  /**
   * Makes sure that the fixtures name only what the application has. An application that did not load as a whole may lack
   * what they name.
   *
   * @throws {@link CommandError} with the nearest name
   */
  readonly accept: (loaded: Loaded) => void
}

/**
 * Reads from a project's fixtures what fills the reference page. A credential that cannot be resolved is reported and left
 * out.
 *
 * @throws {@link CommandError} where there are no fixtures
 */
export async function readDocsCredentials(root: string, report: (line: string) => void): Promise<DocsFixtures> {
  const path = findFixtures(root)
  if (path === undefined) {
    throw new CommandError(
      'SVC_FIXTURES_MISSING',
      '--docs-credentials needs fixtures. Write them with svc test-auth --init.',
      EXIT.usage,
    )
  }
  const modules = await Modules.open(root)
  try {
    const { fixtures, file } = await readFixtures(path, root, (name) => modules.import(name.replaceAll('\\', '/')))
    const resolve = (text: unknown, place: string): string => resolveText(text, place, sourceOf(file)).value
    return {
      credentials: readCredentials(fixtures, resolve, report),
      people: readPeople(fixtures, resolve),
      logins: personLogins(fixtures, sourceOf(file), relative(root, file)),
      session: readSession(fixtures, resolve),
      accept: (loaded) => requireNames(fixtures, loaded, relative(root, file)),
    }
  } finally {
    await modules.close()
  }
}

function sourceOf(file: string): Parameters<typeof resolveText>[2] {
  return { env: process.env, directory: dirname(file), allowExec: false }
}

/** The value of a text of the fixtures, from the environment or a file. Throws where it cannot be had. */
type Resolve = (text: unknown, place: string) => string

/** The first good one of each authenticator; sessions and logins are not typed on a page. */
function readCredentials(
  fixtures: FixtureFile,
  resolve: Resolve,
  report: (line: string) => void,
): Readonly<Record<string, DocsCredential>> {
  const users = Object.keys(fixtures.users ?? {})
  const found: Record<string, DocsCredential> = {}
  for (const [name, fixture] of Object.entries(fixtures.credentials ?? {})) {
    const place = `credentials.${name}`
    try {
      const good = entriesOf(name, fixture, users).find(({ kind }) => kind === 'valid')
      const typed = good && readTyped(good.input)
      if (typed?.type === 'key') found[name] = { value: resolve(typed.value, place) }
      if (typed?.type === 'basic')
        found[name] = { username: resolve(typed.username, place), password: resolve(typed.password, place) }
    } catch (error) {
      // Any other message may show the value that it is about.
      const reason = error instanceof HarnessError ? error.message : 'its fixture cannot be used'
      report(`--docs-credentials leaves out ${name}: ${reason}`)
    }
  }
  return found
}

/** Users with what they have, those without anything too; good credentials of no user are those of `valid`. */
function readPeople(fixtures: FixtureFile, resolve: Resolve): readonly DocsPerson[] {
  const users = Object.keys(fixtures.users ?? {})
  const entries = Object.entries(fixtures.credentials ?? {}).flatMap(([name, fixture]) =>
    goodEntries(name, fixture, users).map(({ user, input }) => ({ name, user, input })),
  )
  return [...new Set([...users, ...entries.map(({ user }) => user)])].map((user) => {
    const own = entries.filter((entry) => entry.user === user)
    const given = fixtures.users?.[user]
    const session = own.map(({ input }) => input).find(isSession)?.session
    return {
      name: user,
      roles: given === undefined ? [] : (userOf(given).roles ?? []),
      credentials: Object.fromEntries(own.flatMap(({ name, input }) => credentialOf(name, input, resolve))),
      ...(session === undefined ? {} : { session }),
    }
  })
}

/** None where the fixture cannot be used, which {@link readCredentials} reports. */
function goodEntries(...given: Parameters<typeof entriesOf>): ReturnType<typeof entriesOf> {
  try {
    return entriesOf(...given).filter(({ kind }) => kind === 'valid')
  } catch {
    return []
  }
}

function isSession(input: CredentialInput): input is SessionFixture {
  return typeof input === 'object' && 'session' in input
}

/** Nothing where it cannot be resolved, which {@link readCredentials} reports. */
function credentialOf(
  name: string,
  input: CredentialInput,
  resolve: Resolve,
): readonly (readonly [string, DocsCredential])[] {
  const typed = readTyped(input)
  const text = (value: unknown): string => resolve(value, `credentials.${name}`)
  try {
    if (typed?.type === 'key') return [[name, { value: text(typed.value) }]]
    if (typed?.type === 'basic') return [[name, { username: text(typed.username), password: text(typed.password) }]]
    return []
  } catch {
    return []
  }
}

function requireNames(fixtures: FixtureFile, { api, base, problems }: Loaded, file: string): void {
  if (problems.length > 0) return
  try {
    checkNames(fixtures, routesOfSubject({ kind: 'local', api, base }), file)
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error
    throw new CommandError(error.code, `--docs-credentials: ${error.message}`, error.exitCode, { cause: error })
  }
}

/** Fields that cannot be resolved are left for the reader of the page to type. */
function readSession({ login, logout }: FixtureFile, resolve: Resolve): DocsFixtures['session'] {
  const operation = ({ method = 'POST', path }: RequestFixture): { method: string; path: string } => ({ method, path })
  const body: unknown = login?.request.form ?? login?.request.json
  const entries = Object.entries(typeof body === 'object' && body !== null ? body : {}).map(([name, text]) => {
    try {
      return [name, resolve(text, `login.request.${name}`)]
    } catch {
      return [name, '']
    }
  })
  const [first] = [logout ?? []].flat()
  return {
    ...(login
      ? { login: { ...operation(login.request), fields: Object.fromEntries(entries) as Record<string, string> } }
      : {}),
    ...(first === undefined ? {} : { logout: operation(first.request) }),
  }
}
