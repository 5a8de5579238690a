import { expect } from 'chai'
import { bearer, resource } from '../auth/index.ts'
import { HttpError, middleware, type Observation, Router, SvcAPI, websocket } from '../index.ts'
import { RawClient, request, until } from './testdata/raw-client.ts'

interface User {
  readonly name: string
}
interface Order {
  readonly id: string
  readonly owner: string
  readonly items: Readonly<Record<string, string>>
}

const ORDERS: Readonly<Record<string, Order>> = {
  a: { id: 'a', owner: 'ann', items: { x: 'pickles' } },
  b: { id: 'b', owner: 'bob', items: { y: 'olives' } },
}
const auth = bearer((_, token) => ({ name: token }))
const TRACE: string[] = []
const order = resource('order', {
  load: ({ params }: { params: { id: string } }) => {
    TRACE.push(`load ${params.id}`)
    return ORDERS[params.id]
  },
  may: (found, { auth }: { auth: User }) => {
    TRACE.push(`may ${found.id}`)
    return found.owner === auth.name
  },
})
const item = resource('item', {
  parent: order,
  load: (found, { params }: { params: { item: string } }) => Promise.resolve(found.items[params.item]),
})

type Ask = readonly [status: number, body: string]
async function ask(api: unknown, path: string, init: RequestInit & { readonly as?: string } = {}): Promise<Ask> {
  const { as = 'ann', ...rest } = init
  const headers = { authorization: `Bearer ${as}`, ...(rest.headers as Record<string, string> | undefined) }
  const response = await (api as SvcAPI).fetch(new Request(`http://svc.test${path}`, { ...rest, headers }))
  return [response.status, await response.text()]
}

const ABSENT: Ask = [404, '{"detail":"Not Found"}']

describe('promise 33: a handler runs only after each resource of its route was loaded and allowed', () => {
  beforeEach(() => TRACE.splice(0))

  const create = (): SvcAPI<typeof auth> => {
    const api = new SvcAPI({ auth, docs: false })
    const orders = new Router<User>({ resource: order })
    orders.get('/', {}, ({ resources }) => resources)
    orders.post('/', { query: { page: Number }, body: { note: String } }, ({ resources, body }) => [resources, body])
    orders.get('/items/:item', { resource: item }, ({ resources }) => resources['item'])
    orders.delete('/', { resource: order.only((found) => found.id !== 'a') }, () => 'deleted')
    api.addRouter('/orders/:id', orders)
    return api
  }

  it('gives the handler what was loaded', async () => {
    expect(await ask(create(), '/orders/a')).to.deep.equal([200, JSON.stringify({ order: ORDERS['a'] })])
    expect(TRACE).to.deep.equal(['load a', 'may a'])
  })

  it("answers alike for what is not there, what is another user's and a path that is not there", async () => {
    const api = create()
    const answers = await Promise.all(['/orders/b', '/orders/c', '/nothing'].map((path) => ask(api, path)))
    expect(answers).to.deep.equal([ABSENT, ABSENT, ABSENT])
  })

  it('asks for nothing before authentication', async () => {
    const api = new SvcAPI({ auth: bearer(() => null), docs: false })
    api.get('/orders/:id', { resource: order as never }, () => 'ran')
    expect([(await ask(api, '/orders/a'))[0], TRACE]).to.deep.equal([401, []])
  })

  it('reaches a child through its parent only', async () => {
    const api = create()
    const paths = ['/orders/a/items/x', '/orders/a/items/y', '/orders/b/items/y', '/orders/b/items/x']
    const answers = await Promise.all(paths.map((path) => ask(api, path)))
    expect(answers).to.deep.equal([[200, 'pickles'], ABSENT, ABSENT, ABSENT])
  })

  it('asks what only adds, after may', async () => {
    const api = create()
    const remove = (path: string, as: string): Promise<Ask> => ask(api, path, { method: 'DELETE', as })
    expect(await remove('/orders/a', 'ann')).to.deep.equal(ABSENT)
    expect(await remove('/orders/b', 'bob')).to.deep.equal([200, 'deleted'])
    expect(await remove('/orders/b', 'ann')).to.deep.equal(ABSENT)
  })

  it('validates path, query and headers, asks for resources, and reads the body', async () => {
    const api = create()
    const post = (path: string, body: string): Promise<Ask> =>
      ask(api, path, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    expect((await post('/orders/b?page=x', '{"note":"n"}'))[0]).to.equal(422)
    expect(TRACE).to.deep.equal([])
    expect(await post('/orders/b?page=1', 'no json')).to.deep.equal(ABSENT)
    expect((await post('/orders/a?page=1', 'no json'))[0]).to.equal(400)
    expect((await post('/orders/a?page=1', '{}'))[0]).to.equal(422)
    expect(await post('/orders/a?page=1', '{"note":"n"}')).to.deep.equal([
      200,
      JSON.stringify([{ order: ORDERS['a'] }, { note: 'n' }]),
    ])
  })

  it('shows load, may and the handler one spelling of an id', async () => {
    const seen: unknown[] = []
    const numbered = resource('order', {
      params: { id: Number },
      load: ({ params }) => (seen.push(params.id), { id: params.id }),
      may: (_, { params }) => seen.push(params.id),
    })
    const api = new SvcAPI({ auth, docs: false })
    api.get('/orders/:id', { resource: numbered }, ({ params }) => params)
    expect(await ask(api, '/orders/7')).to.deep.equal([200, '{"id":7}'])
    expect([seen, (await ask(api, '/orders/x'))[0]]).to.deep.equal([[7, 7], 422])
  })

  it('shows every parameter of the path: one that nothing gives a type is a text', async () => {
    const seen: unknown[] = []
    const named = resource('named', {
      params: ['name'],
      load: ({ params }) => seen.push({ ...params }),
      may: () => true,
    })
    const numbered = resource('numbered', {
      parent: named,
      params: { id: Number },
      load: (_, { params }) => seen.push({ ...params }),
    })
    const api = new SvcAPI({ auth, docs: false })
    api.get('/a/:name/:id', { resource: [named, numbered] }, ({ params }) => params)
    const both = { name: 'n', id: 7 }
    expect(await ask(api, '/a/n/7')).to.deep.equal([200, JSON.stringify({ id: 7, name: 'n' })])
    expect(seen).to.deep.equal([both, both])
  })

  const verdicts: readonly (readonly [what: string, may: () => unknown, status: number])[] = [
    ['true', () => true, 200],
    ['a text', () => 'yes', 200],
    ['a promise of true', () => Promise.resolve(true), 200],
    ['nothing', () => undefined, 404],
    ['0', () => 0, 404],
    ['a promise of false', () => Promise.resolve(false), 404],
    ['a promise of nothing', async () => undefined, 404],
    ['a function', () => () => false, 404],
    ['an error', () => new HttpError(403), 404],
    ['a Response', () => new Response('no', { status: 403 }), 404],
    ['a generator', () => (function* () {})(), 404],
    [
      'an error that it throws',
      () => {
        throw new Error('no')
      },
      404,
    ],
    ['a rejection', () => Promise.reject(new HttpError(402)), 404],
    ['no end', () => new Promise(() => undefined), 503],
  ]
  for (const [what, may, status] of verdicts) {
    it(`answers ${status} where may gives ${what}`, async () => {
      let ran = 0
      const api = new SvcAPI({ auth, docs: false, authTimeout: 20 })
      const one = resource('one', { params: [], load: () => ({ id: 1 }), may })
      api.get('/', { resource: one }, () => ++ran)
      expect([(await ask(api, '/'))[0], ran]).to.deep.equal([status, status === 200 ? 1 : 0])
    })
  }

  const loads: readonly (readonly [what: string, load: () => unknown, status: number])[] = [
    ['nothing', () => undefined, 404],
    ['null', () => null, 404],
    ['a promise of nothing', async () => undefined, 404],
    [
      'a 404 that it throws',
      () => {
        throw new HttpError(404, 'No order o-17')
      },
      404,
    ],
    ['a promise of a 404', () => Promise.reject(new HttpError(404, 'No order o-17')), 404],
    ['another error of HTTP', () => Promise.reject(new HttpError(409)), 409],
    [
      'an error',
      () => {
        throw new Error('database')
      },
      500,
    ],
    ['no end', () => new Promise(() => undefined), 503],
    ['a value that is falsy', () => 0, 200],
  ]
  for (const [what, load, status] of loads) {
    it(`answers ${status} where load gives ${what}`, async () => {
      const asked: unknown[] = []
      const api = new SvcAPI({ auth, docs: false, authTimeout: 20 })
      const one = resource('one', { params: [], load, may: (loaded) => asked.push(loaded) })
      api.get('/', { resource: one }, () => 'ran')
      const [got, body] = await ask(api, '/')
      expect([got, asked.length, body.includes('o-17')]).to.deep.equal([status, status === 200 ? 1 : 0, false])
    })
  }

  it('gives handlers of exceptions and middleware one error for what is absent and what is refused', async () => {
    const caught: unknown[] = []
    const inside: unknown[] = []
    const api = new SvcAPI({
      auth,
      docs: false,
      middleware: middleware(async (request, next) => {
        try {
          return await next()
        } catch (error) {
          caught.push(error)
          inside.push(Object.keys(request.resources))
          throw error
        }
      }),
    })
    api.exceptionHandler(HttpError, (request, error) => {
      caught.push(error)
      return api.createResponse(request, { detail: error.detail }, { status: error.status })
    })
    api.get('/orders/:id', { resource: order }, () => 'ran')
    const answers = [await ask(api, '/orders/b'), await ask(api, '/orders/c')]
    expect(answers).to.deep.equal([ABSENT, ABSENT])
    expect([caught.length, new Set(caught).size, Object.isFrozen(caught[0]), inside]).to.deep.equal([
      4,
      1,
      true,
      [[], []],
    ])
  })

  it('answers 403 where the existence of a resource is declared no secret', async () => {
    const open = resource('order', { refused: 403, load: ({ params }) => ORDERS[params['id'] ?? ''], may: () => false })
    const api = new SvcAPI({ auth, docs: false })
    api.get('/orders/:id', { resource: open }, () => 'ran')
    const answers = [await ask(api, '/orders/b'), await ask(api, '/orders/c')]
    expect(answers).to.deep.equal([[403, '{"detail":"Forbidden"}'], ABSENT])
  })

  it('holds for HEAD, and asks nothing of OPTIONS', async () => {
    const api = create()
    const statuses = ['/orders/a', '/orders/b'].map(async (path) => (await ask(api, path, { method: 'HEAD' }))[0])
    expect(await Promise.all(statuses)).to.deep.equal([200, 404])
    TRACE.splice(0)
    expect([(await ask(api, '/orders/b', { method: 'OPTIONS' }))[0], TRACE]).to.deep.equal([204, []])
  })

  it('guards what is mounted, at the path and below it', async () => {
    const api = new SvcAPI({ auth, docs: false })
    api.mount('/orders/:id', () => new Response('mounted'), { resource: order })
    const paths = ['/orders/a', '/orders/a/x/y', '/orders/b', '/orders/b/x']
    const answers = await Promise.all(paths.map((path) => ask(api, path)))
    expect(answers).to.deep.equal([[200, 'mounted'], [200, 'mounted'], ABSENT, ABSENT])
  })

  it('counts no refused resource as a guess', async () => {
    const api = new SvcAPI({ auth, docs: false, throttle: { failures: 2, window: 60 } })
    api.get('/orders/:id', { resource: order }, () => 'ran')
    for (let time = 0; time < 5; time++) expect(await ask(api, '/orders/b')).to.deep.equal(ABSENT)
    expect(await ask(api, '/orders/a')).to.deep.equal([200, 'ran'])
  })

  it('reports what was loaded, what refused and where that stands', async () => {
    const api = create()
    const seen: unknown[] = []
    api.observe((observation: Observation) => {
      if (!observation.type.startsWith('resource.')) return
      const { type, resource: name, by, reason, source } = observation as unknown as Record<string, never>
      seen.push([type, name, by, reason, typeof (source as { line?: number } | undefined)?.line])
    })
    for (const path of ['/orders/a', '/orders/b', '/orders/c', '/orders/a/items/z']) await ask(api, path)
    expect(seen).to.deep.equal([
      ['resource.passed', 'order', undefined, undefined, 'undefined'],
      ['resource.refused', 'order', 'may', 'refused', 'number'],
      ['resource.refused', 'order', 'load', 'absent', 'number'],
      ['resource.passed', 'order', undefined, undefined, 'undefined'],
      ['resource.refused', 'item', 'load', 'absent', 'number'],
    ])
  })

  it('makes no promise where load and may make none', async () => {
    const one = resource('one', { params: [], load: () => ({ id: 1 }), may: () => true })
    const api = new SvcAPI({ auth, docs: false })
    const seen: string[] = []
    api.get('/', { resource: one }, () => seen.push('handler'))
    // The handler has run before anything that waits goes on.
    const pending = api.fetch(new Request('http://svc.test/', { headers: { authorization: 'Bearer ann' } }))
    seen.push('after')
    await pending
    expect(seen).to.deep.equal(['handler', 'after'])
  })
})

describe('resources whose ids are not in the path', () => {
  const api = new SvcAPI({ auth, docs: false })
  api.post('/refunds', { body: { order: String } }, async (request) => {
    const found = await order.get(request, { id: request.body.order })
    return `${found.id} ${Object.keys(request.resources).length}`
  })
  api.post('/batch', { body: { order: String, item: String } }, (request) =>
    item.get(request, { id: request.body.order, item: request.body.item }),
  )
  api.get('/orders', {}, async (request) => (await order.filter(Object.values(ORDERS), request)).map(({ id }) => id))
  api.get('/own/:id', { resource: order }, (request) => item.get(request, { id: 'b', item: 'y' }))
  const post = (path: string, body: object, as = 'ann'): Promise<Ask> =>
    ask(api, path, { method: 'POST', as, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

  it('are loaded and asked about by get, with the same answer', async () => {
    const answers = ['a', 'b', 'c'].map((id) => post('/refunds', { order: id }))
    expect(await Promise.all(answers)).to.deep.equal([[200, 'a 0'], ABSENT, ABSENT])
  })

  it('are reached through their parents, of the ids that were given and not of the path', async () => {
    expect(await post('/batch', { order: 'a', item: 'x' })).to.deep.equal([200, 'pickles'])
    expect(await post('/batch', { order: 'b', item: 'y' })).to.deep.equal(ABSENT)
    expect(await post('/batch', { order: 'a', item: 'y' })).to.deep.equal(ABSENT)
    expect(await ask(api, '/own/a')).to.deep.equal(ABSENT)
  })

  it('are kept of a list by filter, where may allows them', async () => {
    const lists = ['ann', 'bob', 'eve'].map((as) => ask(api, '/orders', { as }))
    expect(await Promise.all(lists)).to.deep.equal([
      [200, '["a"]'],
      [200, '["b"]'],
      [200, '[]'],
    ])
  })

  it('are asked about in the messages of a WebSocket, too', async () => {
    const sockets = new SvcAPI({ auth, docs: false })
    sockets.get('/socket', {}, (request) =>
      websocket({
        message: async (peer, message) => {
          const found = await order.get(request, { id: message.text() }).catch((error: HttpError) => error.status)
          peer.send(typeof found === 'object' ? `given ${found.owner}` : `${message.text()} ${found}`)
        },
      }),
    )
    const server = await sockets.listen({ log: false })
    const { url } = server
    const handshake = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13']
    const key = ['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Authorization: Bearer ann']
    const client = new RawClient(url).write(request(url, 'GET', '/socket', [...handshake, ...key]))
    try {
      expect((await client.next()).status).to.equal(101)
      // Masked text frames of one letter (RFC 6455 section 5.2).
      for (const id of ['a', 'b', 'c']) client.write(`\x81\x81\0\0\0\0${id}`)
      await until(() => ['given ann', 'b 404', 'c 404'].every((text) => client.text.includes(text)))
      expect(client.text).to.not.include('bob')
    } finally {
      client.close()

      await server.close()
    }
  })

  it('are asked what only adds, by get and by filter', async () => {
    const narrow = order.only((found) => found.id !== 'a')
    const narrowed = new SvcAPI({ auth, docs: false })
    narrowed.get('/one', {}, (request) => narrow.get(request, { id: 'a' }))
    narrowed.get('/all', {}, async (request) =>
      (await narrow.filter(Object.values(ORDERS), request)).map(({ id }) => id),
    )
    expect([await ask(narrowed, '/one'), await ask(narrowed, '/all')]).to.deep.equal([ABSENT, [200, '[]']])
    expect(await ask(narrowed, '/all', { as: 'bob' })).to.deep.equal([200, '["b"]'])
  })

  it('refuse anything but the request of a handler, and a filter that could not ask', async () => {
    const errors: unknown[] = []
    for (const call of [() => order.get({ auth: { name: 'ann' } }, { id: 'a' }), () => item.filter([], {} as never)]) {
      await call().catch((error: unknown) => errors.push((error as Error).message))
    }
    expect(errors).to.deep.equal([
      'order.get() takes the request that a handler or a middleware got',
      'item.filter() takes the request that a handler or a middleware got',
    ])
  })
})
