import { expect } from 'chai'
import { capture } from '../../fixtures/captured.ts'
import { growthOf, LINEAR } from '../../fixtures/test-time.ts'
import { SvcAPI } from '../api/api.ts'
import { all, basic, bearer, check, cookieKey, headerKey, optional, queryKey } from '../auth/index.ts'
import { HttpError } from '../base/errors.ts'
import { Form } from '../schema/markers.ts'
import { buildAssets } from '../openapi/assets/build.ts'
import { createLog, escapeControls, type LogOptions, type LogRecord } from '../log/log.ts'
import { ask, request } from './testdata/raw-client.ts'

const CANARY = 'canary-7f3a "ä'

/** An API whose handlers put what they were given into what they throw. */
function leakyApi(): SvcAPI<null> {
  const api = new SvcAPI({ docs: false, auth: null, sessions: { secrets: ['x'.repeat(32)] } })
  const leak = (...texts: unknown[]): boolean => {
    throw new Error(`could not store ${texts.join(' and ')}`, { cause: new Error(JSON.stringify(texts)) })
  }
  api.get('/bearer', { auth: bearer((_, value) => leak(value)) }, () => 1)
  api.get('/basic', { auth: basic((_, user, password) => leak(password)) }, () => 1)
  api.get('/header', { auth: headerKey('X-Thing', (_, key) => leak(key)) }, () => 1)
  api.get('/query', { auth: queryKey('thing', (_, key) => leak(key)) }, (request) => leak(request.url))
  api.get('/cookie', { auth: cookieKey('thing', (_, key) => leak(key)) }, () => 1)
  api.post('/form', { body: Form({ username: String, password: String }) }, ({ body }) => leak(body.password))
  api.post('/json', { body: { password: String } }, ({ body }) => leak(body.password))
  api.get('/headers', {}, ({ headers }) => leak([...headers].join(';')))
  api.get('/refused', { auth: bearer((_, value) => value === 'right') }, () => 1)
  api.get('/fine', { auth: bearer((_, value) => value) }, () => 1)
  api.get('/items/:id', {}, () => 1)
  api.get('/named', {}, ({ query }) => leak((query as { accessToken: string }).accessToken))
  return api
}

async function logOf(
  api: SvcAPI<null>,
  requests: readonly Request[],
  options: Partial<LogOptions> = {},
): Promise<string[]> {
  const lines: string[] = []
  const end = api.observe(createLog({ format: 'json', write: (line) => void lines.push(line), ...options }))
  for (const each of requests) await (await api.fetch(each, { clientAddress: '192.0.2.1' })).text()
  end()
  return lines
}

const get = (path: string, headers: Record<string, string> = {}): Request =>
  new Request(`http://svc.test${path}`, { headers })

describe('promise 21: logs', () => {
  const token = CANARY.replace(/[ "ä]/g, '')
  const requests = (): readonly Request[] => [
    get('/bearer', { authorization: `Bearer ${token}` }),
    get('/basic', { authorization: `Basic ${Buffer.from(`ann:${CANARY}`).toString('base64')}` }),
    get('/header', { 'x-thing': token }),
    get(`/query?thing=${encodeURIComponent(CANARY)}`),
    get('/cookie', { cookie: `thing=${token}` }),
    get('/headers', { authorization: `Bearer ${token}`, cookie: `a=${token}`, 'x-api-key': token }),
    get(`/named?accessToken=${token}`),
    get('/refused', { authorization: `Bearer ${token}` }),
    get('/fine', { authorization: `Bearer ${token}` }),
    get(`/nowhere?token=${token}`),
    new Request('http://svc.test/form', {
      method: 'POST',
      body: new URLSearchParams({ username: 'ann', password: CANARY }),
    }),
    new Request('http://svc.test/json', {
      method: 'POST',
      body: JSON.stringify({ password: CANARY }),
      headers: { 'content-type': 'application/json' },
    }),
  ]

  for (const format of ['text', 'json'] as const) {
    it(`never hold a credential, not even in the stack of what a handler threw (${format})`, async () => {
      const lines = await logOf(leakyApi(), requests(), { format })
      const encoded = Buffer.from(`ann:${CANARY}`).toString('base64')
      expect(lines.filter((line) => /canary/i.test(line) || line.includes(encoded))).to.deep.equal([])
      expect(lines.filter((line) => line.includes('could not store [redacted]')).length).to.be.greaterThan(5)
    })
  }

  it('say outcome, authenticator, operation and address', async () => {
    const lines = await logOf(leakyApi(), [
      get('/fine', { authorization: 'Bearer xxxx' }),
      get('/refused', { authorization: 'Bearer xxxx' }),
      get('/refused', { authorization: 'Bearer x y' }),
      get('/fine'),
      get('/items/7?secret=1'),
      get('/nowhere'),
    ])
    const records = lines.map((line) => JSON.parse(line) as LogRecord)
    expect(records.map(({ time: _time, id: _id, duration: _duration, ...record }) => record)).to.deep.equal([
      {
        method: 'GET',
        path: '/fine',
        operation: 'GET /fine',
        status: 200,
        address: '192.0.2.1',
        outcome: 'passed',
        authenticator: 'bearer',
      },
      {
        method: 'GET',
        path: '/refused',
        operation: 'GET /refused',
        status: 401,
        address: '192.0.2.1',
        outcome: 'refused',
        authenticator: 'bearer',
      },
      {
        method: 'GET',
        path: '/refused',
        operation: 'GET /refused',
        status: 401,
        address: '192.0.2.1',
        outcome: 'unusable',
        authenticator: 'bearer',
      },
      {
        method: 'GET',
        path: '/fine',
        operation: 'GET /fine',
        status: 401,
        address: '192.0.2.1',
        outcome: 'absent',
        authenticator: 'bearer',
      },
      {
        method: 'GET',
        path: '/items/7',
        operation: 'GET /items/[id]',
        status: 200,
        address: '192.0.2.1',
        outcome: 'public',
      },
      { method: 'GET', path: '/nowhere', status: 404, address: '192.0.2.1', outcome: 'none' },
    ])
    expect(new Set(records.map(({ id }) => id)).size).to.equal(records.length)
  })

  it('name the member or the guard that refused, not the one that passed', async () => {
    const api = new SvcAPI({ docs: false, auth: null })
    const [key, device] = ['X-Key', 'X-Device'].map((name) => headerKey(name, (_, value) => value === 'right'))
    const [a, b] = [key as NonNullable<typeof key>, device as NonNullable<typeof device>]
    const isEditor = (): boolean => false
    api.get('/all', { auth: all(a, b), query: { n: Number } }, () => 1)
    api.get('/check', { auth: check(a, isEditor) }, () => 1)
    api.get('/list', { auth: [b, check(a, isEditor)] }, () => 1)
    api.get('/either', { auth: [bearer(() => 1), all(a, b)] }, () => 1)
    api.get('/open', { auth: optional(b) }, () => 1)
    const lines = await logOf(api, [
      get('/all', { 'x-key': 'right' }),
      get('/all', { 'x-key': 'right', 'x-device': 'wrong' }),
      get('/all', { 'x-key': 'right', 'x-device': 'right' }),
      get('/check', { 'x-key': 'right' }),
      get('/list', { 'x-key': 'right' }),
      get('/either', { 'x-key': 'right' }),
      get('/open'),
    ])
    const records = lines.map((line) => JSON.parse(line) as LogRecord)
    expect(
      records.map(({ path, status, outcome, authenticator, guard }) =>
        [path, status, outcome, authenticator, guard].join(' ').trimEnd(),
      ),
    ).to.deep.equal([
      '/all 401 absent X-Device',
      '/all 401 refused X-Device',
      '/all 422 passed X-Device',
      '/check 403 refused X-Key isEditor',
      '/list 403 refused X-Key isEditor',
      '/either 401 absent X-Device',
      '/open 200 absent X-Device',
    ])
    const [line = ''] = await logOf(api, [get('/check', { 'x-key': 'right' })], { format: 'text' })
    expect(line.replace(/[\d.]+ ms/, '1 ms')).to.equal(
      'GET     /check 403 Forbidden 1 ms guard isEditor refused 192.0.2.1',
    )
  })

  it('hold the reasons of a refusal where they are asked for, below the line or in the record', async () => {
    const api = leakyApi()
    const explain = (seen: readonly { readonly type: string }[]): Promise<readonly string[]> =>
      Promise.resolve(seen.some(({ type }) => type === 'authenticator.skipped') ? ['one', 'two\u001b'] : [])
    const requests = (): readonly Request[] => [
      get('/fine'),
      get('/nowhere'),
      get('/fine', { authorization: 'Bearer x' }),
    ]
    const settled = async (lines: readonly string[]): Promise<readonly string[]> => {
      await new Promise((resolve) => setImmediate(resolve))
      return lines.map((line) => line.replace(/^\S+ +(\S+) .*/, '$1')).toSorted()
    }
    const text = await logOf(api, requests(), { format: 'text', explain })
    expect(await settled(text)).to.deep.equal(['/fine', '/fine\n  one\n  two\\u001b', '/nowhere'])
    const json = await logOf(api, requests(), { explain })
    await settled(json)
    const records = json.map((line) => JSON.parse(line) as LogRecord)
    expect(records.flatMap(({ reasons }) => reasons ?? [])).to.deep.equal(['one', 'two\u001b'])
    const failing = await logOf(api, requests(), { format: 'text', explain: () => Promise.reject(new Error('late')) })
    expect(await settled(failing)).to.deep.equal(['/fine', '/fine', '/nowhere'])
  })

  it('write one line for people, the stack apart', async () => {
    const errors: string[] = []
    const requests = [get('/fine', { authorization: 'Bearer xxxx' }), get('/refused'), get('/headers')]
    const lines = await logOf(leakyApi(), requests, { format: 'text', writeError: (text) => void errors.push(text) })
    expect(lines.map((line) => line.replace(/[\d.]+ ms/, '1 ms'))).to.deep.equal([
      'GET     /fine 200 OK 1 ms bearer 192.0.2.1',
      'GET     /refused 401 Unauthorized 1 ms bearer absent 192.0.2.1',
      'GET     /headers 500 Internal Server Error 1 ms public 192.0.2.1',
    ])
    expect(errors).to.have.length(1)
    expect(errors[0]).to.match(/^Error: could not store[^]*log\.test\.ts:\d+/)
  })

  it('name an error that is its own cause, and one whose message is not text', async () => {
    const api = new SvcAPI({ docs: false, auth: null })
    api.get('/circle', {}, () => {
      const error = new Error('circle')
      throw Object.assign(error, { cause: error })
    })
    api.get('/object', {}, () => {
      throw Object.create(null)
    })
    const records = (await logOf(api, [get('/circle'), get('/object')])).map((line) => JSON.parse(line) as LogRecord)
    const [circle, object] = records.map(({ error }) => error?.split('\n')[0])
    expect(circle).to.equal('Error: circle')
    expect(object).to.match(
      /^"\[object\]" was thrown in GET \/object \(.*log\.test\.ts:\d+\), which is not an Error and has no position\. Throw an HttpError, or return a Response\.$/,
    )
  })

  it('leave out the scripts of the reference page that were given out, and nothing else of it', async () => {
    const { version } = await buildAssets()
    const api = new SvcAPI({ auth: null })
    const paths = ['/docs', `/docs/assets/${version}/page.js`, '/docs/assets/none']
    const lines = await logOf(
      api,
      paths.map((path) => get(path)),
    )
    expect(lines.map((line) => (JSON.parse(line) as LogRecord).path)).to.deep.equal(['/docs', '/docs/assets/none'])
  })

  it('can keep to errors', async () => {
    expect(await logOf(leakyApi(), [get('/fine'), get('/headers')], { level: 'errors' })).to.have.length(1)
  })

  it('say why an answer of 500 or more was thrown, where there is a cause', async () => {
    const api = new SvcAPI({ docs: false, auth: null })
    api.get('/plain', {}, () => {
      throw new HttpError(503)
    })
    api.get('/caused', {}, () => {
      throw Object.assign(new HttpError(503), { cause: new Error('connection refused') })
    })
    const records = (await logOf(api, [get('/plain'), get('/caused')])).map((line) => JSON.parse(line) as LogRecord)
    expect(records.map(({ error }) => error?.includes('caused by Error: connection refused'))).to.deep.equal([
      undefined,
      true,
    ])
  })

  it('name a WebSocket that fails when its request has ended, whatever it throws', async () => {
    const api = leakyApi()
    const lines: string[] = []
    const log = createLog({ format: 'json', write: (line) => void lines.push(line) })
    api.observe((observation) => {
      log(observation)
      if (observation.type !== 'request.ended' || !observation.operation) return
      const { request, operation } = observation
      for (const error of [new Error('too late'), undefined]) log({ type: 'handler.ended', request, operation, error })
    })
    await api.fetch(get('/items/7'))
    const records = lines.map((line) => JSON.parse(line) as LogRecord)
    expect(records.map(({ path, status, error }) => [path, status, error?.split('\n')[0]])).to.deep.equal([
      ['/items/7', 200, undefined],
      ['/items/7', 500, 'Error: too late'],
      ['/items/7', 500, undefined],
    ])
  })

  it('show control characters instead of obeying them', async () => {
    expect(escapeControls('a\u001b[2J\r\nb\u202ec\u0000')).to.equal(String.raw`a\u001b[2J\u000d\u000ab\u202ec\u0000`)
    expect(escapeControls('a\n\u001b[2J', true)).to.equal('a\n\\u001b[2J')
    const api = new SvcAPI({ docs: false, auth: null })
    api.get('/a', {}, () => {
      throw new Error('line\r\n\u001b[2Jforged')
    })
    const [line = ''] = await logOf(api, [get('/a')])
    // oxlint-disable-next-line no-control-regex -- the point of it
    expect([/[\u0000-\u001f]/.test(line), JSON.parse(line).error.includes('forged')]).to.deep.equal([false, true])
  })

  it('hear of what the gate refuses, without its target', async () => {
    const api = leakyApi()
    const { url, close } = await api.listen()
    const lines: string[] = []
    const end = api.observe(createLog({ format: 'text', write: (line) => void lines.push(line) }))
    await ask(url, request(url, 'GET', '/canary\u001b%00'.replace('\u001b', '%1b')))
    end()
    await close()
    expect(lines.map((line) => line.replace(/[\d.]+ ms/, '1 ms'))).to.deep.equal([
      'GET     - 400 Bad Request 1 ms 127.0.0.1',
    ])
  })
})

describe('promise 29: a log', () => {
  it('holds at most 16 KiB of a message, whatever the client sends', async () => {
    const api = new SvcAPI({ docs: false, auth: null })
    api.post('/json', { body: { note: String, password: String } }, ({ body }) => {
      throw new Error(`cannot store ${JSON.stringify(body)}`)
    })
    const body = JSON.stringify({ password: CANARY, note: '"\\'.repeat(100_000) })
    const send = new Request('http://svc.test/json', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    const [line = ''] = await logOf(api, [send])
    expect([line.length < 40_000, /canary/.test(line), line.includes('more characters]')]).to.deep.equal([
      true,
      false,
      true,
    ])
  })

  it('takes linear time, whatever the client sends', () => {
    const log = createLog({ format: 'json', write: () => undefined })
    const end = (size: number): void => {
      const body = Object.fromEntries(Array.from({ length: size / 20 }, (_, index) => [`token${index}`, `"v-${index}`]))
      const request = {
        method: 'POST',
        path: '/',
        headers: new Headers(),
        headerValues: () => [],
        cookies: {},
        query: {},
        clientAddress: '',
        body,
      }
      const error = new Error(JSON.stringify(JSON.stringify(body)))
      log({ type: 'request.ended', request, operation: undefined, status: 500, duration: 0, error } as never)
    }
    expect(growthOf(end, 400_000)).to.be.below(LINEAR)
  })

  it('withholds the message of a request with more than 64 secrets', async () => {
    const cookie = Array.from({ length: 65 }, (_, index) => `a${index}=canary-${index}`).join('; ')
    const [line = ''] = await logOf(leakyApi(), [get('/headers', { cookie })])
    expect([/canary/.test(line), line.includes('message withheld'), /log\.test\.ts:\d+/.test(line)]).to.deep.equal([
      false,
      true,
      true,
    ])
  })
})

describe('listen()', () => {
  const written = async (log?: false): Promise<string> => {
    const api = new SvcAPI({ docs: false, auth: null })
    api.get('/a', {}, () => {
      throw new Error('what happened')
    })
    const { stderr } = await capture(async () => {
      const { url, close } = await api.listen(log === undefined ? {} : { log })
      expect((await ask(url, request(url, 'GET', '/a'))).body).to.equal('{"detail":"Internal Server Error"}')
      await close()
    })
    return stderr
  }

  it('writes what a handler threw to stderr, unless that is turned off', async () => {
    expect(await written()).to.match(/GET {5}\/a 500[^]*Error: what happened\n {4}at /)
    expect(await written(false)).to.equal('')
  })
})
