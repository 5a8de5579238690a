import { expect } from 'chai'
import { bearer, resource } from '../auth/index.ts'
import { operation, Router, SvcAPI } from '../index.ts'
import { Modules } from '../files/modules.ts'
import { load } from '../files/load.ts'
import { createSample } from '../files/testdata/tree.ts'

const auth = bearer((_, token) => ({ name: token }))
const order = resource('order', {
  load: ({ params }) => ({ owner: params['id'] }),
  may: (loaded, { auth }: { auth: { name: string } }) => loaded.owner === auth.name,
})

/** Whatever operations share is found by more than their auth: what one of them asks, another must not be let off. */
describe('operations of one auth, with and without a resource', () => {
  const ask = async (api: { fetch(request: Request): Promise<Response> }, path: string): Promise<string> => {
    const response = await api.fetch(
      new Request(`http://svc.test${path}`, { headers: { authorization: 'Bearer ann' } }),
    )
    return `${response.status} ${await response.text()}`
  }
  const ABSENT = '404 {"detail":"Not Found"}'

  const orders = [
    ['/open/bob', '/own/bob', '/own/ann'],
    ['/own/bob', '/open/bob', '/own/ann'],
    ['/own/ann', '/own/bob', '/open/bob'],
  ] as const
  const expected: Readonly<Record<string, string>> = {
    '/open/bob': '200 open',
    '/own/bob': ABSENT,
    '/own/ann': '200 own',
  }

  for (const paths of orders) {
    for (const first of ['open', 'own'] as const) {
      it(`are asked for ${paths.join(', ')}, ${first} declared first`, async () => {
        const api = new SvcAPI({ auth, docs: false })
        const declare = {
          open: () => api.get('/open/:id', {}, () => 'open'),
          own: () => api.get('/own/:id', { resource: order }, () => 'own'),
        }
        for (const name of first === 'open' ? (['open', 'own'] as const) : (['own', 'open'] as const)) declare[name]()
        for (const path of paths) expect(await ask(api, path), path).to.equal(expected[path])
      })
    }
  }

  it('mount one router with and without', async () => {
    const router = new Router()
    router.get('/', {}, () => 'in')
    const api = new SvcAPI({ auth, docs: false })
    api.addRouter('/open/:id', router)
    api.addRouter('/own/:id', router, { resource: order })
    api.addRouter('/free/:id', router)
    const answers = await Promise.all(['/open/bob', '/own/bob', '/own/ann', '/free/bob'].map((path) => ask(api, path)))
    expect(answers).to.deep.equal(['200 in', ABSENT, '200 in', '200 in'])
  })

  it('export one function from two files, one below a folder with a resource', async () => {
    const sample = createSample({
      'package.json': '{"type":"module"}',
      'svc.config.ts': `import { defineConfig } from 'svc'\nimport { bearer } from 'svc/security'
export default defineConfig({ base: '', docs: false, auth: bearer((_, token) => ({ name: token })) })\n`,
      'lib/get.ts': `import { operation } from 'svc'\nexport const GET = operation(() => 'got')\n`,
      'lib/order.ts': `import { resource } from 'svc/security'
export const order = resource('order', { load: ({ params }) => ({ owner: params.id }), may: (order, { auth }) => order.owner === auth.name })\n`,
      routes: {
        open: { '[id].ts': `export { GET } from '../../lib/get.ts'\n` },
        own: {
          '[id]': {
            '_resource.ts': `export { order as default } from '../../../lib/order.ts'\n`,
            'index.ts': `export { GET } from '../../../lib/get.ts'\n`,
          },
        },
      },
    })
    const modules = await Modules.open(sample.root)
    try {
      const { api, problems } = await load(modules)
      expect(problems).to.deep.equal([])
      for (const paths of orders) {
        for (const path of paths)
          expect(await ask(api, path), path).to.equal(expected[path]?.replace(/ (open|own)/, ' got'))
      }
    } finally {
      await modules.close()
      sample.dispose()
    }
  })

  it('are one function with two declarations', async () => {
    const handler = (): string => 'in'
    const api = new SvcAPI({ auth, docs: false })
    api.get('/own/:id', { resource: order }, handler)
    api.get('/open/:id', {}, handler)
    expect([await ask(api, '/open/bob'), await ask(api, '/own/bob')]).to.deep.equal(['200 in', ABSENT])
    expect(typeof operation(handler)).to.equal('function')
  })
})
