import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { bearer, resource } from 'svc/security'
import type { FixtureFile } from '../credentials/define.ts'
import { runSample } from '../testdata/run-sample.ts'

const TOKENS: Readonly<Record<string, string>> = { 'token-of-kim-4711': 'kim', 'token-of-lou-0815': 'lou' }
const ORDERS = new Map([
  ['o-17', { id: 'o-17', owner: 'kim' }],
  ['o-42', { id: 'o-42', owner: 'lou' }],
])

const FIXTURES: FixtureFile = {
  users: { kim: {}, lou: {} },
  credentials: { Token: { kim: 'token-of-kim-4711', lou: 'token-of-lou-0815' } },
  routes: {
    'GET /invoices': { query: { order: 'o-17' } },
    'GET /sorted': { query: { order: 'asc' } },
    'POST /refunds': { body: { orderId: 'o-17' } },
    'POST /batch': { body: { order_ids: ['o-17'] } },
  },
  resources: { order: { of: { kim: { id: 'o-17' }, lou: { id: 'o-42' } } } },
}

/** The remarks about ids on an application whose handlers ask the resource, or do not. */
async function remarksOn(asks: boolean, fixtures = FIXTURES): Promise<readonly string[]> {
  const auth = bearer((_, token) => (Object.hasOwn(TOKENS, token) ? TOKENS[token] : null), { name: 'Token' })
  const order = resource('order', {
    load: ({ params }: { params: { id: string } }) => ORDERS.get(params.id),
    may: (found, { auth: user }: { auth: string }) => found.owner === user,
  })
  const api = new SvcAPI({ auth, resources: 'declared' })
  const ask = async (request: object, id: unknown): Promise<void> =>
    void (asks && (await order.get(request as never, { id: String(id) })))
  api.get('/orders/[id]', { resource: order }, ({ resources }) => resources.order)
  api.get('/invoices', { query: { order: String } }, async (request) => ask(request, request.query.order))
  api.get('/sorted', { query: { order: String } }, ({ query }) => query.order)
  api.post('/refunds', { body: { orderId: String } }, async (request) => ask(request, request.body.orderId))
  api.post('/batch', {}, async (request) => {
    for (const id of ((await request.json()) as { order_ids: unknown[] }).order_ids) await ask(request, id)
  })
  api.post('/open', { auth: null, body: { order: String } }, () => 'public')
  const remarks: string[] = []
  await runSample({
    api,
    fixtures,
    emit: (event) => {
      if (event.type === 'remark' && /asks no resource/.test(event.remark.message)) remarks.push(event.remark.message)
    },
    remark: ({ message }) => void (/asks no resource/.test(message) && remarks.push(message)),
    isChosen: ({ control }) => control === 'control',
    explores: true,
  })
  return [...new Set(remarks)].map((text) => text.replace(/ \(harness\/resources\/unasked-ids\.test\.ts:\d+\)/, ''))
}

describe('ids that are not in the path', () => {
  it('are a remark where an operation takes one that is called like a resource, and asks none whose it is', async () => {
    const line = (route: string, member: string, where: string): string =>
      `${route} takes ${member} in its ${where}, and asks no resource order whose it is: ` +
      `ask with order.get(request, { id: request.${where}.${member} }), or have it tried: at, and spare where it changes something, in the fixtures`
    expect(await remarksOn(false)).to.deep.equal([
      line('GET /invoices', 'order', 'query'),
      line('POST /refunds', 'orderId', 'body'),
      line('POST /batch', 'order_ids', 'body'),
    ])
  })

  it('are not remarked on where the resource is asked, or where the fixtures have them tried', async () => {
    expect(await remarksOn(true)).to.deep.equal([])
    const at = [
      { route: 'GET /invoices', query: 'order' },
      { route: 'POST /refunds', body: '/orderId' },
      { route: 'POST /batch', body: '/order_ids/0' },
    ]
    const of = { kim: { id: 'o-17' }, lou: { id: 'o-42' } }
    expect(await remarksOn(false, { ...FIXTURES, resources: { order: { of, at, spare: true } } })).to.deep.equal([])
    const line = (await remarksOn(false, { ...FIXTURES, resources: { order: { of, at } } })).map((text) =>
      text.slice(0, 13),
    )
    expect(line, 'what changes something is tried with spare records alone').to.deep.equal([
      'POST /refunds',
      'POST /batch t',
    ])
  })
})
