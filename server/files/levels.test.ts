import { expect } from 'chai'
import { formatAuth } from '../model/description.ts'
import type { Loaded } from './load.ts'
import { PACKAGE, useProjects } from './testdata/projects.ts'
import type { Tree } from './testdata/tree.ts'

const ROUTE = `import { operation } from 'svc'\nexport const GET = operation(() => 'served')\n`
const CONFIG = authFile('Global', 'const global =').replace(
  /$/,
  `\nimport { defineConfig } from 'svc'\nexport default defineConfig({ auth: global, docs: false })\n`,
)

function authFile(name: string, start = 'export default'): string {
  return `import { bearer } from 'svc/security'\n${start} bearer(() => 1, { name: '${name}' })\n`
}

describe('levels of folders', () => {
  const project = useProjects()

  const loadSample = (routes: Tree): Promise<Loaded> => project.load({ ...PACKAGE, 'svc.config.ts': CONFIG, routes })

  const authsOf = ({ operations }: Loaded): object =>
    Object.fromEntries(
      operations.map(({ path, auth }) => [path, auth.description ? formatAuth(auth.description) : auth.description]),
    )

  async function statusesOf({ api }: Loaded, paths: readonly string[]): Promise<readonly number[]> {
    const answers = paths.map((path) => api.fetch(new Request(`http://localhost/api${path}`)))
    return (await Promise.all(answers)).map(({ status }) => status)
  }

  it('hold the errors of the file, which precede those of the API', async () => {
    const loaded = await loadSample({
      'x.ts': `${ROUTE}export const errors = { 404: { file: String } }\n`,
      'y.ts': `${ROUTE}export const errors = { 200: { file: String } }\n`,
    })
    expect(loaded.operations.map(({ path, errors }) => [path, Object.keys(errors ?? {})])).to.deep.equal([
      ['/x', ['404']],
    ])
    expect(loaded.problems.map(({ message }) => project.sample.strip(message))).to.deep.equal([
      'routes/y.ts:3  errors declares "200", which is not the status of an error. Declare it in response.',
    ])
  })

  it('reach through folders that say nothing, however many, and through groups', async () => {
    const loaded = await loadSample({
      'x.ts': ROUTE,
      a: {
        '_auth.ts': authFile('A'),
        b: { c: { 'x.ts': ROUTE, d: { '_auth.ts': authFile('D'), e: { f: { 'x.ts': ROUTE } } } } },
      },
      '(group)': { '_auth.ts': authFile('Group'), inner: { deep: { 'x.ts': ROUTE } } },
      plain: { deep: { 'x.ts': ROUTE } },
    })
    expect(authsOf(loaded)).to.deep.equal({
      '/x': 'Global',
      '/a/b/c/x': 'A',
      '/a/b/c/d/e/f/x': 'D',
      '/inner/deep/x': 'Group',
      '/plain/deep/x': 'Global',
    })
  })

  it('in doubt close everything below, also where a folder below says something itself', async () => {
    const loaded = await loadSample({
      'x.ts': ROUTE,
      a: {
        '_auth.ts': 'export default undefined',
        'x.ts': ROUTE,
        b: { 'x.ts': ROUTE, c: { '_auth.ts': 'export default null', 'x.ts': ROUTE } },
      },
      twice: { '_auth.ts': authFile('A'), '_auth.js': authFile('B'), 'x.ts': ROUTE, b: { 'x.ts': ROUTE } },
    })
    expect(
      await statusesOf(loaded, ['/x', '/a/x', '/a/b/x', '/a/b/c/x', '/a/none', '/twice/x', '/twice/b/x']),
    ).to.deep.equal([401, 503, 503, 503, 503, 503, 503])
    expect(authsOf(loaded)).to.deep.equal({ '/x': 'Global' })
  })

  for (const name of ['atuh', 'Auth', 'AUTH', 'auht']) {
    it(`are not misspelt: export const ${name} closes its file`, async () => {
      const loaded = await loadSample({ 'open.ts': `${ROUTE}export const ${name} = null\n`, 'x.ts': ROUTE })
      expect([await statusesOf(loaded, ['/open', '/x']), loaded.problems.map(({ code }) => code)]).to.deep.equal([
        [503, 401],
        ['SVC_ROUTE_EXPORT'],
      ])
    })
  }

  it('in doubt close every file below them, where a parameter of another folder would answer for it too', async () => {
    const loaded = await loadSample({
      '(mended)': { '_auth.ts': 'export default 1\n', a: { b: { c: { 'x.ts': ROUTE } } } },
      a: { b: { c: { '[id].ts': ROUTE.replace('operation(', 'operation({ auth: null }, ') } } },
    })
    expect(await statusesOf(loaded, ['/a/b/c/x', '/a/b/c/y'])).to.deep.equal([503, 200])
  })

  it('of a file hold for all of it, or the whole file is closed', async () => {
    const file = (auth: string): string =>
      `${authFile('File', auth)}${ROUTE}export const POST = operation({ auth: null }, () => 1)\n`
    const bad = `${ROUTE}export const auth = []\nexport const POST = operation({ auth: null }, () => 1)\n`
    const loaded = await loadSample({ 'good.ts': file('export const auth ='), 'bad.ts': bad })
    const declared = loaded.operations.map(({ method, path, auth }) => [method, path, auth.level])
    expect([declared, await statusesOf(loaded, ['/good', '/bad'])]).to.deep.equal([
      [
        ['GET', '/good', 'file'],
        ['POST', '/good', 'operation'],
      ],
      [401, 503],
    ])
  })
})
