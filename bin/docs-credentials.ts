import { dirname } from 'node:path'
import type { CredentialFixture, FixtureFile, RequestFixture } from '../harness/credentials/define.ts'
import type { DocsCredential, DocsDevelopment } from '../server/openapi/routes.ts'
import { CommandError } from './command.ts'
import { EXIT } from './exit-codes.ts'

/** What the reference page of `svc dev --docs-credentials` begins with. */
export interface DocsFixtures {
  /** The good credentials, keys and passwords, by authenticator. */
  readonly credentials: Readonly<Record<string, DocsCredential>>
  /** The login with its fields, and the logout. */
  readonly session: NonNullable<DocsDevelopment['session']>
}

/**
 * Reads from a project's fixtures what fills the reference page. A credential that cannot be resolved is told and left
 * out.
 *
 * @throws {@link CommandError} where there are no fixtures
 */
export async function readDocsCredentials(root: string, tell: (line: string) => void): Promise<DocsFixtures> {
  const [{ findFixtures, readFixtures }, { resolveText }, { HarnessError }, { Modules }] = await Promise.all([
    import('../harness/credentials/read.ts'),
    import('../harness/credentials/text.ts'),
    import('../harness/model/failure.ts'),
    import('../server/files/modules.ts'),
  ])
  const path = findFixtures(root)
  if (path === undefined) {
    throw new CommandError('--docs-credentials needs fixtures. Write them with svc test-auth --init.', EXIT.usage)
  }
  const modules = await Modules.open(root)
  try {
    const { fixtures, file } = await readFixtures(path, root, (name) => modules.import(name.replaceAll('\\', '/')))
    const source = { env: process.env, directory: dirname(file), allowExec: false }
    const found: Record<string, DocsCredential> = {}
    for (const [name, fixture] of Object.entries(fixtures.credentials ?? {})) {
      try {
        const resolve = (text: unknown): string => resolveText(text, `credentials.${name}`, source).value
        const credential = readCredential(fixture, Object.keys(fixtures.users ?? {}), resolve)
        if (credential) found[name] = credential
      } catch (error) {
        // Any other message may show the value that it is about.
        const reason = error instanceof HarnessError ? error.message : 'its fixture cannot be used'
        tell(`--docs-credentials leaves out ${name}: ${reason}`)
      }
    }
    const resolve = (text: unknown, where: string): string | undefined => {
      try {
        return resolveText(text, where, source).value
      } catch {
        return undefined
      }
    }
    return { credentials: found, session: readSession(fixtures, resolve) }
  } finally {
    await modules.close()
  }
}

function readSession(
  { login, logout }: FixtureFile,
  resolve: (text: unknown, where: string) => string | undefined,
): DocsFixtures['session'] {
  const operation = ({ method = 'POST', path }: RequestFixture): { method: string; path: string } => ({ method, path })
  const body: unknown = login?.request.form ?? login?.request.json
  const entries = Object.entries(typeof body === 'object' && body !== null ? body : {}).map(([name, text]) => [
    name,
    resolve(text, `login.request.${name}`) ?? '',
  ])
  return {
    ...(login ? { login: { ...operation(login.request), fields: Object.fromEntries(entries) } } : {}),
    ...(logout ? { logout: operation(logout.request) } : {}),
  }
}

/** The credential of the first user, where there is one for each; sessions and logins are not typed on a page. */
function readCredential(
  fixture: CredentialFixture,
  users: readonly string[],
  resolve: (text: unknown) => string,
): DocsCredential | undefined {
  const valid: unknown = 'valid' in fixture ? fixture.valid : fixture
  const input = firstOf(valid, users)
  if (typeof input === 'string') return { value: resolve(input) }
  if (typeof input !== 'object' || input === null) return undefined
  if ('username' in input && 'password' in input) {
    return { username: resolve(input.username), password: resolve(input.password) }
  }
  // `invalid` stands alone where no good credential is known.
  const isParts = ['session', 'login', 'from', 'headers', 'query', 'cookies', 'invalid'].some((key) => key in input)
  return isParts || Object.keys(input).some((key) => users.includes(key)) ? undefined : { value: resolve(input) }
}

function firstOf(valid: unknown, users: readonly string[]): unknown {
  if (typeof valid !== 'object' || valid === null) return valid
  const [user, input] = Object.entries(valid)[0] ?? []
  return user !== undefined && users.includes(user) ? input : valid
}
