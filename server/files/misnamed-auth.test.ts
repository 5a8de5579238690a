import { expect } from 'chai'
import type { Loaded } from './load.ts'
import { PACKAGE, useProjects } from './testdata/projects.ts'
import type { Tree } from './testdata/tree.ts'

const CONFIG = `import { defineConfig } from 'svc'
export default defineConfig({ auth: null, base: '' })
`
const ROUTE = "import { operation } from 'svc'\nexport const GET = operation(() => 'served')\n"
const KEY = "import { headerKey } from 'svc/security'\n"
const AUTH = `${KEY}export default headerKey('X-Key', () => true)\n`
const CALLABLE = 'export default (request) => request.headers.get("x")\n'

/** Files beside `users.ts` in `routes/admin`; whether the folder is closed. */
const CASES: readonly (readonly [name: string, text: string, message: string | undefined])[] = [
  ['_auth', AUTH, 'routes/admin/_auth  protects nothing under this name. Rename it to _auth.ts.'],
  ['__auth.ts', AUTH, 'routes/admin/__auth.ts  protects nothing under this name. Rename it to _auth.ts.'],
  ['_auths.ts', AUTH, 'routes/admin/_auths.ts  protects nothing under this name. Rename it to _auth.ts.'],
  ['_Auth.ts', AUTH, 'routes/admin/_Auth.ts  protects nothing under this name. Rename it to _auth.ts.'],
  ['_auth.tsx', AUTH, 'routes/admin/_auth.tsx  protects nothing under this name. Rename it to _auth.ts.'],
  [
    '_\u0430uth.ts',
    AUTH,
    'routes/admin/_\u0430uth.ts  protects nothing under this name, which has U+0430 in it. Rename it to _auth.ts.',
  ],
  [
    '_auth.ts ',
    AUTH,
    'routes/admin/_auth.ts   protects nothing under this name, which has U+0020 in it. Rename it to _auth.ts.',
  ],
  ['auth.ts', AUTH, 'routes/admin/auth.ts  protects nothing under this name. Rename it to _auth.ts.'],
  [
    'auth.ts',
    AUTH.replace('headerKey(', '[headerKey(').replace('true)', 'true)]'),
    'routes/admin/auth.ts  protects nothing under this name. Rename it to _auth.ts.',
  ],
  ['auth.ts', CALLABLE, 'routes/admin/auth.ts  protects nothing under this name. Rename it to _auth.ts.'],
  ['_auth/index.ts', AUTH, 'routes/admin/_auth/index.ts  protects nothing under this name. Rename it to _auth.ts.'],
  ['_Auth/index.mjs', AUTH, 'routes/admin/_Auth/index.mjs  protects nothing under this name. Rename it to _auth.ts.'],
  ['_auth/index.ts', AUTH.replace('export default', 'export const client ='), undefined],
  ['_auth/tokens.ts', AUTH, undefined],
  ['_oauth.ts', AUTH.replace('export default', 'export const client ='), undefined],
  ['_authors.ts', AUTH, undefined],
  ['_users.ts', AUTH, undefined],
  ['auth.ts', `${ROUTE}export default (request) => 1\n`, undefined],
  ['auth.ts', ROUTE, undefined],
]

/** A file, or one in a folder. */
function treeOf(name: string, text: string): Tree {
  const [folder = '', file] = name.split('/')
  return { [folder]: file === undefined ? text : { [file]: text } }
}

describe('a file that is nearly named _auth.ts', () => {
  const project = useProjects()

  const loadSample = (routes: Tree): Promise<Loaded> => project.load({ ...PACKAGE, 'svc.config.ts': CONFIG, routes })

  const messages = ({ problems }: Loaded): readonly string[] =>
    problems.map(({ message }) => project.sample.strip(message))

  async function statusOf({ api }: Loaded, path: string): Promise<number> {
    return (await api.fetch(new Request(`http://localhost${path}`))).status
  }

  for (const [index, [name, text, message]] of CASES.entries()) {
    it(`${message === undefined ? 'is left alone' : 'closes its folder'}: ${name} (${index})`, async () => {
      const loaded = await loadSample({
        'x.ts': ROUTE,
        admin: { ...treeOf(name, text), 'users.ts': ROUTE, deep: { 'y.ts': ROUTE } },
      })
      expect(messages(loaded)).to.deep.equal(message === undefined ? [] : [message])
      const status = message === undefined ? 200 : 503
      expect(
        await Promise.all(['/x', '/admin/users', '/admin/deep/y'].map((path) => statusOf(loaded, path))),
      ).to.deep.equal([200, status, status])
    })
  }

  it('is a copy where there is an _auth.ts, and closes nothing', async () => {
    const loaded = await loadSample({
      'users.ts': ROUTE,
      '_auth.ts': AUTH,
      '_auth.ts.bak': AUTH,
      '_auth.ts~': '',
      '_auth.json': '{}',
      _auth: { 'index.ts': AUTH },
    })
    expect(messages(loaded)).to.deep.equal([])
    expect(await statusOf(loaded, '/users')).to.equal(401)
  })
})

describe('a route file with another extension', () => {
  const project = useProjects()

  it('is refused with its new name, at its own path', async () => {
    const names = ['a.tsx', 'b.jsx', 'c.cts', 'd.cjs', 'e.test.tsx', '_f.tsx', 'g.d.cts', 'readme.md']
    const { api, problems } = await project.load({
      ...PACKAGE,
      'svc.config.ts': CONFIG,
      routes: { 'x.ts': ROUTE, ...Object.fromEntries(names.map((name) => [name, ROUTE])) },
    })
    expect(problems.map(({ code, message }) => `${code} ${project.sample.strip(message)}`)).to.deep.equal([
      'SVC_ROUTE_EXTENSION routes/a.tsx  has an extension that routes do not have. Rename it to a.ts, or to _a.tsx if it is not a route.',
      'SVC_ROUTE_EXTENSION routes/b.jsx  has an extension that routes do not have. Rename it to b.js, or to _b.jsx if it is not a route.',
      'SVC_ROUTE_EXTENSION routes/c.cts  has an extension that routes do not have. Rename it to c.ts, or to _c.cts if it is not a route.',
      'SVC_ROUTE_EXTENSION routes/d.cjs  has an extension that routes do not have. Rename it to d.js, or to _d.cjs if it is not a route.',
    ])
    const statuses = await Promise.all(
      ['/x', '/a', '/b', '/c', '/d'].map(
        async (path) => (await api.fetch(new Request(`http://localhost${path}`))).status,
      ),
    )
    expect(statuses).to.deep.equal([200, 503, 503, 503, 503])
  })
})
