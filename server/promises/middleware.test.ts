import { expect } from 'chai'
import { bearer, fwAuth } from '../auth/index.ts'
import {
  AuthenticationError,
  HttpError,
  middleware,
  type Observation,
  operation,
  reply,
  Router,
  SvcAPI,
  type SvcRequest,
} from '../index.ts'
import { LoadError } from '../base/errors.ts'

const auth = bearer((_, token) => token === 'right' && { name: 'ann' })
const RIGHT = { authorization: 'Bearer right' }

async function ask(api: unknown, path: string, init: RequestInit = {}): Promise<Response> {
  return (api as SvcAPI).fetch(new Request(`http://svc.test${path}`, init))
}

describe('promise 28: middleware never runs for what authentication refused', () => {
  const ran: string[] = []
  const trace = (name: string) =>
    middleware(async (_, next) => {
      ran.push(name)
      return next()
    })
  beforeEach(() => ran.splice(0))

  const router = new Router({ auth, middleware: trace('router') })
  const api = new SvcAPI({ auth, docs: false, middleware: [trace('api 1'), trace('api 2')], csrf: true })
  router.get('/x', { middleware: trace('operation') }, () => 'x')
  router.post('/x', { auth: null, csrf: true, middleware: trace('operation') }, () => 'x')
  api.addRouter('/r', router, { middleware: trace('mount') })

  const refused: readonly (readonly [what: string, path: string, init: RequestInit, status: number])[] = [
    ['no credential', '/r/x', {}, 401],
    ['a bad credential', '/r/x', { headers: { authorization: 'Bearer wrong' } }, 401],
    ['HEAD without a credential', '/r/x', { method: 'HEAD' }, 401],
    ['an unsafe request of another site', '/r/x', { method: 'POST', headers: { origin: 'http://evil.test' } }, 403],
    ['another method', '/r/x', { method: 'PUT', headers: RIGHT }, 405],
    ['OPTIONS', '/r/x', { method: 'OPTIONS' }, 204],
    ['a path that is not there', '/r/y', { headers: RIGHT }, 404],
  ]
  for (const [what, path, init, status] of refused) {
    it(`runs none for ${what}`, async () => {
      expect([(await ask(api, path, init)).status, ran]).to.deep.equal([status, []])
    })
  }

  it('runs all that surround an operation, outermost first, once it is let in', async () => {
    const response = await ask(api, '/r/x', { headers: RIGHT })
    expect([await response.text(), response.headers.get('cache-control')]).to.deep.equal(['x', 'no-store'])
    expect(ran).to.deep.equal(['api 1', 'api 2', 'mount', 'router', 'operation'])
  })

  it('runs none around the reference page and the document', async () => {
    const documented = new SvcAPI({ middleware: trace('api') })
    documented.get('/x', { auth: null }, () => 'x')
    expect([(await ask(documented, '/openapi.json')).status, ran]).to.deep.equal([200, []])
  })

  it('calls a listener, after the authenticator and around the handler', async () => {
    const seen: string[] = []
    const end = api.observe(({ type }: Observation) => seen.push(type))
    await ask(api, '/r/x', { headers: RIGHT })
    end()
    expect(seen).to.deep.equal([
      'authenticator.called',
      'authenticator.passed',
      ...Array.from({ length: 5 }, () => 'middleware.started'),
      'handler.started',
      'handler.ended',
      ...Array.from({ length: 5 }, () => 'middleware.ended'),
      'request.ended',
    ])
  })
})

describe('middleware', () => {
  const serve = (
    run: Parameters<typeof middleware>[0],
    handler: (request: SvcRequest) => unknown = () => 'handled',
  ) => {
    const api = new SvcAPI({ docs: false, middleware: middleware(run) })
    api.post('/x', { auth: null, body: { n: Number } }, handler)
    api.get('/x', { auth, response: { id: Number } }, handler as never)
    return api
  }
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"n":1}' }

  const answers: readonly (readonly [
    what: string,
    run: Parameters<typeof middleware>[0],
    status: number,
    body: string,
  ])[] = [
    ['what next() gave, if it returns nothing', async (_, next) => void (await next()), 200, 'handled'],
    ['what next() gave, even if it does not wait', (_, next) => void next(), 200, 'handled'],
    ['what it returns', async (_, next) => `${String(await next())} twice`, 200, 'handled twice'],
    ['a value without next()', () => ({ short: true }), 200, '{"short":true}'],
    ['a reply', () => reply(418, 'tea'), 418, 'tea'],
    ['a Response', () => new Response('own', { status: 202 }), 202, 'own'],
    ['null', () => null, 200, 'null'],
    [
      'what it throws',
      () => {
        throw new HttpError(409)
      },
      409,
      '{"detail":"Conflict"}',
    ],
    ['500 where it calls next() twice', async (_, next) => [await next(), await next().catch(() => 0)], 500, ''],
    ['500 where it returns nothing and does not call next()', () => undefined, 500, ''],
  ]
  for (const [what, run, status, body] of answers) {
    it(`answers ${what}`, async () => {
      const response = await ask(serve(run), '/x', post)
      const text = await response.text()
      expect([response.status, status === 500 ? '' : text]).to.deep.equal([status, body])
    })
  }

  it('runs before the inputs are read, and sees what is wrong with them', async () => {
    const seen: unknown[] = []
    const api = serve(async (request, next) => {
      seen.push(request.body)
      return next().catch((error: unknown) => {
        seen.push((error as HttpError).status)
        throw error
      })
    })
    const response = await ask(api, '/x', { ...post, body: '{"n":"no"}' })
    expect([response.status, seen]).to.deep.equal([422, [undefined, 422]])
  })

  it('sends no more of an answer than the operation declares', async () => {
    const response = await ask(
      serve(() => ({ id: 1, secret: 'x' })),
      '/x',
      { headers: RIGHT },
    )
    expect(await response.json()).to.deep.equal({ id: 1 })
  })

  it('runs the handler once where next() is called twice, and not after the answer', async () => {
    let runs = 0
    let late: (() => Promise<unknown>) | undefined
    const api = serve(
      async (_, next) => {
        late = next
        return 'early'
      },
      () => ++runs,
    )
    expect(await (await ask(api, '/x', post)).text()).to.equal('early')
    const failure = await late?.().catch((error: unknown) => error)
    expect([String(failure), runs]).to.deep.equal([
      'TypeError: server/promises/middleware.test.ts:87  next() was called after its middleware ended. Await it.',
      0,
    ])
    const twice = serve(
      async (_, next) => {
        await next()
        return next()
      },
      () => ++runs,
    )
    expect([(await ask(twice, '/x', post)).status, runs]).to.deep.equal([500, 1])
  })

  it('gives each request locals of its own, without a prototype', async () => {
    const seen: object[] = []
    const api = serve(
      (request, next) => {
        Object.assign(request.locals, { id: seen.length })
        return next()
      },
      (request) => {
        seen.push(request.locals)
        return Object.getPrototypeOf(request.locals) === null && request.locals
      },
    )
    const bodies = [await (await ask(api, '/x', post)).json(), await (await ask(api, '/x', post)).json()]
    expect([bodies, seen.length]).to.deep.equal([[{ id: 0 }, { id: 1 }], 2])
  })

  it('gets a fresh 401 from a handler to look at', async () => {
    const seen: unknown[] = []
    const api = serve(
      (_, next) => next().catch((error: unknown) => void seen.push(error instanceof AuthenticationError)),
      () => {
        throw new AuthenticationError()
      },
    )
    expect([(await ask(api, '/x', post)).status, seen]).to.deep.equal([401, [true]])
  })

  const wrong: readonly (readonly [what: string, code: string, declare: () => unknown])[] = [
    ['a plain function', 'SVC_MIDDLEWARE_INVALID', () => new SvcAPI({ middleware: (() => 1) as never })],
    ['an authenticator', 'SVC_MIDDLEWARE_INVALID', () => new Router({ auth, middleware: [fwAuth] as never })],
    ['an operation', 'SVC_MIDDLEWARE_INVALID', () => operation({ middleware: operation(() => 1) as never }, () => 1)],
    ['null', 'SVC_MIDDLEWARE_INVALID', () => operation({ middleware: null as never }, () => 1)],
    ['undefined', 'SVC_OPTION_UNDEFINED', () => operation({ middleware: undefined as never }, () => 1)],
    ['undefined for an API', 'SVC_OPTION_UNDEFINED', () => new SvcAPI({ middleware: undefined as never })],
    ['no function', 'SVC_MIDDLEWARE_INVALID', () => middleware('log' as never)],
    [
      'an invalid one at a mount',
      'SVC_MIDDLEWARE_INVALID',
      () => new SvcAPI().addRouter('/r', new Router({ auth: null }), { middleware: 'log' as never }),
    ],
    [
      'one in the place of an authenticator',
      'SVC_AUTH_INVALID',
      () => new SvcAPI({ auth: middleware(() => true) as never }),
    ],
    [
      'one in the place of a handler',
      'SVC_HANDLER_MISSING',
      () => operation({ auth: null }, middleware(() => 'open') as never),
    ],
  ]
  for (const [what, code, declare] of wrong) {
    it(`is a load error where it is ${what}`, () => {
      let thrown: unknown
      try {
        declare()
      } catch (error) {
        thrown = error
      }
      expect(thrown).to.be.instanceOf(LoadError).with.property('code', code)
    })
  }
})
