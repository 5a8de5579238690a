import { expect } from 'chai'
import { BEARER } from '../model/carrier.ts'
import { describeLeaf } from '../model/description.ts'
import { AuthenticationError, HttpError, LoadError } from '../base/errors.ts'
import { defineConfig, Form, inherit, type Observation, operation, reply, Router, SvcAPI } from '../index.ts'
import { bearer, headerKey, queryKey } from '../auth/index.ts'

const token = bearer((_, value) => value === 'right' && { name: 'ann' }, { name: 'Token' })
const key = queryKey('key', (_, value) => value === 'right' && 'K', { name: 'Key' })

async function ask(api: SvcAPI<never> | SvcAPI | object, path: string, init: RequestInit = {}): Promise<unknown[]> {
  const response = await (api as SvcAPI).fetch(new Request(`http://svc.test${path}`, init))
  const text = await response.text()
  const type = response.headers.get('content-type')
  return [response.status, text !== '' && type?.startsWith('application/json') ? JSON.parse(text) : text]
}
const withToken = { headers: { authorization: 'Bearer right' } }

describe('operations()', () => {
  it('lists every operation with its effective auth and the place that decided', () => {
    const api = new SvcAPI({ auth: token })
    const admin = new Router({ auth: key })
    admin.get('/users/:id', {}, () => 1)
    admin.post('/users', { auth: null }, () => 1)
    api.get('/me', {}, () => 1)
    api.addRouter('/admin', admin)
    api.addRouter('/open', admin, { auth: null })
    const rows = api.operations().map(({ id, method, path, auth }) => [id, method, path, auth.description, auth.level])
    const keyDescription = describeLeaf({ in: 'query', name: 'key' }, { name: 'Key' })
    expect(rows).to.deep.equal([
      ['get_me', 'GET', '/me', describeLeaf(BEARER, { name: 'Token' }), 'api'],
      ['get_admin_users_id', 'GET', '/admin/users/[id]', keyDescription, 'router'],
      ['post_admin_users', 'POST', '/admin/users', null, 'operation'],
      ['get_open_users_id', 'GET', '/open/users/[id]', null, 'mount'],
      ['post_open_users', 'POST', '/open/users', null, 'operation'],
    ])
    for (const { auth, source } of api.operations()) {
      expect(auth.source?.file).to.equal(import.meta.filename ?? new URL(import.meta.url).pathname)
      expect(source?.line).to.be.greaterThan(20)
    }
  })

  it('gives inherit in a mount what encloses the mount', () => {
    const api = new SvcAPI({ auth: token })
    const inner = new Router({ auth: headerKey('X-Own', () => 1, { name: 'Own' }) })
    inner.get('/x', {}, () => 1)
    api.addRouter('/a', inner, { auth: [inherit, key] })
    expect(api.operations()[0]?.auth.description).to.deep.equal({
      kind: 'list',
      members: [token.describe(), key.describe()],
    })
  })

  it('cannot be changed, nor added to once read', () => {
    const api = new SvcAPI()
    api.get('/a', {}, () => 1)
    const list = api.operations()
    expect([Object.isFrozen(list), Object.isFrozen(list[0]), Object.isFrozen(list[0]?.auth)]).to.deep.equal([
      true,
      true,
      true,
    ])
    expect(() => api.get('/b', {}, () => 1)).to.throw(LoadError, /would not be served/)
    expect(api.operations()).to.equal(list)
  })

  it('numbers ids that come out alike', () => {
    const api = new SvcAPI()
    api.get('/a-b', {}, () => 1)
    api.get('/a_b', {}, () => 1)
    api.get('/c', { operationId: 'get_a_b_2' }, () => 1)
    expect(api.operations().map(({ id }) => id)).to.deep.equal(['get_a_b', 'get_a_b_3', 'get_a_b_2'])
  })
})

describe('declarations that must not be served', () => {
  const refused: readonly (readonly [string, () => unknown, RegExp])[] = [
    [
      'a misspelt option',
      () => new SvcAPI().get('/a', { auht: token } as never, () => 1),
      /"auht"\. Did you mean "auth"\?/,
    ],
    ['a misspelt option of the API', () => new SvcAPI({ atuh: token } as never), /"atuh"\. Did you mean "auth"\?/],
    ['a misspelt option of a mount', () => new SvcAPI().addRouter('/a', new Router(), { aut: null } as never), /"aut"/],
    ['a config whose API is undefined', () => defineConfig({ api: undefined } as never), /"api" that is not an SvcAPI/],
    [
      'a config whose API is a router',
      () => defineConfig({ api: new Router() } as never),
      /"api" that is not an SvcAPI/,
    ],
    ['a missing handler', () => new SvcAPI().get('/a', {}, undefined as never), /needs a handler/],
    [
      'an undefined auth',
      () => new SvcAPI().get('/a', { auth: undefined } as never, () => 1),
      /auth is written but undefined/,
    ],
    [
      'an origin with a path',
      () => new SvcAPI({ trustedOrigins: ['https://a.example/x'] }),
      /Write "https:\/\/a.example"/,
    ],
    ['a csrf of text', () => new SvcAPI({ csrf: 'false' } as never), /csrf must be true or false; got "false"/],
    ['a limit of nothing', () => new SvcAPI({ limits: { body: 0 } }), /body must be a whole number above 0; got 0/],
    [
      'one method and path twice',
      () => {
        const api = new SvcAPI()
        api.get('/a/:x', { auth: token }, () => 1)
        api.get('/a/:y', { auth: null }, () => 1)
        return api.nodeHandler()
      },
      /GET \/a\/\[y\] is declared twice/,
    ],
    [
      'a router inside itself',
      () => {
        const router = new Router()
        return router.addRouter('/a', router)
      },
      /inside itself/,
    ],
  ]
  for (const [what, declare, message] of refused) {
    it(`refuses ${what}`, () => expect(declare).to.throw(LoadError, message))
  }

  // Neither has members of its own, so each would pass for "no options" and leave the route open.
  const noOptions: readonly (readonly [string, unknown])[] = [
    ['a callable', () => null],
    ['inherit', inherit],
    ['an authenticator', token],
    ['a list', [token]],
    ['an empty list', []],
    ['an empty string', ''],
    ['null', null],
    ['an object that inherits auth', Object.create({ auth: token })],
  ]
  for (const [what, value] of noOptions) {
    const places: readonly (() => unknown)[] = [
      () => new SvcAPI().get('/a', value as never, () => 1),
      () => operation(value as never, () => 1),
      () => new Router(value as never),
      () => new SvcAPI().addRouter('/a', new Router(), value as never),
      () => new Router().addRouter('/a', new Router(), value as never),
      () => new SvcAPI({ docs: value as never }),
      () => new SvcAPI(value as never),
      () => defineConfig(value as never),
    ]
    it(`refuses ${what} in the place of options, wherever options are taken`, () => {
      for (const place of places)
        expect(place, String(place)).to.throw(LoadError, /the options of .+ must be a plain object/)
    })
  }

  it('says where', () => {
    const declare = () => new SvcAPI().get('/a', { auth: 'x' } as never, () => 1)
    expect(declare).to.throw(/^server\/api\/api\.test\.ts:\d+ {2}auth must be an authenticator/)
  })
})

describe('answers', () => {
  const api = new SvcAPI({ docs: false, auth: token })
  api.get('/text', {}, (request) => `hello ${request.auth.name}`)
  api.get('/nothing', { auth: null }, () => undefined)
  api.get('/reply', { auth: null }, () => reply(202, { a: 1 }, { 'x-a': '1' }))
  api.get('/response', {}, () => new Response('raw', { status: 203, headers: { 'cache-control': 'private' } }))
  api.get('/staged', { auth: null }, (request) => {
    request.responseHeaders.append('set-cookie', 'a=1')
    request.responseHeaders.append('set-cookie', 'b=2')
    return new Response(null, { status: 204, headers: { 'set-cookie': 'c=3' } })
  })
  api.get('/bigint', { auth: null }, () => 1n)
  api.post('/form', { auth: null, body: Form({ n: Number }) }, (request) => request.body)

  it('are text for a string, JSON for the rest, no-store where protected', async () => {
    const response = await api.fetch(new Request('http://svc.test/text', withToken))
    expect([response.status, await response.text(), response.headers.get('content-type')]).to.deep.equal([
      200,
      'hello ann',
      'text/plain; charset=utf-8',
    ])
    expect(response.headers.get('cache-control')).to.equal('no-store')
    expect(await ask(api, '/nothing')).to.deep.equal([200, null])
    expect(await ask(api, '/reply')).to.deep.equal([202, { a: 1 }])
  })

  it('keep the fields of a Response, and add the staged ones', async () => {
    const raw = await api.fetch(new Request('http://svc.test/response', withToken))
    expect([raw.status, raw.headers.get('cache-control')]).to.deep.equal([203, 'private'])
    const staged = await api.fetch(new Request('http://svc.test/staged'))
    expect(staged.headers.getSetCookie()).to.deep.equal(['c=3', 'a=1', 'b=2'])
  })

  it('are 500 for what JSON cannot hold', async () => {
    expect(await ask(api, '/bigint')).to.deep.equal([500, { detail: 'Internal Server Error' }])
  })

  const deep = (levels: number, inner: unknown): unknown => {
    let value = inner
    for (let level = 0; level < levels; level++) value = [value]
    return value
  }
  const losses: readonly (readonly [returned: () => unknown, problem: string | undefined])[] = [
    [() => ({ pets: [{ owner: Promise.resolve('Ann') }] }), 'pets[0].owner is a Promise. Await it.'],
    [() => [Promise.resolve(1)], '[0] is a Promise. Await it.'],
    [() => new Map([['a', 1]]), 'it is a Map. Return Object.fromEntries(map), or [...map].'],
    [() => reply(201, { 'a b': new Set([1]) }), '["a b"] is a Set. Return a list of it: [...values].'],
    [() => ({ names: new Map().keys() }), 'names is a Map Iterator. Return a list of it: [...values].'],
    [() => ({ big: [1n] }), 'big[0] is a bigint. Return String(value), or Number(value) where it is small.'],
    [() => ({ error: new RangeError('x') }), 'error is a RangeError. Throw it, or return its message.'],
    [
      () => ({
        pet: new (class Pet {
          readonly #name = 'Rex'
          get name() {
            return this.#name
          }
        })(),
      }),
      'pet is a Pet. Return a plain object with the members to send, or give its class a method toJSON.',
    ],
    [() => ({ a: {}, b: [], c: Object.create(null), d: new Date(0), e: new String('{}'), f: { x: '{}' } }), undefined],
    [() => deep(2_000, {}), undefined],
    [() => deep(3, 1n), '[0][0][0] is a bigint. Return String(value), or Number(value) where it is small.'],
    [() => ({ url: new URL('http://x.test'), at: { toJSON: () => ({}) }, bytes: Buffer.from('x') }), undefined],
  ]
  for (const [returned, problem] of losses) {
    it(`are ${problem === undefined ? '200' : '500'} where ${problem ?? 'nothing is lost'}`, async () => {
      const sample = new SvcAPI({ docs: false })
      const errors: unknown[] = []
      sample.observe((event) => event.type === 'request.ended' && errors.push(event.error))
      sample.get('/pets', { auth: null }, returned)
      const { status } = await sample.fetch(new Request('http://svc.test/pets'))
      const messages = errors.map((error) => error instanceof Error && error.message.replace(/^\S+ {2}/, ''))
      expect([status, messages]).to.deep.equal(
        problem === undefined
          ? [200, [false]]
          : [500, [`what GET /pets returned cannot be written as JSON: ${problem}`]],
      )
    })
  }

  it('to HEAD are those to GET without the body, authenticated alike', async () => {
    expect(await ask(api, '/text', { method: 'HEAD' })).to.deep.equal([401, ''])
    expect(await ask(api, '/text', { method: 'HEAD', ...withToken })).to.deep.equal([200, ''])
  })

  it('come in order: 400, 404, 405, 401, 422', async () => {
    const invalid = { detail: [{ type: 'number', loc: ['form', 'n'], msg: 'This value must be a number' }] }
    expect(await ask(api, '/te%2fxt')).to.deep.equal([400, { detail: 'Bad Request' }])
    expect(await ask(api, '/nope', withToken)).to.deep.equal([404, { detail: 'Not Found' }])
    expect(await ask(api, '/text', { method: 'PUT' })).to.deep.equal([405, { detail: 'Method Not Allowed' }])
    expect(await ask(api, '/text')).to.deep.equal([401, { detail: 'Unauthorized' }])
    expect(await ask(api, '/form', { method: 'POST', body: new URLSearchParams({ n: 'x' }) })).to.deep.equal([
      422,
      invalid,
    ])
  })
})

describe('exceptionHandler', () => {
  class Broken extends Error {}
  class VeryBroken extends Broken {}

  it('answers with the nearest class; Error does not take over our own answers', async () => {
    const api = new SvcAPI({ docs: false })
    api.get('/very', {}, () => {
      throw new VeryBroken()
    })
    api.get('/other', {}, () => {
      throw new TypeError('other')
    })
    api.exceptionHandler(Broken, (request) => api.createResponse(request, { broken: true }, { status: 418 }))
    api.exceptionHandler(Error, (request) => api.createResponse(request, { any: true }, { status: 599 }))
    expect(await ask(api, '/very')).to.deep.equal([418, { broken: true }])
    expect(await ask(api, '/other')).to.deep.equal([599, { any: true }])
    expect(await ask(api, '/nope')).to.deep.equal([404, { detail: 'Not Found' }])
  })

  it('shapes the default 401 through AuthenticationError, and keeps its challenge', async () => {
    const api = new SvcAPI({ docs: false, title: 'Pets "1"', auth: token })
    api.get('/a', {}, () => 1)
    api.exceptionHandler(AuthenticationError, (request, exception) =>
      api.createResponse(request, { error: exception.status }, { status: 401 }),
    )
    const served = api.withOperations(api.operations(), { base: '/v1' })
    const response = await served.fetch(new Request('http://svc.test/v1/a'))
    expect([await response.json(), response.headers.get('www-authenticate')]).to.deep.equal([
      { error: 401 },
      String.raw`Bearer realm="Pets \"1\""`,
    ])
  })

  it('that throws itself is answered by default, and cannot loop', async () => {
    const api = new SvcAPI({ docs: false })
    api.exceptionHandler(HttpError, () => {
      throw new HttpError(409, 'again')
    })
    expect(await ask(api, '/nope')).to.deep.equal([409, { detail: 'again' }])
  })
})

describe('withOperations', () => {
  it('serves exactly the list, below the base, with 503 where something is closed', async () => {
    const api = new SvcAPI({ docs: false, auth: token })
    api.get('/a', {}, () => 'a')
    api.get('/b', {}, () => 'b')
    api.get('/admin/users', { auth: null }, () => 'users')
    const served = api.withOperations(api.operations().slice(1), {
      base: '/api',
      closed: [
        { path: '/broken', reason: 'x' },
        { path: '/admin/**', reason: 'y' },
      ],
    })
    const answers = await Promise.all(
      ['/a', '/api/a', '/api/b', '/api/broken', '/api/admin/users', '/api/admin', '/api/administrator'].map(
        async (path) => (await ask(served, path))[0],
      ),
    )
    expect(answers).to.deep.equal([404, 404, 401, 503, 503, 503, 404])
    expect((await ask(served, '/api/broken', { method: 'OPTIONS' }))[0]).to.equal(503)
  })
})

describe('observe', () => {
  it('reports what happened, in order, until it is ended', async () => {
    const api = new SvcAPI({ docs: false })
    api.get('/a', { auth: [key, token] }, () => 1)
    const seen: string[] = []
    const end = api.observe((observation: Observation) => {
      const detail =
        'authenticator' in observation
          ? observation.authenticator.name
          : 'status' in observation
            ? observation.status
            : observation.operation.id
      seen.push(`${observation.type} ${detail}`)
    })
    await ask(api, '/a?key=wrong', withToken)
    expect(seen.splice(0)).to.deep.equal([
      'authenticator.called Key',
      'authenticator.failed Key',
      'authenticator.called Token',
      'authenticator.passed Token',
      'handler.started get_a',
      'handler.ended get_a',
      'request.ended 200',
    ])
    await ask(api, '/a')
    expect(seen.splice(0)).to.deep.equal([
      'authenticator.skipped Key',
      'authenticator.skipped Token',
      'request.ended 401',
    ])
    end()
    await ask(api, '/a')
    expect(seen).to.deep.equal([])
  })
})
