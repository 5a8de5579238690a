import { expect } from 'chai'
import { formatAuth } from '../model/description.ts'
import { formatPosition } from '../base/errors.ts'
import { load, type Loaded } from './load.ts'
import { PACKAGE, useProjects } from './testdata/projects.ts'
import type { Tree } from './testdata/tree.ts'

const CONFIG = `import { defineConfig } from 'svc'
import { bearer } from 'svc/security'
export default defineConfig({
  title: 'sample',
  auth: bearer((_, token) => token === 'global', { name: 'Global' }),
})
`
const FOLDER_AUTH = `import { headerKey } from 'svc/security'

export default headerKey('X-Folder', (_, key) => key === 'folder', { name: 'Folder' })
`
const ROUTE = `import { operation } from 'svc'
export const GET = operation(() => 'served')
`

describe('load', () => {
  const project = useProjects()

  const loadSample = (tree: Tree): Promise<Loaded> => project.load({ ...PACKAGE, 'svc.config.ts': CONFIG, ...tree })

  const messages = ({ problems }: Loaded): readonly string[] =>
    problems.map(({ code, message }) => `${code} ${project.sample.strip(message)}`)

  async function statusOf({ api }: Loaded, path: string, headers: Record<string, string> = {}): Promise<number> {
    return (await api.fetch(new Request(`http://localhost${path}`, { headers }))).status
  }

  /** method path auth level place */
  const tableOf = ({ operations }: Loaded): readonly string[] =>
    operations.map(({ method, path, auth }) => {
      const name = auth.description ? formatAuth(auth.description) : String(auth.description)
      return [method, path, name, auth.level, auth.source && project.sample.strip(formatPosition(auth.source))].join(
        ' ',
      )
    })

  it('lets the nearest level decide, and says where it is', async () => {
    const loaded = await loadSample({
      routes: {
        'global.ts': ROUTE,
        'file.ts': `import { queryKey } from 'svc/security'\n\nexport const auth = queryKey('k', () => 1, { name: 'File' })\n${ROUTE}`,
        'public.ts': `import { operation } from 'svc'\nexport const GET = operation(\n  {\n    auth: null,\n  },\n  () => 1,\n)`,
        admin: {
          '_auth.ts': FOLDER_AUTH,
          deep: { '[id].ts': ROUTE },
          open: { '_auth.ts': '\nexport default null', 'x.ts': ROUTE },
          more: {
            '_auth.ts': `import { inherit } from 'svc'\nimport { basic } from 'svc/security'\nexport default [inherit, basic(() => 1, { name: 'Extra' })]`,
            'x.ts': ROUTE,
          },
        },
      },
    })
    expect(messages(loaded)).to.deep.equal([])
    expect(tableOf(loaded)).to.deep.equal([
      'GET /admin/deep/[id] Folder folder routes/admin/_auth.ts:3',
      'GET /admin/more/x [Folder, Extra] folder routes/admin/more/_auth.ts:3',
      'GET /admin/open/x null folder routes/admin/open/_auth.ts:2',
      'GET /file File file routes/file.ts:3',
      'GET /global Global api svc.config.ts:5',
      'GET /public null operation routes/public.ts:4',
    ])
    expect(await statusOf(loaded, '/api/global')).to.equal(401)
    expect(await statusOf(loaded, '/api/global', { authorization: 'Bearer global' })).to.equal(200)
    expect(await statusOf(loaded, '/api/admin/deep/1', { 'x-folder': 'folder' })).to.equal(200)
  })

  it('serves the operations of the API beside those of the files', async () => {
    const loaded = await loadSample({
      'svc.config.ts': `import { defineConfig, SvcAPI } from 'svc'
const api = new SvcAPI({ auth: null })
api.get('/programmatic/:id', {}, () => 1)
export default defineConfig({ api, base: '' })`,
      routes: { 'file.ts': ROUTE },
    })
    expect(tableOf(loaded)).to.deep.equal([
      'GET /programmatic/[id] null api svc.config.ts:2',
      'GET /file null api svc.config.ts:2',
    ])
    expect(await statusOf(loaded, '/programmatic/1')).to.equal(200)
    expect(await statusOf(loaded, '/file')).to.equal(200)
  })

  it('needs no routes folder where the API declares everything itself', async () => {
    const loaded = await loadSample({
      'svc.config.ts': `import { defineConfig, SvcAPI } from 'svc'
const api = new SvcAPI({ auth: null })
api.get('/x', {}, () => 1)
export default defineConfig({ api })`,
    })
    expect(messages(loaded)).to.deep.equal([])
    expect(await statusOf(loaded, '/api/x')).to.equal(200)
  })

  const operation = "import { operation } from 'svc'\n"
  const faults: readonly (readonly [name: string, route: string, message: string])[] = [
    [
      'a lower-case method',
      `${operation}export const get = operation(() => 1)`,
      'SVC_ROUTE_EXPORT routes/x.ts:2  exports "get", which is not a method: methods are in capitals. Rename it to GET.',
    ],
    [
      'a misspelt method',
      `${operation}\nexport const PSOT = operation(() => 1)`,
      'SVC_ROUTE_EXPORT routes/x.ts:3  exports an operation as "PSOT", which is not a method. Did you mean POST?',
    ],
    [
      'an operation under another name',
      `${operation}export const listPets = operation(() => 1)`,
      'SVC_ROUTE_EXPORT routes/x.ts:2  exports an operation as "listPets", which is not a method. ' +
        'Name it after its method: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS.',
    ],
    [
      'a method that is a plain function',
      'export function GET() {}',
      'SVC_ROUTE_EXPORT routes/x.ts:1  exports GET, which is a plain function. Write: export const GET = operation((request) => …)',
    ],
    [
      'a misspelt auth',
      `${operation}export const Auth = null\nexport const GET = operation(() => 1)`,
      'SVC_ROUTE_EXPORT routes/x.ts:2  exports "Auth", which protects nothing. Rename it to auth.',
    ],
    [
      'no operation at all',
      'export const helper = 1',
      'SVC_ROUTE_EMPTY routes/x.ts  exports no operation. ' +
        'Write: export const GET = operation(…), or begin its name with "_" if it is not a route.',
    ],
    [
      'an operation as default export',
      `${operation}export default operation(() => 1)`,
      'SVC_ROUTE_EXPORT routes/x.ts:2  exports an operation as "default", which is not a method. ' +
        'Name it after its method: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS.',
    ],
    [
      'a class',
      `${operation}import { HttpBearer } from 'svc/security'\nclass TokenAuth extends HttpBearer { authenticate() { return 1 } }\nexport const GET = operation({ auth: TokenAuth as never }, () => 1)`,
      'SVC_AUTH_CLASS routes/x.ts:4  auth is the class TokenAuth, not an instance. Write new TokenAuth().',
    ],
    [
      'an empty list',
      `${operation}export const GET = operation({ auth: [] as never }, () => 1)`,
      'SVC_AUTH_EMPTY_LIST routes/x.ts:2  auth is an empty list, which nothing can pass. List an authenticator, or write null for public.',
    ],
    [
      'a string',
      `${operation}export const auth = 'bearer'\nexport const GET = operation(() => 1)`,
      'SVC_AUTH_INVALID routes/x.ts:2  auth must be an authenticator, a list of them, or null; got "bearer". Import one from "svc/security".',
    ],
    [
      'a boolean',
      `${operation}export const GET = operation({ auth: true as never }, () => 1)`,
      'SVC_AUTH_INVALID routes/x.ts:2  auth must be an authenticator, a list of them, or null; got true. Import one from "svc/security".',
    ],
    [
      'a number',
      `${operation}export const GET = operation({\n  auth: 0 as never }, () => 1)`,
      'SVC_AUTH_INVALID routes/x.ts:3  auth must be an authenticator, a list of them, or null; got 0. Import one from "svc/security".',
    ],
    [
      'null inside a list',
      `${operation}import { fwAuth } from 'svc/security'\nexport const auth = [fwAuth, null]\nexport const GET = operation(() => 1)`,
      'SVC_AUTH_NULL_IN_LIST routes/x.ts:3  auth has null at position 2 of its list. ' +
        'Use optional(...) as the last member to let requests without a credential through.',
    ],
    [
      'auth present but undefined',
      `${operation}import * as security from 'svc/security'\nexport const GET = operation({ auth: security['fwAuht'] }, () => 1)`,
      'SVC_AUTH_UNDEFINED routes/x.ts:3  auth is written but undefined, which is what a misspelt import looks like. ' +
        'Give it an authenticator, null for public, or leave it out to inherit.',
    ],
    [
      'a file level present but undefined',
      `${operation}export const auth = undefined\nexport const GET = operation(() => 1)`,
      'SVC_AUTH_UNDEFINED routes/x.ts:2  auth is written but undefined, which is what a misspelt import looks like. ' +
        'Give it an authenticator, null for public, or leave it out to inherit.',
    ],
    [
      'an import that the module does not export',
      `${operation}import { fwAuht } from 'svc/security'\nexport const GET = operation({ auth: fwAuht }, () => 1)`,
      'SVC_IMPORT_NAME routes/x.ts:2  imports "fwAuht" from "svc/security", which does not export it. Did you mean "fwAuth"?',
    ],
    [
      "a literal in route() that is not the file's own path",
      `import { route } from 'svc'\n\nconst operation = route('/y')\nexport const GET = operation(() => 1)`,
      `SVC_ROUTE_LITERAL routes/x.ts:3  says route('/y'), but this file answers at "/x". Write route('/x').`,
    ],
    [
      'an unknown option',
      `${operation}\nexport const GET = operation({ atuh: null } as object, () => 1)`,
      'SVC_OPTION_UNKNOWN routes/x.ts:3  an operation has no option "atuh". Did you mean "auth"?',
    ],
  ]
  for (const [name, route, message] of faults) {
    it(`refuses ${name}, and closes that file alone`, async () => {
      const loaded = await loadSample({ routes: { 'x.ts': route, 'healthy.ts': ROUTE } })
      expect(messages(loaded)).to.deep.equal([message])
      expect(await statusOf(loaded, '/api/x')).to.equal(503)
      expect(await statusOf(loaded, '/api/healthy', { authorization: 'Bearer global' })).to.equal(200)
    })
  }

  it('answers 503 to every method at the path of a file that does not load', async () => {
    const { api } = await loadSample({ routes: { '[id].ts': ROUTE, 'x.ts': 'throw new Error("x")' } })
    for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) {
      const response = await api.fetch(new Request('http://localhost/api/x', { method }))
      expect([response.status, await response.text()]).to.deep.equal([503, '{"detail":"Service Unavailable"}'])
    }
  })

  const folderFaults: readonly (readonly [name: string, auth: string, message: string])[] = [
    [
      'does not parse',
      '\nexport default {',
      'SVC_MODULE_SYNTAX routes/admin/_auth.ts:2  does not parse: Expected `}` but found `EOF`.',
    ],
    [
      'throws',
      '\nthrow new Error("x")',
      'SVC_MODULE_THREW routes/admin/_auth.ts:2  threw while it was loaded: Error: x  --debug prints the stack.',
    ],
    [
      'has no default export',
      "import { fwAuth } from 'svc/security'\nexport const auth = fwAuth",
      'SVC_AUTH_FILE_DEFAULT routes/admin/_auth.ts:2  protects nothing without a default export. Write export default instead of exporting "auth".',
    ],
    [
      'is empty of exports',
      'export {}',
      'SVC_AUTH_FILE_DEFAULT routes/admin/_auth.ts  protects nothing without a default export. Write: export default …',
    ],
    [
      'exports undefined',
      '\nexport default undefined',
      'SVC_AUTH_UNDEFINED routes/admin/_auth.ts:2  auth is written but undefined, which is what a misspelt import looks like. ' +
        'Give it an authenticator, null for public, or leave it out to inherit.',
    ],
    [
      'exports a class',
      "import { HttpBearer } from 'svc/security'\nexport default class Admin extends HttpBearer { authenticate() {} }",
      'SVC_AUTH_CLASS routes/admin/_auth.ts:2  auth is the class Admin, not an instance. Write new Admin().',
    ],
  ]
  for (const [name, auth, message] of folderFaults) {
    it(`closes everything below an _auth file that ${name}, and nothing else`, async () => {
      const loaded = await loadSample({
        routes: {
          'admin.ts': ROUTE,
          '(other)': { admin: { 'healthy.ts': ROUTE } },
          admin: {
            '_auth.ts': auth,
            'users.ts': ROUTE,
            '[id]': { 'x.ts': ROUTE },
            open: { '_auth.ts': 'export default null', 'x.ts': ROUTE },
          },
        },
      })
      expect(messages(loaded)).to.deep.equal([message])
      for (const path of ['/api/admin/users', '/api/admin/1/x', '/api/admin/open/x', '/api/admin/not/there']) {
        expect([path, await statusOf(loaded, path)]).to.deep.equal([path, 503])
      }
      for (const path of ['/api/admin', '/api/admin/healthy']) {
        expect([path, await statusOf(loaded, path, { authorization: 'Bearer global' })]).to.deep.equal([path, 200])
      }
    })
  }

  it('closes a parameter folder and a group as well', async () => {
    const loaded = await loadSample({
      routes: {
        teams: { '[team]': { '_auth.ts': 'export {}', 'index.ts': ROUTE, 'x.ts': ROUTE }, 'list.ts': ROUTE },
        '(staff)': { '_auth.ts': 'export {}', 'reports.ts': ROUTE },
        'open.ts': ROUTE,
      },
    })
    for (const path of ['/api/teams/1', '/api/teams/1/x', '/api/teams/1/y/z', '/api/reports']) {
      expect([path, await statusOf(loaded, path)]).to.deep.equal([path, 503])
    }
    for (const path of ['/api/teams/list', '/api/open']) {
      expect([path, await statusOf(loaded, path, { authorization: 'Bearer global' })]).to.deep.equal([path, 200])
    }
  })

  const configFaults: readonly (readonly [name: string, config: Tree, message: string])[] = [
    [
      'does not parse',
      { 'svc.config.ts': 'export default (' },
      'SVC_MODULE_SYNTAX svc.config.ts:1  does not parse: Expected `)` but found `EOF`.',
    ],
    [
      'throws',
      { 'svc.config.ts': '\nthrow new Error("x")' },
      'SVC_MODULE_THREW svc.config.ts:2  threw while it was loaded: Error: x  --debug prints the stack.',
    ],
    [
      'exports no default',
      { 'svc.config.ts': 'export const api = 1' },
      'SVC_CONFIG_INVALID svc.config.ts  has no default export. Write: export default defineConfig({ … })',
    ],
    [
      'exports the API itself',
      { 'svc.config.ts': "import { SvcAPI } from 'svc'\nexport default new SvcAPI()" },
      'SVC_CONFIG_INVALID svc.config.ts  exports a default that is not a config. Write: export default defineConfig({ api })',
    ],
    [
      'has a global auth that is not an auth',
      { 'svc.config.ts': "import { defineConfig } from 'svc'\n\nexport default defineConfig({ auth: 'x' as never })" },
      'SVC_AUTH_INVALID svc.config.ts:3  auth must be an authenticator, a list of them, or null; got "x". Import one from "svc/security".',
    ],
    [
      'names a folder that is not there',
      { 'svc.config.ts': "import { defineConfig } from 'svc'\nexport default defineConfig({ routes: './nowhere' })" },
      'SVC_ROUTES_MISSING svc.config.ts  looks for routes in nowhere, which is not there. ' +
        'Create it, or name another one: defineConfig({ routes: "./…" }).',
    ],
  ]
  for (const [name, config, message] of configFaults) {
    it(`closes everything under a config that ${name}`, async () => {
      const loaded = await loadSample({ routes: { 'x.ts': ROUTE }, ...config })
      expect(messages(loaded)).to.deep.equal([message])
      expect(await statusOf(loaded, '/api/x')).to.equal(503)
      expect(await statusOf(loaded, '/')).to.equal(503)
    })
  }

  it('closes everything where a folder cannot be read', async () => {
    const modules = await project.open({ ...PACKAGE, 'svc.config.ts': CONFIG, routes: { 'x.ts': ROUTE } })
    project.sample.remove('routes')
    project.sample.write('routes', 'a file where the folder would be')
    const loaded = await load(modules)
    expect(messages(loaded).map((text) => text.replace(project.sample.root, '<root>'))).to.deep.equal([
      'SVC_FILE_UNREADABLE routes  cannot be read (ENOTDIR). Correct its permissions, or delete it.',
    ])
    expect(await statusOf(loaded, '/api/x')).to.equal(503)
  })

  it('closes a path that the API and a file both declare, and two operations of one id', async () => {
    const loaded = await loadSample({
      'svc.config.ts': `import { defineConfig, SvcAPI } from 'svc'
const api = new SvcAPI({ auth: null })
api.get('/x', {}, () => 1)
export default defineConfig({ api })`,
      routes: {
        'x.ts': ROUTE,
        'a.ts': `${operation}export const GET = operation({ operationId: 'one' }, () => 1)`,
        'b.ts': `${operation}\nexport const GET = operation({ operationId: 'one' }, () => 1)`,
      },
    })
    expect(messages(loaded)).to.deep.equal([
      'SVC_OPERATION_ID_TWICE routes/b.ts:3  GET /b has the operationId "one" of GET /a. Rename one.',
      'SVC_OPERATION_TWICE routes/x.ts:2  GET /x is also declared at svc.config.ts:3. Remove one.',
    ])
    for (const path of ['/api/x', '/api/a', '/api/b']) expect(await statusOf(loaded, path)).to.equal(503)
  })

  it('reports once what breaks many files', async () => {
    const loaded = await loadSample({
      'lib.ts': 'export const a = {',
      routes: { 'x.ts': `import '../lib.ts'\n${ROUTE}`, 'y.ts': `import '../lib.ts'\n${ROUTE}` },
    })
    expect(messages(loaded)).to.deep.equal([
      'SVC_MODULE_SYNTAX lib.ts:1  does not parse: Expected `}` but found `EOF`.',
    ])
    expect(loaded.closed.map(({ path }) => path)).to.deep.equal(['/x', '/y'])
  })

  it('gives a re-exported operation the position of its export', async () => {
    const loaded = await loadSample({ 'lib.ts': ROUTE, routes: { 'x.ts': "\n\nexport { GET } from '../lib.ts'" } })
    expect(loaded.operations.map(({ source }) => source && project.sample.strip(formatPosition(source)))).to.deep.equal(
      ['routes/x.ts:3'],
    )
  })
})
