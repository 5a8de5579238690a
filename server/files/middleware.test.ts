import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { load, type Loaded } from './load.ts'
import { PACKAGE, useProjects } from './testdata/projects.ts'
import type { Tree } from './testdata/tree.ts'

const CONFIG = `import { defineConfig, middleware } from 'svc'
const log = middleware((request, next) => next())
export default defineConfig({ auth: null, base: '', docs: false, middleware: log })
`
const ROUTE = "import { operation } from 'svc'\nexport const GET = operation((request) => request.locals.names ?? [])\n"
const nameIn = (name: string): string =>
  `middleware((request, next) => { (request.locals.names ??= []).push('${name}'); return next() })`
const IMPORT = "import { middleware } from 'svc'\n"
const FOLDER = (name: string): string => `${IMPORT}export default ${nameIn(name)}\n`

describe('_middleware.ts', () => {
  const project = useProjects()

  const loadSample = (routes: Tree): Promise<Loaded> => project.load({ ...PACKAGE, 'svc.config.ts': CONFIG, routes })

  const messages = ({ problems }: Loaded): readonly string[] =>
    problems.map(({ message }) => project.sample.strip(message))

  async function ask({ api }: Loaded, path: string): Promise<readonly [status: number, body: unknown]> {
    const response = await api.fetch(new Request(`http://svc.test${path}`))
    return [response.status, await response.json()]
  }

  it('surrounds its folder and those in it, outside the middleware of a file and of an operation', async () => {
    const loaded = await loadSample({
      'top.ts': ROUTE,
      '_middleware.ts': FOLDER('root'),
      admin: {
        '_middleware.ts': `${IMPORT}export default [${nameIn('one')}, ${nameIn('two')}]\n`,
        '(group)': {
          'x.ts': `${ROUTE}${IMPORT}export const middleware$ = 1\n`,
          'y.ts': `import { middleware as make, operation } from 'svc'
const own = ${nameIn('operation').replace('middleware', 'make')}
export const middleware = ${nameIn('file').replace('middleware', 'make')}
export const GET = operation({ middleware: own }, (request) => request.locals.names)
`,
        },
      },
    })
    expect(messages(loaded)).to.deep.equal([])
    expect([await ask(loaded, '/top'), await ask(loaded, '/admin/x'), await ask(loaded, '/admin/y')]).to.deep.equal([
      [200, ['root']],
      [200, ['root', 'one', 'two']],
      [200, ['root', 'one', 'two', 'file', 'operation']],
    ])
    const operation = loaded.operations.find(({ path }) => path === '/admin/y')
    expect(
      operation?.middleware.map(({ level, source }) => [
        level,
        source?.file.slice(project.sample.root.length + 1),
        source?.line,
      ]),
    ).to.deep.equal([
      ['api', 'svc.config.ts', 2],
      ['folder', 'routes/_middleware.ts', 2],
      ['folder', 'routes/admin/_middleware.ts', 2],
      ['folder', 'routes/admin/_middleware.ts', 2],
      ['file', 'routes/admin/(group)/y.ts', 3],
      ['operation', 'routes/admin/(group)/y.ts', 2],
    ])
  })

  it('works as docs/middleware.md shows it', async () => {
    const page = readFileSync(new URL('../../docs/middleware.md', import.meta.url), 'utf8')
    const [, example = ''] = /^```ts\n\/\/ routes\/_middleware\.ts\n(.*?)^```/ms.exec(page) ?? []
    const route = "import { operation } from 'svc'\nexport const GET = operation(({ locals }) => locals.requestId)\n"
    const { api, problems } = await loadSample({ '_middleware.ts': example, 'x.ts': route })
    expect(problems).to.deep.equal([])
    const response = await api.fetch(new Request('http://svc.test/x'))
    expect(response.headers.get('server-timing')).to.match(/^handler;dur=\d+\.\d$/)
    expect(await response.text()).to.match(/^[0-9a-f-]{36}$/)
  })

  const broken: readonly (readonly [files: Tree, message: string])[] = [
    [
      { '_middleware.ts': "throw new Error('no')\n" },
      'routes/admin/_middleware.ts:1  threw while it was loaded: Error',
    ],
    [
      { '_middleware.ts': 'export default (request, next) => next()\n' },
      'routes/admin/_middleware.ts:1  middleware must be a middleware or a list of them; got a function. Write middleware((request, next) => …).',
    ],
    [
      { '_middleware.ts': `${IMPORT}export const log = ${nameIn('x')}\n` },
      'routes/admin/_middleware.ts  surrounds nothing without a default export. Write: export default middleware((request, next) => …)',
    ],
    [
      { '_middleware.ts': FOLDER('a'), '_middleware.js': FOLDER('b') },
      'routes/admin  has _middleware.js and _middleware.ts, and only one of them can apply. Delete the other.',
    ],
    [
      { '_Middleware.ts': FOLDER('a') },
      'routes/admin/_Middleware.ts  surrounds nothing under this name. Rename it to _middleware.ts.',
    ],
    [
      { '_middlewares.ts': FOLDER('a') },
      'routes/admin/_middlewares.ts  surrounds nothing under this name. Rename it to _middleware.ts.',
    ],
    [
      { '_middleware.ts': { 'x.txt': '' } },
      'routes/admin/_middleware.ts  is not a file: a link that leads nowhere, or a folder. Fix it or delete it.',
    ],
  ]
  for (const [files, message] of broken) {
    it(`closes its folder, and nothing else: ${message}`, async () => {
      const loaded = await loadSample({ 'top.ts': ROUTE, admin: { 'x.ts': ROUTE, in: { 'y.ts': ROUTE }, ...files } })
      expect(messages(loaded).map((text) => text.slice(0, message.length))).to.deep.equal([message])
      const statuses = await Promise.all(
        ['/top', '/admin/x', '/admin/in/y', '/admin/z'].map((path) => ask(loaded, path)),
      )
      expect(statuses.map(([status]) => status)).to.deep.equal([200, 503, 503, 503])
    })
  }

  for (const [text, message] of [
    [
      `${ROUTE}export const middleware = () => 1\n`,
      'routes/x.ts:3  middleware must be a middleware or a list of them; got a function. Write middleware((request, next) => …).',
    ],
    [
      `${ROUTE}export const Middleware = 1\n`,
      'routes/x.ts:3  exports "Middleware", which surrounds nothing. Rename it to middleware.',
    ],
  ] as const) {
    it(`leaves a route file closed: ${message}`, async () => {
      const loaded = await loadSample({ 'top.ts': ROUTE, 'x.ts': text })
      expect(messages(loaded)).to.deep.equal([message])
      expect([(await ask(loaded, '/top'))[0], (await ask(loaded, '/x'))[0]]).to.deep.equal([200, 503])
    })
  }

  it('is read again when it changes, and leaves who may call what as it was', async () => {
    const before = await loadSample({ 'top.ts': ROUTE, '_middleware.ts': FOLDER('before') })
    project.sample.write('routes/_middleware.ts', FOLDER('after'))
    await project.modules.invalidate(new Map([[`${project.sample.root}/routes/_middleware.ts`, 'update']]))
    const after = await load(project.modules)
    expect([await ask(before, '/top'), await ask(after, '/top')]).to.deep.equal([
      [200, ['before']],
      [200, ['after']],
    ])
    expect(after.operations.map(({ auth }) => auth)).to.deep.equal(before.operations.map(({ auth }) => auth))
  })
})
