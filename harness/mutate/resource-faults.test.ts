import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { bearer, resource } from 'svc/security'
import type { FixtureFile } from '../credentials/define.ts'
import type { AnyApi } from '../model/application.ts'
import { routesOf } from '../model/route.ts'
import type { Setup } from '../setup/setup.ts'
import { sampleSetup } from '../testdata/sample-setup.ts'
import { checkRecords, resourceFaults, resultOfFault, tryResourceFault } from './resource-faults.ts'

const TOKENS: Readonly<Record<string, string>> = { 'token-of-ann-4711': 'ann', 'token-of-bob-0815': 'bob' }
const ORDERS = [
  { id: '17', owner: 'ann', note: 'Dill pickles', items: { a: 'Two jars' } as Record<string, string> },
  { id: '42', owner: 'bob', note: 'Green olives', items: { b: 'One barrel' } as Record<string, string> },
]
const auth = bearer((_, token) => (Object.hasOwn(TOKENS, token) ? TOKENS[token] : null), { name: 'Token' })

function shop(withItems = false): AnyApi {
  const order = resource('order', {
    params: ['id'],
    load: ({ params }: { params: { id: string } }) => ORDERS.find(({ id }) => id === params.id),
    may: (one, { auth: user }: { auth: string }) => one.owner === user,
  })
  const api = new SvcAPI({ auth, resources: 'declared' })
  api.get('/orders/[id]', { resource: order }, ({ resources }) => resources.order)
  const item = resource('item', {
    parent: order,
    load: (one, { params }: { params: { item: string } }) => one.items[params.item],
  })
  if (withItems) api.get('/orders/[id]/items/[item]', { resource: [order, item] }, ({ resources }) => resources.item)
  return api
}

const users: FixtureFile = {
  users: { ann: {}, bob: {} },
  credentials: { Token: { ann: 'token-of-ann-4711', bob: 'token-of-bob-0815' } },
}
const of = { ann: { id: 17 }, bob: { id: 42 } }

/** By fault, the scenario that noticed it. */
async function noticed(
  fixtures: FixtureFile,
  withItems = false,
): Promise<Readonly<Record<string, string | undefined>>> {
  const api = shop(withItems)
  const renew = (copy: AnyApi = api): Promise<Setup> =>
    sampleSetup({ subject: { kind: 'local', api: copy, base: '' }, fixtures })
  const input = { api, base: '', renew, timeout: 60_000 }
  await checkRecords(input)
  const faults = resourceFaults(api.operations(), routesOf(api.operations(), '', false))
  const entries: [string, string | undefined][] = []
  for (const fault of faults)
    entries.push([`${fault.operator} of ${fault.resource}`, await tryResourceFault(fault, input)])
  return Object.fromEntries(entries)
}

describe('the faults that --mutate makes in resources', () => {
  it('are noticed with records of two users', async () => {
    expect(await noticed({ ...users, resources: { order: { of } } })).to.deep.equal({
      'may-always-yes of order': 'resource.other-order-bob-ann',
      'may-always-no of order': 'resource.own-order-ann',
      'load-same of order': 'resource.own-order-bob',
    })
  })

  it('but for a load that always gives the same record are noticed with the record of one user', async () => {
    const one = { ...users, resources: { order: { of: { ann: { id: 17 } } } } }
    expect(await noticed(one)).to.deep.equal({
      'may-always-yes of order': 'resource.other-order-bob-ann',
      'may-always-no of order': 'resource.own-order-ann',
      'load-same of order': undefined,
    })
  })

  it('are noticed below a parent', async () => {
    const item = { of: { ann: { id: 17, item: 'a' }, bob: { id: 42, item: 'b' } } }
    expect(
      await noticed({ ...users, resources: { order: { of, at: ['GET /orders/[id]'] }, item } }, true),
    ).to.deep.equal({
      'may-always-yes of order': 'resource.other-order-bob-ann',
      'may-always-no of order': 'resource.own-order-ann',
      'load-same of order': 'resource.own-order-bob',
      'load-any-parent of item': 'resource.nested-item-bob-ann-1',
    })
  })

  it('survive without records, and say what to write', async () => {
    expect(await noticed(users)).to.deep.equal({
      'may-always-yes of order': undefined,
      'may-always-no of order': undefined,
      'load-same of order': undefined,
    })
    const [fault] = resourceFaults(shop().operations(), routesOf(shop().operations(), '', false))
    const { position, ...facts } = resultOfFault(fault as NonNullable<typeof fault>)
    expect(position?.file).to.match(/resource-faults.test.ts$/)
    expect(facts).to.deep.equal({
      operator: 'may-always-yes',
      title: 'says yes to everybody',
      advice: 'records of two users in the fixtures: resources: { order: { of: { … } } }',
      route: 'GET /orders/[id]',
      authenticator: 'may of order',
    })
  })

  it('are not made where an owner does not get an own record', async () => {
    const foreign = { ...users, resources: { order: { of: { ann: { id: 42 } } } } }
    const failure = await noticed(foreign).catch((error: unknown) => error)
    expect(String(failure)).to.include('resource.own-order-ann is not passed before anything is broken')
  })
})
