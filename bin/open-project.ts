import { randomBytes } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { TestClient } from '../harness/command/test-client.ts'
import type { Loaded } from '../server/files/load.ts'
import { openTestTokens, type TokenRequest } from './test-tokens.ts'

/** A project that was loaded for tests. */
export interface OpenedProject {
  /** Serves the operations of the API and of the route files. */
  readonly api: Loaded['api']
  /** Before every path: `/api`, or empty. */
  readonly base: string
  /**
   * A token of `jwt({ issuer: 'dev' })`, good in this process for a day, as `svc dev` prints them: with every scope that a guard
   * names, unless the claims say `scope`.
   *
   * @param authenticator its name, where several take such tokens; the first if absent
   * @throws TypeError where no operation takes such tokens
   */
  token(claims: TokenRequest, authenticator?: string): Promise<string>
  /** A client without cookies, below the base of the project. */
  client(headers?: Readonly<Record<string, string>>): TestClient
  /** Runs what `start` of the config returned, and lets go of the modules. */
  close(): Promise<void>
}

/**
 * Loads a project with its file routes, as `svc dev` does, and calls `start` of its config. Sessions get a secret of
 * their own where `SVC_SESSION_SECRET` is not set.
 *
 * @param directory the folder with `svc.config.ts`; the working directory if absent
 * @throws `LoadError` for the first thing that does not load, and where `start` fails.
 * @example
 * const project = await openProject('.')
 * const response = await project.client().get('/pets')
 * await project.close()
 */
export async function openProject(directory: string = '.'): Promise<OpenedProject> {
  // Vite comes with them: test files that need no project must not pay for it.
  const [{ load }, { Modules }, { Lifetimes }] = await Promise.all([
    import('../server/files/load.ts'),
    import('../server/files/modules.ts'),
    import('../server/api/lifetimes.ts'),
  ])
  const root = (await realpath(directory)).replaceAll('\\', '/')
  process.env['SVC_SESSION_SECRET'] ||= randomBytes(32).toString('base64url')
  const modules = await Modules.open(root)
  const lifetimes = new Lifetimes()
  try {
    const loaded = await load(modules)
    const { api, base, config, problems } = loaded
    for (const problem of problems) throw problem
    const tokens = await openTestTokens(loaded)
    await lifetimes.enter(config).catch((error: unknown) => {
      tokens.close()
      throw error
    })
    return {
      api,
      base,
      token: (claims, authenticator) => tokens.sign(claims, authenticator),
      client: (headers) => new TestClient(api, base, headers),
      close: async () => {
        tokens.close()
        await lifetimes.close()
        await modules.close()
      },
    }
  } catch (error) {
    await modules.close()
    throw error
  }
}
