import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { linkSvc } from '../../fixtures/link-svc.ts'
import { createSample, type SampleFolder } from '../../server/files/testdata/tree.ts'
import { type Loaded, load } from '../../server/files/load.ts'
import { Modules } from '../../server/files/modules.ts'
import { authScenarios } from '../command/auth-scenarios.ts'
import { writeFixtures } from '../command/init.ts'
import { runSample } from '../testdata/run-sample.ts'
import type { RequestSample } from '../model/route.ts'
import { sampleRoute } from '../testdata/samples.ts'
import type { FixtureFile } from './define.ts'
import { checkResources } from './resolve-resources.ts'
import { skeletonOfProject } from './skeleton.ts'

const TOKENS = { ANN: 'Token-of-ann-1', BOB: 'Token-of-bob-2' }
const PROJECT = {
  'package.json': '{"type":"module"}',
  'svc.config.ts': `import { SvcAPI, defineConfig } from 'svc'
import { bearer, resource } from 'svc/security'
const ORDERS = { 17: { id: '17', owner: 'ann', text: 'Dill pickles' }, 42: { id: '42', owner: 'bob', text: 'Green olives' } }
export const auth = bearer((_, token) => ({ 'Token-of-ann-1': { name: 'ann' }, 'Token-of-bob-2': { name: 'bob' } })[token], { name: 'User' })
const order = resource('order', { load: ({ params }) => ORDERS[params.id], may: (order, { auth }) => order.owner === auth.name })
const line = resource('line', { parent: order, load: (order, { params }) => params.line === '1' ? { text: order.text } : undefined })
const api = new SvcAPI({ auth, docs: false })
api.get('/orders/:id', { resource: order }, ({ resources }) => resources.order)
api.delete('/orders/:id', { resource: order }, () => 'deleted')
api.get('/orders/:id/lines/:line', { resource: [order, line] }, ({ resources }) => resources.line)
api.get('/pages/:page', { resource: null }, ({ params }) => params.page)
export default defineConfig({ api, base: '/' })
`,
}

describe('svc test-auth --init of a project with resources', () => {
  let sample: SampleFolder
  let modules: Modules
  let loaded: Loaded
  let file: string
  before(async () => {
    sample = createSample(PROJECT)
    linkSvc(sample.root)
    modules = await Modules.open(sample.root)
    loaded = await load(modules)
    const { api, base } = loaded
    await writeFixtures({ root: sample.root, subject: { kind: 'local', api, base }, stderr: () => undefined })
    file = `${sample.root}/fixtures/auth.fixtures.ts`
  })
  after(async () => {
    await modules.close()
    sample.dispose()
  })
  const read = async (name: string): Promise<FixtureFile> =>
    ((await modules.import(name)) as { readonly default: FixtureFile }).default

  it('writes an owner, another user and a place for the id of each record', () => {
    expect(readFileSync(file, 'utf8').split('\n').slice(3, -2).join('\n')).to.equal(`export default defineFixtures({
  users: {
    ann: { roles: ['user'] },
    bob: { roles: ['user'] },
  },
  credentials: {
    User: { ann: secret('ANN_USER'), bob: secret('BOB_USER') }, // bearer
  },
  routes: {
    'DELETE /orders/[id]': { params: { id: '<id>' } },
    'GET /pages/[page]': { params: { page: '1' } },
  },
  resources: {
    order: { of: { ann: { id: '<id>' }, bob: { id: '<id>' } } }, // GET /orders/[id], DELETE /orders/[id], GET /orders/[id]/lines/[line]; spare: true if they may be changed
    line: { of: { ann: { id: '<id>', line: '<id>' }, bob: { id: '<id>', line: '<id>' } } }, // GET /orders/[id]/lines/[line]; spare: true if they may be changed
  },`)
  })

  it('writes what is refused, with each place, until the ids are filled in', async () => {
    const { api, base } = loaded
    const fixtures = await read(file)
    const error = await authScenarios(api, { fixtures, base }).then(
      () => undefined,
      (thrown: Error & { readonly code?: string }) => thrown,
    )
    expect([error?.code, error?.message.replace(/^.*? {2}/, '')]).to.deep.equal([
      'SVC_FIXTURE_PLACEHOLDER',
      '"<id>" still stands in resources.order.of.ann, resources.order.of.bob, resources.line.of.ann, resources.line.of.bob, ' +
        'routes, DELETE /orders/[id]. Write ids of records that exist, each of its user, or remove what has none.',
    ])
  })

  it('writes what proves whose the records are, once they are', async () => {
    let next = 0
    const ids = ['17', '17', '42', '17', '1', '42', '1']
    const filled = `${sample.root}/fixtures/filled.fixtures.ts`
    writeFileSync(
      filled,
      readFileSync(file, 'utf8')
        .replaceAll("'<id>'", () => `'${ids[next++] ?? ''}'`)
        .replaceAll(/secret\('(ANN|BOB)_USER'\)/g, (_, user: keyof typeof TOKENS) => `'${TOKENS[user]}'`),
    )
    const outcomes: string[] = []
    await runSample({
      api: loaded.api,
      fixtures: await read(filled),
      isChosen: ({ control }) => control === 'control',
      explores: true,
      emit: (event) => {
        if (event.type !== 'scenario.ended') return
        const { scenario, outcome } = event.verdict
        if (/^(?:valid|resource\.(?:own|other|nested))/.test(scenario.name))
          outcomes.push(`${outcome} ${scenario.route}`)
      },
    })
    // Reading operations are asked for the records of \`of\`: no other parameter is written for them.
    expect(outcomes.filter((line) => !line.startsWith('passed'))).to.deep.equal([])
    expect(outcomes).to.include.members(['passed GET /orders/[id]', 'passed GET /orders/[id]/lines/[line]'])
  })
})

describe('first fixtures of operations that take an id outside of their path', () => {
  it('have it tried, with a place for the id, where it is called like a resource', () => {
    const resources = [{ name: 'order', params: ['id'], source: undefined }]
    const sampleOf = (body: object, query = {}): RequestSample => ({
      params: {},
      query,
      headers: {},
      body: { contentType: 'application/json', text: JSON.stringify(body) },
    })
    const routes = [
      sampleRoute({ path: '/orders/[id]', resources }),
      sampleRoute({
        method: 'POST',
        path: '/refunds',
        declaresBody: true,
        sample: sampleOf({ orderId: '1', why: 'x' }),
      }),
      sampleRoute({ path: '/invoices', sample: { params: {}, query: { order: '1', page: '1' }, headers: {} } }),
      sampleRoute({ method: 'POST', path: '/orders', declaresBody: true, sample: sampleOf({ ordered: '1' }) }),
    ]
    const { resources: records = {}, routes: inputs = {} } = skeletonOfProject(routes, undefined)
    expect(JSON.stringify(records)).to.include(
      '"at":[{"route":"POST /refunds","body":"/orderId"},{"route":"GET /invoices","query":"order"}]',
    )
    expect(inputs).to.deep.equal({
      'POST /refunds': { body: { orderId: '<id>', why: 'x' } },
      'GET /invoices': { query: { order: '<id>', page: '1' } },
      'POST /orders': { body: { ordered: '1' } },
    })
    const open = { users: { ann: {} }, routes: inputs as never }
    expect(() => checkResources(open, routes, 'auth.fixtures.ts')).to.throw(
      'auth.fixtures.ts  "<id>" still stands in routes, POST /refunds, routes, GET /invoices.',
    )
  })
})
