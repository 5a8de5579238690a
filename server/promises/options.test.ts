import { expect } from 'chai'
import { SvcAPI } from '../api/api.ts'
import { bearer, cookieKey, queryKey } from '../auth/index.ts'
import { LoadError } from '../base/errors.ts'
import type { ApiOptions } from '../declaring/settings.ts'
import { ask, field, request } from './testdata/raw-client.ts'
import { sampleApi, serveForeign } from './testdata/sample.ts'

const token = bearer((_, value) => value === 'right' && value, { name: 'Token' })

function ping(
  api: SvcAPI<null>,
  path: string,
  fields: Record<string, string> = {},
  init: RequestInit = {},
): Promise<Response> {
  return api.fetch(new Request(`http://svc.test${path}`, { ...init, headers: fields }), { clientAddress: '192.0.2.1' })
}

describe('options that cannot be', () => {
  const wrong: readonly (readonly [what: string, options: object, code: string])[] = [
    ['a host with a port', { allowedHosts: ['a:1'] }, 'SVC_ALLOWED_HOST_INVALID'],
    ['a host with a scheme', { allowedHosts: ['http://a'] }, 'SVC_ALLOWED_HOST_INVALID'],
    ['hosts that are not a list', { allowedHosts: 'a' }, 'SVC_ALLOWED_HOST_INVALID'],
    ['cookies for everybody', { cors: { origins: '*', credentials: true } }, 'SVC_CORS_INVALID'],
    ['an origin with a path', { cors: { origins: ['https://a.example/'] } }, 'SVC_CORS_INVALID'],
    ['the origin null', { cors: { origins: ['null'] } }, 'SVC_CORS_INVALID'],
    ['cors without origins', { cors: {} }, 'SVC_CORS_INVALID'],
    ['cors as a flag', { cors: true }, 'SVC_CORS_INVALID'],
    ['a misspelt option of cors', { cors: { origins: '*', origin: 'x' } }, 'SVC_CORS_INVALID'],
    ['a throttle without a window', { throttle: { failures: 1 } }, 'SVC_THROTTLE_INVALID'],
    ['a throttle of nothing', { throttle: { failures: 0, window: 1 } }, 'SVC_THROTTLE_INVALID'],
    ['a misspelt option of a throttle', { throttle: { failures: 1, window: 1, per: 'ip' } }, 'SVC_THROTTLE_INVALID'],
  ]
  for (const [what, options, code] of wrong) {
    it(`are load errors: ${what}`, () => {
      expect(() => new SvcAPI(options))
        .to.throw(LoadError)
        .with.property('code', code)
    })
  }
})

describe('promise 2: an authenticator has authTimeout', () => {
  it('answers 503, tries no later member, and ignores a late success', async () => {
    let finish: (value: unknown) => void = () => undefined
    const calls: string[] = []
    const api = new SvcAPI({ docs: false, auth: null, authTimeout: 20 })
    const slow = bearer(() => new Promise((resolve) => (finish = resolve)))
    const later = queryKey('key', () => calls.push('later'))
    api.get('/a', { auth: [slow, later] }, () => calls.push('handler'))
    const response = await ping(api, '/a?key=x', { authorization: 'Bearer x' })
    finish(true)
    await new Promise((resolve) => setImmediate(resolve))
    expect([response.status, await response.json(), calls]).to.deep.equal([503, { detail: 'Service Unavailable' }, []])
  })
})

describe('promise 13: CSRF', () => {
  const api = new SvcAPI({ docs: false, auth: null, csrf: true, trustedOrigins: ['https://app.example'] })
  const key = cookieKey('key', (_, value) => value === 'right' && value)
  api.post('/cookie', { auth: key }, () => 1)
  api.post('/list', { auth: [key, token] }, () => 1)
  api.get('/cookie', { auth: key }, () => 1)
  api.post('/optedout', { auth: key, csrf: false }, () => 1)
  api.post('/open', { csrf: true }, () => 1)
  const cookie = { cookie: 'key=right' }
  const cases: readonly (readonly [
    what: string,
    method: string,
    path: string,
    fields: Record<string, string>,
    status: number,
  ])[] = [
    ['a cookie without any proof', 'POST', '/cookie', cookie, 403],
    ['a cookie from the same origin', 'POST', '/cookie', { ...cookie, 'sec-fetch-site': 'same-origin' }, 200],
    ['a cookie from the address bar', 'POST', '/cookie', { ...cookie, 'sec-fetch-site': 'none' }, 200],
    ['a cookie from the same site', 'POST', '/cookie', { ...cookie, 'sec-fetch-site': 'same-site' }, 403],
    ['a cookie from another site', 'POST', '/cookie', { ...cookie, 'sec-fetch-site': 'cross-site' }, 403],
    ['a cookie with the own Origin', 'POST', '/cookie', { ...cookie, origin: 'http://svc.test' }, 200],
    ['a cookie with a foreign Origin', 'POST', '/cookie', { ...cookie, origin: 'http://evil.test' }, 403],
    ['a cookie with the Origin null', 'POST', '/cookie', { ...cookie, origin: 'null' }, 403],
    [
      'a cookie with a trusted Origin',
      'POST',
      '/cookie',
      { ...cookie, origin: 'https://app.example', 'sec-fetch-site': 'cross-site' },
      200,
    ],
    [
      'a cookie with an Origin that begins like a trusted one',
      'POST',
      '/cookie',
      { ...cookie, origin: 'https://app.example.evil.test' },
      403,
    ],
    [
      'a cookie with a proof that contradicts itself',
      'POST',
      '/cookie',
      { ...cookie, origin: 'http://svc.test', 'sec-fetch-site': 'cross-site' },
      403,
    ],
    ['a cookie on a safe method', 'GET', '/cookie', cookie, 200],
    ['a cookie where the operation opted out', 'POST', '/optedout', cookie, 200],
    ['no cookie: anonymous is 401', 'POST', '/cookie', {}, 401],
    ['a cookie without proof beside a good token', 'POST', '/list', { ...cookie, authorization: 'Bearer right' }, 200],
    ['a cookie without proof beside a wrong token', 'POST', '/list', { ...cookie, authorization: 'Bearer wrong' }, 403],
    ['an open operation that demands it', 'POST', '/open', {}, 403],
    ['an open operation with the proof', 'POST', '/open', { 'sec-fetch-site': 'same-origin' }, 200],
  ]
  for (const [what, method, path, fields, status] of cases) {
    it(`${status} for ${what}`, async () => {
      const response = await ping(api, path, fields, { method })
      expect(response.status).to.equal(status)
      if (status === 403) expect(await response.json()).to.deep.equal({ detail: 'CSRF check failed' })
    })
  }
})

describe('promise 16: the client address', () => {
  const forwarded = [
    'X-Forwarded-For: 198.51.100.7, 203.0.113.9',
    'X-Real-IP: 198.51.100.7',
    'Forwarded: for=198.51.100.7',
  ]
  const addressUnder = async (trustProxy: readonly string[]): Promise<string> => {
    const api = new SvcAPI({ docs: false, auth: null, trustProxy })
    api.get('/address', {}, (request) => request.clientAddress)
    const { url, close } = await serveForeign(api.nodeHandler())
    const { body } = await ask(url, request(url, 'GET', '/address', forwarded))
    await close()
    return body
  }

  it("is the socket's peer, whatever is forwarded", async () => expect(await addressUnder([])).to.equal('127.0.0.1'))
  it('is the right-most untrusted one behind a trusted proxy', async () => {
    expect(await addressUnder(['127.0.0.1'])).to.equal('203.0.113.9')
    expect(await addressUnder(['127.0.0.0/8', '203.0.113.0/24'])).to.equal('198.51.100.7')
  })
})

describe('promise 17: no DNS rebinding on loopback', () => {
  const statusOf = async (url: string, host: string): Promise<number> =>
    (await ask(url, `GET /open HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).status
  const apiWith = (options: ApiOptions<null>): SvcAPI<null> => {
    const api = new SvcAPI<null>({ docs: false, auth: null, ...options })
    api.get('/open', {}, () => 1)
    return api
  }

  it('answers only hosts that it knows, 421 to all others', async () => {
    const { url, close } = await apiWith({ allowedHosts: ['dev.example'], publicUrl: 'https://api.example' }).listen()
    const hosts = [
      'localhost:1',
      '127.0.0.1',
      '[::1]:80',
      'DEV.example',
      'api.example',
      'evil.test',
      'localhost.evil.test',
    ]
    const statuses = await Promise.all(hosts.map((host) => statusOf(url, host)))
    await close()
    expect(statuses).to.deep.equal([200, 200, 200, 200, 200, 421, 421])
  })

  it('leaves the server of another framework alone, unless hosts are allowed by name', async () => {
    const open = await serveForeign(apiWith({}).nodeHandler())
    const closed = await serveForeign(apiWith({ allowedHosts: ['a.example'] }).nodeHandler())
    const statuses = [
      await statusOf(open.url, 'any.test'),
      await statusOf(closed.url, 'any.test'),
      await statusOf(closed.url, 'a.example'),
    ]
    await Promise.all([open.close(), closed.close()])
    expect(statuses).to.deep.equal([200, 421, 200])
  })
})

describe('promise 18: cross-origin sharing is off until it is said', () => {
  const origin = 'https://app.example'
  const make = (cors?: ApiOptions['cors']): SvcAPI<null> => {
    const api = new SvcAPI({ docs: false, auth: null, ...(cors ? { cors } : {}) })
    api.get('/a', { auth: token }, () => 1)
    api.put('/a', { auth: token }, () => 1)
    return api
  }
  const grants = (response: Response): unknown[] => [
    response.status,
    response.headers.get('access-control-allow-origin'),
    response.headers.get('access-control-allow-credentials'),
    response.headers.get('vary'),
  ]
  const preflight = {
    origin,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'authorization',
  }

  it('grants nothing by default', async () => {
    const response = await ping(make(), '/a', preflight, { method: 'OPTIONS' })
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).to.deep.equal([])
    expect(grants(await ping(make(), '/a', { origin }))).to.deep.equal([401, null, null, null])
  })

  it('answers a preflight without a credential, and lets the page read a 401', async () => {
    const api = make({ origins: [origin], credentials: true, headers: ['authorization', 'x-key'], maxAge: 60 })
    const response = await ping(api, '/a', preflight, { method: 'OPTIONS' })
    expect(grants(response)).to.deep.equal([
      204,
      origin,
      'true',
      'access-control-request-method, access-control-request-headers, origin',
    ])
    expect(['methods', 'headers'].map((name) => response.headers.get(`access-control-allow-${name}`))).to.deep.equal([
      'GET, PUT, HEAD, OPTIONS',
      'authorization, x-key',
    ])
    expect(grants(await ping(api, '/a', { origin }))).to.deep.equal([401, origin, 'true', 'origin'])
    expect(grants(await ping(api, '/nowhere', { origin }))).to.deep.equal([404, origin, 'true', 'origin'])
    expect(grants(await ping(api, '/a', { origin, authorization: 'Bearer right' }))).to.deep.equal([
      200,
      origin,
      'true',
      'origin',
    ])
  })

  it('grants nothing to any other origin', async () => {
    const api = make({ origins: [origin], credentials: true })
    for (const other of [
      'https://evil.test',
      'https://app.example.evil.test',
      'http://app.example',
      'null',
      `${origin}, ${origin}`,
    ]) {
      expect(grants(await ping(api, '/a', { origin: other }))).to.deep.equal([401, null, null, 'origin'])
      const response = await ping(api, '/a', { ...preflight, origin: other }, { method: 'OPTIONS' })
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).to.deep.equal([])
    }
  })
})

describe('promise 12: the session cookie', () => {
  it('is HttpOnly, SameSite=Lax, Path=/, and Secure with __Host- except on loopback http', async () => {
    const { api } = sampleApi()
    const cookieFrom = async (url: string): Promise<string> =>
      field(await ask(url, request(url, 'POST', '/login', ['Content-Length: 0'])), 'set-cookie') ?? ''
    const loopback = await (api as unknown as SvcAPI).listen()
    const foreign = await serveForeign(api.nodeHandler())
    const cookies = [await cookieFrom(loopback.url), await cookieFrom(foreign.url)]
    await Promise.all([loopback.close(), foreign.close()])
    expect(cookies.map((cookie) => cookie.replace(/=Fe26[^;]+/, '=…'))).to.deep.equal([
      'svc-session=…; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax',
      '__Host-svc-session=…; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax; Secure',
    ])
  })
})
