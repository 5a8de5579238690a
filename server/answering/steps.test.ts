import { expect } from 'chai'
import { bearer, fwAuth } from '../auth/index.ts'
import { AuthenticationError, HttpError, type Observation, reply, SvcAPI, type SvcRequest } from '../index.ts'

const token = bearer((_, value) => value === 'right' && { name: 'ann' }, { name: 'Token' })
const slowToken = bearer(async (_, value) => value === 'right' && { name: 'ann' })
const READ = new Response('read')
const RIGHT = { authorization: 'Bearer right' }

async function ask(
  api: unknown,
  method: string,
  headers: Record<string, string> = {},
  body?: BodyInit,
): Promise<Response> {
  const init = { method, headers, ...(body === undefined ? {} : { body }) }
  return (api as SvcAPI).fetch(new Request('http://svc.test/op', init))
}

describe('the steps of an operation', () => {
  for (const [kind, auth] of [
    ['a hook that answers at once', token],
    ['a hook that answers later', slowToken],
  ] as const) {
    it(`come in order: ${kind}, then the inputs, then the handler`, async () => {
      const api = new SvcAPI({ docs: false })
      let runs = 0
      api.post('/op', { auth, body: { n: Number }, query: { q: Number } }, () => ++runs)
      const json = { 'content-type': 'application/json' }
      const statuses = [
        await ask(api, 'POST', json, '{'),
        await ask(api, 'POST', json, '{"n":1}'),
        await ask(api, 'POST', { ...json, ...RIGHT }, '{'),
        await ask(api, 'POST', { ...json, ...RIGHT }, '{"n":1}'),
      ].map(({ status }) => status)
      expect([statuses, runs]).to.deep.equal([[401, 401, 400, 422], 0])
    })

    it(`leave the body of a stranger alone: ${kind}`, async () => {
      const api = new SvcAPI({ docs: false })
      api.post('/op', { auth, body: { n: Number } }, () => 1)
      const request = new Request('http://svc.test/op', { method: 'POST', body: '{"n":1}' })
      const response = await api.fetch(request)
      expect([response.status, request.bodyUsed]).to.deep.equal([401, false])
    })
  }

  for (const [what, answer] of [
    ['Response.error()', () => Response.error()],
    ['a Response that was read', () => READ],
  ] as const) {
    it(`answer 500, and say why, where a handler returns ${what}`, async () => {
      const api = new SvcAPI({ docs: false })
      const seen: unknown[] = []
      api.observe((observation) => {
        if (observation.type === 'request.ended') seen.push(observation.status, String(observation.error))
      })
      await READ.text().catch(() => undefined)
      api.get('/op', {}, answer)
      const response = await ask(api, 'GET')
      expect([response.status, await response.text(), seen[0]]).to.deep.equal([
        500,
        '{"detail":"Internal Server Error"}',
        500,
      ])
      expect(seen[1]).to.match(
        /^TypeError: .*steps\.test\.ts:\d+ {2}GET \/op returned a Response .*\. (?:Make a new one|Return one)/,
      )
    })
  }

  it('answer 500 where an exception handler returns Response.error()', async () => {
    const api = new SvcAPI({ docs: false })
    api.exceptionHandler(Error, () => Response.error())
    api.get('/op', {}, () => {
      throw new Error('x')
    })
    expect((await ask(api, 'GET')).status).to.equal(500)
  })

  it('send the renewed cookie of a session with an error too, and nothing else that a handler staged', async () => {
    let now = Date.now()
    const sessions = { secrets: ['s'.repeat(32)], idleTimeout: 1_000, now: () => now }
    const api = new SvcAPI({ docs: false, auth: fwAuth, sessions })
    api.get('/op', {}, (request) => {
      request.responseHeaders.set('x-staged', '1')
      request.responseHeaders.append('set-cookie', 'staged=1')
      throw new HttpError(Number(request.query['status']))
    })
    const cookie = `${api.sessions.cookieName}=${await api.sessions.seal({ name: 'ann' })}`
    const renewed: unknown[] = []
    for (const status of [500, 403, 401]) {
      now += 150_000
      const request = new Request(`http://svc.test/op?status=${status}`, { headers: { cookie } })
      const { headers, status: answered } = await api.fetch(request)
      renewed.push([answered, headers.getSetCookie().map((line) => line.split('=')[0]), headers.get('x-staged')])
    }
    expect(renewed).to.deep.equal([
      [500, [api.sessions.cookieName], null],
      [403, [api.sessions.cookieName], null],
      [401, [], null],
    ])
  })

  it('do not depend on what else a request says', async () => {
    const api = new SvcAPI({ docs: false })
    let runs = 0
    for (const verb of ['get', 'post', 'options'] as const) api[verb]('/op', { auth: token }, () => ++runs)
    const strange: readonly Record<string, string>[] = [
      { origin: 'http://svc.test', 'access-control-request-method': 'GET' },
      { 'x-svc-internal': '1' },
      { 'x-svc-auth': 'ann' },
      { 'x-middleware-subrequest': 'a:a:a:a:a' },
      { 'x-http-method-override': 'OPTIONS' },
      { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' },
      { 'x-original-url': '/', 'x-rewrite-url': '/' },
      { 'sec-fetch-site': 'same-origin' },
      { 'user-agent': 'svc' },
      { upgrade: 'websocket', connection: 'upgrade' },
    ]
    for (const headers of strange) {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
        expect((await ask(api, method, headers)).status, `${method} ${JSON.stringify(headers)}`).to.equal(401)
      }
    }
    expect(runs).to.equal(0)
  })

  it('give the handler what the authenticator returned, and undefined without an authenticator', async () => {
    const seen: unknown[] = []
    const ann = { name: 'ann' }
    for (const auth of [token, slowToken, [() => null, () => ann], null] as const) {
      const api = new SvcAPI({ docs: false })
      api.get('/op', { auth: auth as never }, (request) => void seen.push(request.auth as unknown))
      await ask(api, 'GET', RIGHT)
    }
    expect(seen).to.deep.equal([ann, ann, ann, undefined])
  })
})

describe('a throttle', () => {
  it('counts every request that no member lets in, and none that a later member does', async () => {
    const key = bearer((_, value) => value === 'other')
    const api = new SvcAPI({ docs: false, throttle: { failures: 2, window: 60 } })
    api.get('/op', { auth: [key, token] }, () => 1)
    const statuses: number[] = []
    const asks = ['right', 'right', 'wrong', 'right', 'wrong', 'other', 'right'].map((value) => `Bearer ${value}`)
    for (const authorization of asks) statuses.push((await ask(api, 'GET', { authorization })).status)
    expect(statuses).to.deep.equal([200, 200, 401, 200, 401, 429, 200])
  })
})

describe('an answer', () => {
  /** Serves a handler in the open, and asks it. */
  async function answer(handler: (request: { responseHeaders: Headers }) => unknown): Promise<Response> {
    const api = new SvcAPI({ docs: false })
    api.get('/op', { auth: null }, handler)
    return ask(api, 'GET')
  }

  it('waits for whatever can be waited for', async () => {
    // oxlint-disable-next-line unicorn/no-thenable -- the promise of a query builder is the case
    const thenable = { then: (resolve: (value: unknown) => void) => resolve('rows') }
    expect(await (await answer(() => thenable)).text()).to.equal('rows')
    expect(await (await answer(async () => 'later')).text()).to.equal('later')
  })

  it('has the staged cookies beside those of the handler, and of other fields its own', async () => {
    const handler = (request: { responseHeaders: Headers }): unknown => {
      request.responseHeaders.append('set-cookie', 'staged=1')
      request.responseHeaders.set('x-field', 'staged')
      return reply(200, 'x', { 'set-cookie': 'own=1', 'x-field': 'own', 'content-type': 'text/csv' })
    }
    const { headers } = await answer(handler)
    expect([headers.getSetCookie(), headers.get('x-field'), headers.get('content-type')]).to.deep.equal([
      ['own=1', 'staged=1'],
      'own',
      'text/csv',
    ])
  })

  it('has no body where its status has none', async () => {
    for (const status of [204, 205, 304]) {
      const response = await answer(() => reply(status, 'never sent'))
      expect([response.status, response.body, response.headers.get('content-type')]).to.deep.equal([status, null, null])
    }
  })

  it('to an authenticated user is kept by no cache, unless the handler says so', async () => {
    const cacheOf = async (auth: unknown, handler: (request: SvcRequest) => unknown): Promise<string | null> => {
      const api = new SvcAPI({ docs: false })
      api.get('/op', { auth: auth as never }, handler)
      return (await ask(api, 'GET', RIGHT)).headers.get('cache-control')
    }
    const own = { 'cache-control': 'private' }
    const stage = ({ responseHeaders }: SvcRequest): number => {
      responseHeaders.set('cache-control', 'private')
      return 1
    }
    expect([
      await cacheOf(token, () => 1),
      await cacheOf(token, () => new Response('x')),
      await cacheOf(token, () => reply(200, 1, own)),
      await cacheOf(token, () => new Response('x', { headers: own })),
      await cacheOf(token, stage),
      await cacheOf(null, () => 1),
    ]).to.deep.equal(['no-store', 'no-store', 'private', 'private', 'private', null])
  })
})

describe('a listener', () => {
  it('that throws decides over no request', async () => {
    const api = new SvcAPI({ docs: false })
    api.get('/op', { auth: token }, () => 'done')
    const seen: string[] = []
    api.observe(() => {
      throw new Error('a broken log')
    })
    api.observe(({ type }) => seen.push(type))
    const warnings = new Set<string>()
    const note = (warning: Error): unknown => warnings.add(warning.message)
    process.on('warning', note)
    const statuses = [(await ask(api, 'GET')).status, (await ask(api, 'GET', RIGHT)).status]
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', note)
    expect([statuses, seen.filter((type) => type === 'request.ended').length, [...warnings]]).to.deep.equal([
      [401, 200],
      2,
      ['a broken log'],
    ])
  })
})

describe('a handler', () => {
  it('that throws, at once or later, is reported and answered by 500', async () => {
    for (const handler of [
      () => {
        throw new TypeError('secret')
      },
      () => Promise.reject(new TypeError('secret')),
    ]) {
      const api = new SvcAPI({ docs: false })
      api.get('/op', { auth: null }, handler)
      const reported: unknown[] = []
      api.observe((observation: Observation) =>
        reported.push([observation.type, 'error' in observation && String(observation.error)]),
      )
      const response = await ask(api, 'GET')
      expect([response.status, await response.json(), reported]).to.deep.equal([
        500,
        { detail: 'Internal Server Error' },
        [
          ['handler.started', false],
          ['handler.ended', 'TypeError: secret'],
          ['request.ended', 'TypeError: secret'],
        ],
      ])
    }
  })

  it('may refuse by itself, with the challenges of its operation', async () => {
    const api = new SvcAPI({ docs: false })
    api.get('/op', { auth: token }, () => {
      throw new AuthenticationError('expired')
    })
    const response = await ask(api, 'GET', RIGHT)
    expect([response.status, await response.json(), response.headers.get('www-authenticate')]).to.deep.equal([
      401,
      { detail: 'expired' },
      'Bearer realm="api"',
    ])
  })
})
