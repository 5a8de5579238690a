import { expect } from 'chai'
import { middleware, SvcAPI } from 'svc'
import { bearer, resource } from 'svc/security'
import { authScenarios } from '../command/auth-scenarios.ts'
import type { FixtureFile } from '../credentials/define.ts'
import type { AnyApi } from '../model/application.ts'

interface Order {
  readonly id: string
  readonly owner: string
}
type Asks = (order: Order, request: { readonly auth: string }) => unknown

const TOKENS: Readonly<Record<string, string>> = { 'token-of-ann-4711': 'ann', 'token-of-bob-0815': 'bob' }
const ORDERS: readonly Order[] = [
  { id: '17', owner: 'ann' },
  { id: '42', owner: 'bob' },
]
const ofOwner: Asks = (order, { auth }) => order.owner === auth

/** Orders with an owner each, below a resource; middleware around them as most applications have some. */
function shop(may: Asks = ofOwner, refused: 403 | 404 = 404, around = middleware((_, next) => next())): AnyApi {
  const auth = bearer((_, token) => (Object.hasOwn(TOKENS, token) ? TOKENS[token] : null), { name: 'Token' })
  const order = resource('order', {
    params: ['id'],
    refused,
    load: ({ params }: { params: { id: string } }) => ORDERS.find(({ id }) => id === params.id),
    may,
  })
  const api = new SvcAPI({ auth, resources: 'declared', middleware: around })

  api.get('/orders/:id', { resource: order }, ({ resources }) => resources.order)
  api.post('/orders/:id/cancel', { resource: order }, ({ resources }) => ({ cancelled: resources.order.id }))
  return api
}

const users: FixtureFile = {
  users: { ann: {}, bob: {} },
  credentials: { Token: { ann: 'token-of-ann-4711', bob: 'token-of-bob-0815' } },
}
const PACK = 'POST /orders/[id]/pack'
const KEYS = ['GET /orders/[id]', 'POST /orders/[id]/cancel'] as const
const forEach = <T>(value: T): Readonly<Record<string, T>> => Object.fromEntries(KEYS.map((key) => [key, value]))
const own: FixtureFile = { ...users, routes: forEach({ params: { id: '17' } }) }
const denied: FixtureFile = { ...own, roles: forEach({ allow: ['ann'], deny: ['bob'] }) }

interface Ended {
  readonly failed: readonly string[]
  /** Names with reasons, each once. */
  readonly undecided: readonly string[]
}

async function run(api: AnyApi, fixtures: FixtureFile): Promise<Ended> {
  const scenarios = await authScenarios(api, { fixtures })
  try {
    const verdicts = await Promise.all(scenarios.tests.map(({ verdict }) => verdict()))
    const line = ({ scenario }: (typeof verdicts)[number], text: string): string =>
      `${scenario.route} ${scenario.name}: ${text}`
    return {
      failed: verdicts
        .filter(({ outcome }) => outcome === 'failed')
        .map((one) => line(one, one.finding?.problems.map(({ expected, got }) => `${expected} / ${got}`).join() ?? '')),
      undecided: verdicts.filter(({ outcome }) => outcome === 'inconclusive').map((one) => line(one, one.reason ?? '')),
    }
  } finally {
    await scenarios.close()
  }
}

describe('a refusal by a resource', () => {
  for (const refused of [404, 403] as const) {
    it(`does not count as a finding where the record is not the second user's (${refused})`, async () => {
      expect(await run(shop(ofOwner, refused), own)).to.deep.equal({ failed: [], undecided: [] })
    })

    it(`is the refusal of a user whom the fixtures deny (${refused})`, async () => {
      expect(await run(shop(ofOwner, refused), denied)).to.deep.equal({ failed: [], undecided: [] })
    })
  }

  it('proves nothing where the fixtures name no record: which function said so, where, and what to write', async () => {
    const { failed, undecided } = await run(shop(), users)
    expect(failed).to.deep.equal([])
    expect(undecided[0]).to.match(
      /^GET \/orders\/\[id\] valid: 404 before the handler: load of the resource order \(harness\/check\/resource-refusal.test.ts:\d+\) gave nothing; give the user of the credential a record that exists in the fixtures: routes: \{ 'GET \/orders\/\[id\]': \{ params: \{ id: '…' \} \} \}$/,
    )
    expect(
      new Set(undecided.map((line) => line.slice(line.indexOf(': ')).replaceAll(/GET|POST|\/cancel/g, ''))).size,
    ).to.equal(1)
  })

  it('is named with the function that said no', async () => {
    const foreign = { ...own, routes: forEach({ params: { id: '42' } }) }
    const { failed, undecided } = await run(shop(), foreign)
    expect(failed).to.deep.equal([])
    expect(undecided[0]).to.match(
      /^GET \/orders\/\[id\] valid: 404 before the handler: may of the resource order .* said no; give the user of the credential a record of its own/,
    )
  })

  it('of only is one of who may, too: roles can say it', async () => {
    const api = shop() as SvcAPI
    const order = resource('order', { params: ['id'], load: () => ORDERS[0], may: () => true })
    api.post('/orders/:id/pack', { resource: order.only(() => false) }, () => 'packed')
    const { undecided } = await run(api, { ...own, routes: { [PACK]: { params: { id: '17' } } } })
    expect(undecided.find((line) => line.startsWith(`${PACK} valid`))).to.match(
      /said no; name the users or roles who may in the fixtures: roles: \{ 'POST \/orders\/\[id\]\/pack': \{ allow: \['…'\] \} \}, or give the user of the credential a record of its own: params$/,
    )
  })

  it('is what the fixtures may expect of a route', async () => {
    const expected = { ...users, routes: forEach({ params: { id: '99' }, expect: { admitted: { status: 404 } } }) }
    expect(await run(shop(), expected)).to.deep.equal({ failed: [], undecided: [] })
  })

  it('is asked for where the fixtures say that the second user may', async () => {
    const { failed, undecided } = await run(shop(), { ...own, roles: forEach({ allow: ['ann', 'bob'] }) })
    expect(failed).to.deep.equal([])
    expect(undecided.map((line) => line.split(': ', 1)[0])).to.deep.equal([
      'GET /orders/[id] role.bob',
      'GET /orders/[id] role.bob.HEAD',
      'POST /orders/[id]/cancel role.bob',
    ])
  })

  it('is missed where may always says yes', async () => {
    const { failed } = await run(
      shop(() => true),
      denied,
    )
    expect(failed.filter((line) => line.includes(' role.')).map((line) => line.split(': ', 1)[0])).to.deep.equal([
      'GET /orders/[id] role.bob',
      'GET /orders/[id] role.bob.HEAD',
      'POST /orders/[id]/cancel role.bob',
    ])
  })

  it('does not count where middleware answers all the same', async () => {
    const kept = new Map<string, unknown>()
    const cache = middleware(async (request, next) => {
      const before = kept.get(request.path)
      if (before !== undefined) return before
      const answer = await next()
      kept.set(request.path, answer)
      return answer
    })
    const { failed } = await run(shop(ofOwner, 404, cache), denied)
    expect(failed.map((line) => line.split(': ', 1)[0])).to.include('GET /orders/[id] role.bob')
  })
})
