import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { type BuiltSample, buildSample } from '../production/testdata/built.ts'

const OPERATION = "import { operation } from 'svc'\n"

/** The text of a route file that answers GET with its own name, and how it exports it. */
const FORMS: Readonly<Record<string, string>> = {
  declared: "export const GET = operation({ auth: null }, () => 'declared')",
  renamed: "const list = operation({ auth: null }, () => 'renamed')\nexport { list as GET }",
  quoted: "const list = operation({ auth: null }, () => 'quoted')\nexport { list as 'GET' }",
  forwarded: "export { GET } from '../lib/forwarded.ts'",
  starred: "export * from '../lib/starred.ts'",
  'starred-also': "export * from '../lib/also.ts'\nexport const GET = operation({ auth: null }, () => 'starred-also')",
  typed: "export type Pet = { name: string }\nexport const GET = operation({ auth: null }, () => 'typed')",
  odd: "const other = 1\nexport { other as 'not a name' }\nexport const GET = operation({ auth: null }, () => 'odd')",
}

describe('exports of a route file in a build', () => {
  let built: BuiltSample
  let fetch: (request: Request) => Promise<Response>
  before(async () => {
    const routes = Object.entries(FORMS).map(([name, text]) => [`routes/${name}.ts`, `${OPERATION}${text}\n`] as const)
    built = await buildSample({
      'svc.config.ts': "import { defineConfig } from 'svc'\nexport default defineConfig({})\n",
      'lib/forwarded.ts': `${OPERATION}export const GET = operation({ auth: null }, () => 'forwarded')\n`,
      'lib/starred.ts': `${OPERATION}export const GET = operation({ auth: null }, () => 'starred')\n`,
      'lib/also.ts': `${OPERATION}export const POST = operation({ auth: null }, () => 'posted')\n`,
      ...Object.fromEntries(routes),
    })
    const { default: server } = (await import(pathToFileURL(`${built.out}/server.js`).href)) as {
      readonly default: { readonly fetch: typeof fetch }
    }
    fetch = server.fetch
  })
  after(() => built.dispose())

  const ask = async (method: string, name: string): Promise<string> =>
    (await fetch(new Request(`http://localhost/api/${name}`, { method }))).text()

  for (const name of Object.keys(FORMS)) {
    it(`are found: ${name}`, async () => {
      expect(await ask('GET', name)).to.equal(name)
    })
  }

  it('are found: those that come with a star beside those that are named', async () => {
    expect(await ask('POST', 'starred-also')).to.equal('posted')
  })
})
