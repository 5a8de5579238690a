import { expect } from 'chai'
import { HarnessError } from '../model/failure.ts'
import { sampleRoute } from '../testdata/samples.ts'
import type { FixtureFile } from './define.ts'
import { checkResources, resolveResources } from './resolve-resources.ts'
import { checkStructure } from './structure.ts'

const source = { env: { ORDER: 'o-17' }, directory: '.', allowExec: false }
const routes = [
  {
    ...sampleRoute(),
    key: 'GET /orders/[id]',
    path: '/orders/[id]',
    resources: [{ name: 'order', params: ['id'], source: undefined }],
  },
  { ...sampleRoute(), key: 'POST /refunds', method: 'POST', path: '/refunds' },
]
const users = { ann: {}, bob: {} }
type Resources = NonNullable<FixtureFile['resources']>

/** The message of what is wrong; `fine` if there is no fault. */
function said(resources: unknown): string {
  const fixtures = { users, resources: resources as Resources }
  try {
    checkStructure(fixtures, 'f.ts')
    checkResources(fixtures, routes, 'f.ts')
    resolveResources(fixtures.resources, source)
    return 'fine'
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error
    return `${error.code} ${error.message}`
  }
}

const of = { ann: { id: 17 } }
const CASES: Readonly<Record<string, readonly [resources: unknown, said: string]>> = {
  'a record of a user': [{ order: { of } }, 'fine'],
  'an id in a body': [{ order: { of, at: [{ route: 'POST /refunds', body: '/order' }] } }, 'fine'],
  'no records': [{ order: {} }, 'SVC_FIXTURE_TYPE f.ts  resources.order.of must be an object; got nothing'],
  'a resource that is not declared': [
    { ordr: { of } },
    'SVC_FIXTURE_UNKNOWN f.ts  resources: there is no resource "ordr". Did you mean "order"?',
  ],
  'a user that there is not': [
    { order: { of: { anna: { id: 1 } } } },
    'SVC_FIXTURE_UNKNOWN f.ts  resources.order: there is no user "anna". Did you mean "ann"?',
  ],
  'a parameter that no path has': [
    { order: { of: { ann: { ids: 1 } } } },
    'SVC_FIXTURE_UNKNOWN f.ts  resources.order.of: there is no parameter "ids". Did you mean "id"?',
  ],
  'a route that there is not': [
    { order: { of, lists: ['GET /order'] } },
    'SVC_FIXTURE_UNKNOWN f.ts  resources.order: there is no route "GET /order". Known: GET /orders/[id], POST /refunds.',
  ],
  'an id in two places': [
    { order: { of, at: [{ route: 'POST /refunds', body: '/order', query: 'order' }] } },
    'SVC_FIXTURE_TYPE resources.order.at: POST /refunds takes the id in one place: query, body or header',
  ],
  'a misspelt key': [
    { order: { of, mark: {} } },
    'SVC_FIXTURE_UNKNOWN f.ts  resources.order: there is no key "mark". Did you mean "marks"?',
  ],
}

describe('the resources of fixtures', () => {
  for (const [what, [resources, expected]] of Object.entries(CASES)) {
    it(`are checked: ${what}`, () => expect(said(resources)).to.equal(expected))
  }

  it('are read: numbers as texts, variables replaced, places as what they are', () => {
    const at = ['GET /orders/[id]', { route: 'POST /refunds', body: '/order' }]
    const read = resolveResources({ order: { of: { ann: { id: 17 }, bob: { id: '${ORDER}' } }, at } }, source)
    expect(read).to.deep.equal([
      {
        name: 'order',
        of: { ann: { id: '17' }, bob: { id: 'o-17' } },
        marks: {},
        at: [
          { route: 'GET /orders/[id]', in: 'path', name: '' },
          { route: 'POST /refunds', in: 'body', name: '/order' },
        ],
        shared: {},
        isSpare: false,
      },
    ])
  })
})
