import { renameSync, rmSync, symlinkSync } from 'node:fs'
import { expect } from 'chai'
import { createSample, type Tree } from '../files/testdata/tree.ts'
import { ask, eventually, GLOBAL, type ServedSample, startSample } from './testdata/served-sample.ts'

/** A resource whose id must be one of a list, and which only that id may have. */
const resourceOf = (name: string, ...allowed: readonly string[]): string =>
  `import { resource } from 'svc/security'
export default resource('${name}', {
  load: ({ params }) => (params.id === 'gone' ? undefined : { id: params.id }),
  may: ({ id }) => ${JSON.stringify(allowed)}.includes(id),
})
`
const SHOW = `import { operation } from 'svc'\nexport const GET = operation(({ resources }) => Object.keys(resources).join())\n`
const CLOSED = '503 {"detail":"Service Unavailable"}'
const ABSENT = '404 {"detail":"Not Found"}'

describe('resources in svc dev', () => {
  let served: ServedSample
  const get = (path: string): Promise<string> => ask(served.server, path, GLOBAL)
  const start = async (orders: Tree, more: Tree = {}): Promise<void> => {
    served = await startSample({ routes: { 'x.ts': SHOW, orders }, ...more })
  }
  afterEach(async () => {
    await served.server.close()
    served.sample.dispose()
  })

  it('holds to what was saved in _resource.ts alone, with its routes as they were', async () => {
    await start({ '[id]': { '_resource.ts': resourceOf('order', 'a'), 'index.ts': SHOW, 'items.ts': SHOW } })
    expect([await get('/orders/a'), await get('/orders/b/items')]).to.deep.equal(['200 order', ABSENT])
    served.sample.write('routes/orders/[id]/_resource.ts', resourceOf('order', 'b'))
    await eventually('200 order', () => get('/orders/b/items'))
    expect([await get('/orders/a'), await get('/orders/a/items')]).to.deep.equal([ABSENT, ABSENT])
    served.sample.write('routes/orders/[id]/_resource.ts', resourceOf('invoice', 'b'))
    await eventually('200 invoice', () => get('/orders/b'))
  })

  it('holds to what was saved in a module that _resource.ts imports', async () => {
    const level = `export { default } from '../../../lib/order.ts'\n`
    await start(
      { '[id]': { '_resource.ts': level, 'index.ts': SHOW } },
      { lib: { 'order.ts': resourceOf('order', 'a') } },
    )
    expect([await get('/orders/a'), await get('/orders/b')]).to.deep.equal(['200 order', ABSENT])
    served.sample.write('lib/order.ts', resourceOf('order', 'b'))
    await eventually(ABSENT, () => get('/orders/a'))
    expect(await get('/orders/b')).to.equal('200 order')
  })

  it('closes what it covers where it breaks, and never serves the rule of before', async () => {
    await start({ '[id]': { '_resource.ts': resourceOf('order', 'a'), 'index.ts': SHOW, in: { 'y.ts': SHOW } } })
    for (const broken of ['export default ', 'export default 1\n', 'export const order = 1\n', 'export default []\n']) {
      served.sample.write('routes/orders/[id]/_resource.ts', broken)
      await eventually(CLOSED, () => get('/orders/a'))
      expect([await get('/orders/a/in/y'), await get('/x')]).to.deep.equal([CLOSED, '200 '])
      served.sample.write('routes/orders/[id]/_resource.ts', resourceOf('order', 'a'))
      await eventually('200 order', () => get('/orders/a/in/y'))
    }
  })

  it('follows a deletion, a rename and a file in its place', async () => {
    await start({ '[id]': { '_resource.ts': resourceOf('order', 'a'), 'index.ts': SHOW } })
    const file = `${served.sample.root}/routes/orders/[id]/_resource.ts`
    expect(await get('/orders/b')).to.equal(ABSENT)
    served.sample.remove('routes/orders/[id]/_resource.ts')
    await eventually('200 ', () => get('/orders/b'))
    served.sample.write('routes/orders/[id]/_resource.ts', resourceOf('order', 'a'))
    await eventually(ABSENT, () => get('/orders/b'))
    // Under a name that is nearly its own it protects nothing: its folder is closed.
    renameSync(file, file.replace('_resource', '_resources'))
    await eventually(CLOSED, () => get('/orders/b'))
    renameSync(file.replace('_resource', '_resources'), file)
    await eventually('200 order', () => get('/orders/a'))
    expect(await get('/orders/b')).to.equal(ABSENT)
  })

  it('reads the level of a linked folder by the name of each place', async () => {
    const outside = createSample({ shared: { '_resource.ts': resourceOf('order', 'a'), 'index.ts': SHOW } })
    try {
      await start({ 'list.ts': SHOW })
      symlinkSync(`${outside.root}/shared`, `${served.sample.root}/routes/orders/[id]`)
      await eventually('200 order', () => get('/orders/a'))
      expect(await get('/orders/b')).to.equal(ABSENT)
      // Without a parameter in its name the same file covers nothing, and says so.
      symlinkSync(`${outside.root}/shared`, `${served.sample.root}/routes/plain`)
      await eventually(CLOSED, () => get('/plain'))
      expect([await get('/orders/a'), await get('/orders/b')]).to.deep.equal(['200 order', ABSENT])
      rmSync(`${served.sample.root}/routes/plain`)
      outside.write('shared/_resource.ts', resourceOf('order', 'b'))
      await eventually('200 order', () => get('/orders/b'))
      expect(await get('/orders/a')).to.equal(ABSENT)
    } finally {
      outside.dispose()
    }
  })

  it('prints what changes in whose they are', async () => {
    await start({ '[id]': { 'index.ts': SHOW } })
    served.sample.write('routes/orders/[id]/_resource.ts', resourceOf('order', 'a'))
    await eventually(ABSENT, () => get('/orders/b'))
    served.sample.write('routes/orders/[id]/_resource.ts', 'export default null\n')
    await eventually('200 ', () => get('/orders/b'))
    served.sample.remove('routes/orders/[id]/_resource.ts')
    const last = "  auth  GET /orders/[id]  Global [nobody's(id)] -> Global"
    await eventually('true', () => Promise.resolve(String(served.reported.includes(last))))
    expect(served.reported.filter((line) => line.startsWith('  auth'))).to.deep.equal([
      '  auth  GET /orders/[id]  Global -> Global [order]',
      "  auth  GET /orders/[id]  Global [order] -> Global [nobody's(id)]",
      last,
    ])
  })
})
