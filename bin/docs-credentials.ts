import { dirname, relative } from 'node:path'
import type { FixtureFile, RequestFixture } from '../harness/credentials/define.ts'
import type { Loaded } from '../server/files/load.ts'
import type { DocsCredential, DocsDevelopment } from '../server/openapi/docs-route.ts'
import { CommandError } from './command.ts'
import { EXIT } from '../server/base/exit-codes.ts'

/** The credentials that the reference page of `svc dev --docs-credentials` begins with. */
export interface DocsFixtures {
  /** The good credentials, keys and passwords, by authenticator. */
  readonly credentials: Readonly<Record<string, DocsCredential>>
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
  const [
    { entriesOf, readTyped },
    { findFixtures, readFixtures },
    { resolveText },
    { checkNames },
    { routesOfSubject },
    { HarnessError },
    { Modules },
  ] = await Promise.all([
    import('../harness/credentials/entries.ts'),
    import('../harness/credentials/read.ts'),
    import('../harness/credentials/resolve-text.ts'),
    import('../harness/credentials/shape.ts'),
    import('../harness/setup/subject.ts'),
    import('../harness/model/failure.ts'),
    import('../server/files/modules.ts'),
  ])
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
    const source = { env: process.env, directory: dirname(file), allowExec: false }
    const users = Object.keys(fixtures.users ?? {})
    const found: Record<string, DocsCredential> = {}
    for (const [name, fixture] of Object.entries(fixtures.credentials ?? {})) {
      try {
        // The first good one; sessions and logins are not typed on a page.
        const good = entriesOf(name, fixture, users).find(({ kind }) => kind === 'valid')
        const typed = good && readTyped(good.input)
        const resolve = (text: unknown): string => resolveText(text, `credentials.${name}`, source).value
        if (typed?.type === 'key') found[name] = { value: resolve(typed.value) }
        if (typed?.type === 'basic')
          found[name] = { username: resolve(typed.username), password: resolve(typed.password) }
      } catch (error) {
        // Any other message may show the value that it is about.
        const reason = error instanceof HarnessError ? error.message : 'its fixture cannot be used'
        report(`--docs-credentials leaves out ${name}: ${reason}`)
      }
    }
    const resolve = (text: unknown, where: string): string | undefined => {
      try {
        return resolveText(text, where, source).value
      } catch {
        return undefined
      }
    }
    const accept = ({ api, base, problems }: Loaded): void => {
      if (problems.length > 0) return
      try {
        checkNames(fixtures, routesOfSubject({ kind: 'local', api, base }), relative(root, file))
      } catch (error) {
        if (!(error instanceof HarnessError)) throw error
        throw new CommandError(error.code, `--docs-credentials: ${error.message}`, error.exitCode, { cause: error })
      }
    }
    return { credentials: found, session: readSession(fixtures, resolve), accept }
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
  const [first] = [logout ?? []].flat()
  return {
    ...(login ? { login: { ...operation(login.request), fields: Object.fromEntries(entries) } } : {}),
    ...(first === undefined ? {} : { logout: operation(first.request) }),
  }
}
