import { expect } from 'chai'
import { compileProxyTrust } from './client.ts'
import { headerOf, RequestContext, type RequestSetting } from './request.ts'

const SETTING: RequestSetting = {
  bodyLimit: 8,
  formFieldLimit: 2,
  trust: compileProxyTrust([]),
  trustedOrigins: ['https://app.example'],
  sessions: undefined as never,
  judging: {},
}

/** A request as it comes from a socket: with the raw list, and with what an adapter made of it. */
function fromSocket(rawHeaders: readonly string[], socket: object = { remoteAddress: '192.0.2.7' }): RequestContext {
  const web = new Request('http://adapted.test/adapted', { headers: { 'x-key': 'adapted' } })
  const response = { req: { method: 'GET', rawHeaders, socket, headers: {} } } as never
  return new RequestContext({ path: '/op', search: '?key=a&key=b' }, SETTING, { response, web })
}

/** A request of a bare `fetch`. */
function fromFetch(init: RequestInit, address?: string): RequestContext {
  const web = new Request('http://svc.test:81/op', init)
  return new RequestContext({ path: '/op', search: '' }, SETTING, { web, address })
}

describe('headerValues', () => {
  const rows: readonly (readonly [what: string, raw: readonly string[], values: readonly string[]])[] = [
    ['finds nothing where there is nothing', ['X-Other', 'a'], []],
    ['finds a line in any case', ['x-KEY', 'abc'], ['abc']],
    ['finds every line, in order', ['X-Key', 'a', 'Other', 'x', 'x-key', 'b'], ['a', 'b']],
    ['keeps an empty line', ['X-Key', ''], ['']],
    ['keeps commas', ['X-Key', 'a, b'], ['a, b']],
    ['keeps blanks that are not optional whitespace', ['X-Key', 'abc\u00a0'], ['abc\u00a0']],
    ['takes an underscore for itself', ['X_Key', 'abc'], []],
    ['takes a longer name for another', ['X-Keys', 'abc', 'AX-Key', 'abc'], []],
    ['takes a value for no name', ['Other', 'X-Key', 'abc', 'x'], []],
  ]
  for (const [what, raw, values] of rows) {
    it(`${what}, on a socket`, () => expect(fromSocket(raw).headerValues('X-Key')).to.deep.equal(values))
  }

  it('counts a comma as a repetition without a socket, but for the fields that have a grammar for it', () => {
    const headers = { 'X-Key': 'a, b', Authorization: 'Bearer a, b', Cookie: 'a=1, 2' }
    const request = fromFetch({ headers })
    expect(['x-key', 'authorization', 'cookie', 'x-none'].map((name) => request.headerValues(name))).to.deep.equal([
      ['a', ' b'],
      ['Bearer a, b'],
      ['a=1, 2'],
      [],
    ])
  })
})

describe('headerOf', () => {
  it('is the first line of a field, on a socket and without one, and undefined where the field is absent', () => {
    const requests = [fromSocket(['X-Key', 'a', 'x-key', 'b']), fromFetch({ headers: { 'X-Key': 'a' } })]
    const read = requests.map((request) => [headerOf(request, 'X-Key'), headerOf(request, 'X-None')])
    expect(read).to.deep.equal([
      ['a', undefined],
      ['a', undefined],
    ])
  })

  it('reads a request that has only the headers of the platform', () => {
    const bare = { headers: new Headers({ 'X-Key': 'a' }) } as never
    expect([headerOf(bare, 'X-Key'), headerOf(bare, 'X-None')]).to.deep.equal(['a', undefined])
  })

  it('makes no Request for a field that is absent', () => {
    const response = { req: { method: 'GET', rawHeaders: [], headers: {} } } as never
    const request = new RequestContext({ path: '/op', search: '' }, SETTING, { response })
    Object.defineProperty(request, 'web', { get: () => expect.fail('a Request was made') })
    expect(headerOf(request, 'X-None')).to.equal(undefined)
  })
})

describe('a request', () => {
  it('has cookies and parameters of the raw list and the raw target', () => {
    const request = fromSocket(['Cookie', 'a=1; b=2', 'cookie', 'a=3'])
    expect([
      request.cookieValues('a'),
      { ...request.cookies },
      request.queryValues('key'),
      { ...request.query },
    ]).to.deep.equal([['1', '3'], { a: '1', b: '2' }, ['a', 'b'], { key: ['a', 'b'] }])
  })

  it('has the address and the origin of its connection', () => {
    const facts = ({ clientAddress, origin }: RequestContext): unknown[] => [clientAddress, origin]
    expect([
      facts(fromSocket(['Host', 'Svc.Test:80'])),
      facts(fromSocket(['Host', 'svc.test'], { remoteAddress: '::ffff:192.0.2.7', encrypted: true })),
      facts(fromSocket([], {})),
      facts(fromFetch({}, '192.0.2.9')),
      facts(fromFetch({})),
    ]).to.deep.equal([
      ['192.0.2.7', 'http://svc.test'],
      ['192.0.2.7', 'https://svc.test'],
      ['', 'null'],
      ['192.0.2.9', 'http://svc.test:81'],
      ['', 'http://svc.test:81'],
    ])
  })

  it('reads its body once, however often and in whatever way it is asked', async () => {
    const request = fromFetch({ method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } })
    expect([await request.text(), await request.json(), await request.json()]).to.deep.equal([
      '{"a":1}',
      { a: 1 },
      { a: 1 },
    ])
  })

  it('reads a form as FormData and as a record without a prototype', async () => {
    const request = fromFetch({ method: 'POST', body: new URLSearchParams({ a: '1', b: '2' }) })
    const fields = await request.fields()
    expect([[...(await request.formData())], { ...fields }, Object.getPrototypeOf(fields)]).to.deep.equal([
      [
        ['a', '1'],
        ['b', '2'],
      ],
      { a: '1', b: '2' },
      null,
    ])
  })

  it('holds the limits of its setting to the byte and to the field', async () => {
    const statusOf = (body: BodyInit, read: 'text' | 'formData'): Promise<unknown> => {
      const request = fromFetch({ method: 'POST', body })
      return request[read]().then(
        () => 200,
        (error: { status: number }) => error.status,
      )
    }
    const three = new URLSearchParams('a&b&c')
    expect([await statusOf('12345678', 'text'), await statusOf('123456789', 'text')]).to.deep.equal([200, 413])
    expect([await statusOf(new URLSearchParams('a&b'), 'formData'), await statusOf(three, 'formData')]).to.deep.equal([
      200, 413,
    ])
  })

  it('stages no header field until one is asked for', () => {
    const request = fromFetch({})
    const before = request.stagedHeaders
    request.responseHeaders.append('set-cookie', 'a=1')
    expect([before, request.stagedHeaders?.getSetCookie(), request.trustedOrigins]).to.deep.equal([
      undefined,
      ['a=1'],
      ['https://app.example'],
    ])
  })
})
