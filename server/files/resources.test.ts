import { expect } from 'chai'
import { detailAccess } from '../listing/auth-label.ts'
import type { Loaded } from './load.ts'
import { PACKAGE, useProjects } from './testdata/projects.ts'
import type { Tree } from './testdata/tree.ts'

const config = (options = ''): string => `import { defineConfig } from 'svc'
import { bearer } from 'svc/security'
export default defineConfig({ base: '', docs: false, auth: bearer((_, name) => ({ name }), { name: 'User' })${options} })
`
const LIB = `import { resource } from 'svc/security'
export const order = resource('order', {
  load: ({ params }) => ({ owner: params.id, items: ['x'] }),
  may: (order, { auth }) => order.owner === auth.name,
})
export const item = resource('item', {
  parent: order,
  load: (order, { params }) => (order.items.includes(params.item) ? params.item : undefined),
})
export const tenant = resource('tenant', { params: [], load: ({ auth }) => auth.name, may: (tenant) => tenant !== 'eve' })
`
const ROUTE = `import { operation } from 'svc'\nexport const GET = operation(({ resources }) => Object.keys(resources).join())\n`
/** A level that exports what the library, at this depth, calls so. */
const level = (name: string, depth = 1): string =>
  `export { ${name} as default } from '${'../'.repeat(depth)}lib/resources.ts'\n`
const owned = (name: string, depth: number): string =>
  `${ROUTE}export { ${name} as resource } from '${'../'.repeat(depth)}lib/resources.ts'\n`

describe('_resource.ts', () => {
  const project = useProjects()

  async function loadSample(routes: Tree, options?: string): Promise<Loaded> {
    const files = {
      ...PACKAGE,
      'svc.config.ts': config(options),
      lib: { 'resources.ts': LIB },
    }
    return project.load({ ...files, routes })
  }
  const messages = ({ problems }: Loaded): readonly string[] =>
    problems.map(({ message }) => project.sample.strip(message))
  const shown = ({ operations }: Loaded): readonly string[] =>
    operations.map((operation) => `${operation.path} ${detailAccess(operation).replace('User (bearer)', '').trim()}`)
  async function ask({ api }: Loaded, path: string, name = 'ann'): Promise<string> {
    const headers = { authorization: `Bearer ${name}` }
    const response = await api.fetch(new Request(`http://svc.test${path}`, { headers }))
    return `${response.status} ${await response.text()}`
  }
  const ABSENT = '404 {"detail":"Not Found"}'

  it('holds for its folder and those in it, and adds up with those of files and operations', async () => {
    const loaded = await loadSample({
      'list.ts': ROUTE,
      '_resource.ts': level('tenant'),
      orders: {
        'index.ts': ROUTE,
        '[id]': {
          '_resource.ts': level('order', 3),
          'index.ts': ROUTE,
          '(group)': { 'notes.ts': ROUTE, items: { '[item].ts': owned('item', 5) } },
          'lines/[line]': { '_resource.ts': 'export default null\n', 'index.ts': ROUTE },
        },
      },
    })
    expect(messages(loaded)).to.deep.equal([])
    expect(shown(loaded)).to.deep.equal([
      '/list [tenant()]',
      '/orders [tenant()]',
      '/orders/[id] [tenant(), order(id)]',
      '/orders/[id]/items/[item] [tenant(), order(id), item(item)]',
      "/orders/[id]/lines/[line] [tenant(), order(id), nobody's(line)]",
      '/orders/[id]/notes [tenant(), order(id)]',
    ])
    const paths = [
      '/orders/ann/notes',
      '/orders/ann/items/x',
      '/orders/ann/items/y',
      '/orders/bob/items/x',
      '/orders/bob/lines/1',
    ]
    const answers = await Promise.all(paths.map((path) => ask(loaded, path)))
    expect(answers).to.deep.equal(['200 tenant,order', '200 tenant,order,item', ABSENT, ABSENT, ABSENT])
    expect(await ask(loaded, '/list', 'eve')).to.equal(ABSENT)
  })

  const wrong: readonly (readonly [what: string, routes: Tree, message: string | RegExp])[] = [
    [
      'without a default export',
      { o: { '[id]': { '_resource.ts': "export { order } from '../../../lib/resources.ts'\n", 'index.ts': ROUTE } } },
      "routes/o/[id]/_resource.ts  protects nothing without a default export. Write: export { order as default } from …, or export default resource('order', { load, may })",
    ],
    [
      'that exports something else',
      { o: { '[id]': { '_resource.ts': 'export default () => true\n', 'index.ts': ROUTE } } },
      'routes/o/[id]/_resource.ts:1  resource must be a resource, a list of them, or null; got a function. Write resource(\'order\', { load, may }), imported from "svc/security".',
    ],
    [
      'in a folder without a parameter',
      { o: { '_resource.ts': level('order', 2), '[id].ts': ROUTE } },
      "routes/o/_resource.ts:1  the resource order covers no parameter: the name of this folder has no parameter. Name its parameters, params: ['id'], or say params: [] if none names it.",
    ],
    [
      'beside another of another extension',
      {
        o: {
          '[id]': { '_resource.ts': level('order', 3), '_resource.mjs': 'export default null\n', 'index.ts': ROUTE },
        },
      },
      'routes/o/[id]  has _resource.mjs and _resource.ts, and only one of them can apply. Delete the other.',
    ],
    [
      'null below a resource of the same parameter',
      {
        '_resource.ts': `import { resource } from 'svc/security'\nexport default resource('any', { params: ['id'], load: () => 1, may: () => 1 })\n`,
        '[id]': { '_resource.ts': 'export default null\n', 'index.ts': ROUTE },
      },
      'routes/[id]/_resource.ts:1  null takes nothing away: the resource any is declared at routes/_resource.ts:2. Leave null out; what must not be asked belongs beside that level.',
    ],
  ]
  for (const [what, routes, message] of wrong) {
    it(`closes its folder, and nothing else, if it is one ${what}`, async () => {
      const loaded = await loadSample('o' in routes ? { ...routes, 'free.ts': ROUTE } : routes)
      expect(messages(loaded)).to.deep.equal([message])
      const inside = 'o' in routes ? '/o/ann' : '/ann'
      expect(await ask(loaded, inside)).to.equal('503 {"detail":"Service Unavailable"}')
      if ('o' in routes) expect(await ask(loaded, '/free')).to.equal('200 ')
    })
  }

  const names: readonly (readonly [name: string, text: string, isRefused: boolean])[] = [
    ['_Resource.ts', level('order', 3), true],
    ['__resource.ts', level('order', 3), true],
    ['_resource.tsx', level('order', 3), true],
    ['_resource.ts.bak', level('order', 3), true],
    ['_re\u0455ource.ts', level('order', 3), true],
    ['_resource.ts ', level('order', 3), true],
    ['_resources.ts', level('order', 3), true],
    ['_resources.ts', 'export default [] as never[\n', true],
    ['resource.ts', level('order', 3), true],
    ['_resource/index.ts', level('order', 4), true],
    ['_resources.ts', 'export const order = 1\n', false],
    ['_resources.ts', 'export default { order: 1 }\n', false],
    ['_source.ts', level('order', 3), false],
    ['resource.ts', ROUTE, false],
    ['resources.ts', ROUTE, false],
  ]
  for (const [name, text, isRefused] of names) {
    it(`${isRefused ? 'refuses' : 'passes over'} a file ${JSON.stringify(name)} of ${text.slice(0, 24)}`, async () => {
      const [folder = '', file] = name.split('/')
      const near: Tree = { [folder]: file === undefined ? text : { [file]: text } }
      const loaded = await loadSample({ o: { '[id]': { ...near, 'index.ts': ROUTE } } })
      const found = messages(loaded).filter((message) => message.includes('Rename it to _resource.ts.'))
      expect(found.length > 0, messages(loaded).join()).to.equal(isRefused)
      expect((await ask(loaded, '/o/bob')).slice(0, 3)).to.equal(isRefused ? '503' : '200')
    })
  }

  for (const name of ['resources', 'Resource', 'resorce', 'ersource']) {
    it(`refuses a resource that a file exports as ${name}`, async () => {
      const text = `${ROUTE}export { order as ${name} } from '../../lib/resources.ts'\n`
      const loaded = await loadSample({ o: { '[id].ts': text } })
      expect(messages(loaded)).to.deep.equal([
        `routes/o/[id].ts:3  exports "${name}", which protects nothing. Rename it to resource.`,
      ])
    })
  }

  it("closes the file of a parameter that nothing is said of, where resources: 'declared' asks for it", async () => {
    const loaded = await loadSample(
      { orders: { '[id].ts': ROUTE, 'index.ts': ROUTE }, own: { '[id].ts': owned('order', 2) } },
      ", resources: 'declared'",
    )
    expect(messages(loaded)).to.deep.equal([
      `routes/orders/[id].ts:2  nothing says whose "id" of GET /orders/[id] is, and resources: 'declared' asks for it. Declare a resource for it, or resource: null if it belongs to no user.`,
    ])
    const answers = await Promise.all(
      ['/orders/ann', '/orders', '/own/ann', '/own/bob'].map((path) => ask(loaded, path)),
    )
    expect(answers).to.deep.equal(['503 {"detail":"Service Unavailable"}', '200 ', '200 order', ABSENT])
    expect(loaded.warnings.map(({ code }) => code)).to.not.include('SVC_WARN_RESOURCES')
  })

  it('is missed in one warning where nothing asks for it', async () => {
    const loaded = await loadSample({
      a: { '[id].ts': ROUTE },
      b: { '[id].ts': ROUTE },
      c: { '[id].ts': owned('order', 2) },
    })
    expect(loaded.warnings.map(({ message }) => project.sample.strip(message))).to.deep.equal([
      'routes/a/[id].ts:2  nothing says whose the parameters of GET /a/[id], and 1 other operation, are. Declare a resource for each, or resource: null where they belong to no user.',
    ])
  })
})
