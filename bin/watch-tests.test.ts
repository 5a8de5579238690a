import { renameSync, rmSync } from 'node:fs'
import { expect } from 'chai'
import { createSample, type SampleFolder } from '../server/files/testdata/tree.ts'
import { type TestRoutes, watchTests } from './watch-tests.ts'

const route = (guard: string): string => `import { operation } from 'svc'
import { bearer } from 'svc/security'
import { accepts } from '${guard}'
export const GET = operation({ auth: bearer((_, token) => accepts(token) && token, { name: 'Token' }) }, () => 1)
`
const GUARD = "export const accepts = (token: string): boolean => token === 'Token-of-ann-77'\n"
const OPEN = 'export const accepts = (): boolean => true\n'
const tsconfig = (guard: string): string =>
  JSON.stringify({ compilerOptions: { paths: { '@guard': [`./${guard}.ts`] } } })
const config = (routes: string): string =>
  `import { defineConfig } from 'svc'\nexport default defineConfig({ routes: '${routes}', base: '', docs: false })\n`

/** The rounds of a project that is watched, as they come. */
class Watched {
  readonly #rounds: { readonly routes: readonly string[] | undefined; readonly isOpen: readonly string[] }[] = []
  readonly #lines: string[] = []
  #onRound: () => void = () => undefined

  readonly test: TestRoutes = async (loaded, modules, routes) => {
    const isOpen: string[] = []
    for (const { method, path } of loaded.operations) {
      const headers = { authorization: 'Bearer anything' }
      const answer = await loaded.api.fetch(new Request(`http://localhost${path}`, { method, headers }))
      if (answer.status === 200) isOpen.push(`${method} ${path}`)
    }
    // Fixtures are modules of the project.
    await modules
      .import(`${loaded.tree?.root.directory.replace(/\/[^/]+$/, '')}/fixtures/auth.fixtures.ts`)
      .catch(() => undefined)
    this.#rounds.push({ routes, isOpen })
    this.#onRound()
  }

  readonly report = (line: string): void => void this.#lines.push(line)

  /** Waits for a round that is as it must be; there may be others before it, where a change was seen in two halves. */
  async until(wanted: { readonly routes?: readonly string[]; readonly isOpen: readonly string[] }): Promise<void> {
    for (;;) {
      const last = this.#rounds.at(-1)
      if (
        last !== undefined &&
        JSON.stringify(last) === JSON.stringify({ routes: wanted.routes, isOpen: wanted.isOpen })
      )
        return void this.#rounds.splice(0)
      await new Promise<void>((resolve) => (this.#onRound = resolve))
    }
  }

  get lines(): string {
    return this.#lines.join('\n')
  }
}

describe('svc test-auth --watch', () => {
  let sample: SampleFolder
  let watched: Watched
  let stop: AbortController
  let ended: Promise<void>
  beforeEach(async () => {
    sample = createSample({
      'package.json': '{"type":"module"}',
      'tsconfig.json': tsconfig('guard'),
      'svc.config.ts': config('./routes'),
      'guard.ts': GUARD,
      'open.ts': OPEN,
      routes: { 'a.ts': route('@guard'), 'b.ts': route('../guard.ts') },
    })
    watched = new Watched()
    stop = new AbortController()
    ended = watchTests(sample.root, { fixtures: undefined, test: watched.test, report: watched.report }, stop.signal)
    await watched.until({ isOpen: [] })
  })
  afterEach(async () => {
    stop.abort()
    await ended
    sample.dispose()
  })

  it('tests the routes of a file that changed, and of those that import it', async () => {
    sample.write('routes/b.ts', route('../open.ts'))
    await watched.until({ routes: ['GET /b'], isOpen: ['GET /b'] })
    sample.write('guard.ts', `${GUARD}// changed\n`)
    await watched.until({ routes: ['GET /a'], isOpen: ['GET /b'] })
    expect(watched.lines).to.include('routes/b.ts  changed').and.to.include('guard.ts  changed')
  })

  it('tests everything again when tsconfig.json leads imports elsewhere', async () => {
    sample.write('tsconfig.json', tsconfig('open'))
    await watched.until({ isOpen: ['GET /a'] })
  })

  it('tests everything again when the config changes, a folder of routes that moved included', async () => {
    renameSync(`${sample.root}/routes`, `${sample.root}/api`)
    sample.write('svc.config.ts', config('./api'))
    await watched.until({ isOpen: [] })
    sample.write('api/a.ts', route('../open.ts'))
    await watched.until({ routes: ['GET /a'], isOpen: ['GET /a'] })
  })

  it('tests everything again when fixtures appear, change or go', async () => {
    sample.write('fixtures/auth.yaml', 'credentials: {}\n')
    await watched.until({ isOpen: [] })
    sample.write('fixtures/auth.yaml', 'credentials: { Token: { valid: x } }\n')
    await watched.until({ isOpen: [] })
    rmSync(`${sample.root}/fixtures/auth.yaml`)
    await watched.until({ isOpen: [] })
    sample.write('fixtures/auth.fixtures.ts', 'export default {}\n')
    await watched.until({ isOpen: [] })
    sample.write('fixtures/auth.fixtures.ts', 'export default { credentials: {} }\n')
    await watched.until({ isOpen: [] })
  })

  it('goes on after a file that does not load, and names it', async () => {
    sample.write('routes/b.ts', 'export const GET = operation(')
    await watched.until({ isOpen: [] })
    expect(watched.lines).to.match(/^error: .*routes\/b\.ts/m)
    sample.write('routes/b.ts', route('../open.ts'))
    await watched.until({ routes: ['GET /b'], isOpen: ['GET /b'] })
  })
})
