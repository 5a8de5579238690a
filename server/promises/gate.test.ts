import { expect } from 'chai'
import { LAYERS, sampleApi, type Served } from './testdata/sample.ts'
import { ask, field, RawClient, type RawAnswer, request } from './testdata/raw-client.ts'

const shapeOf = ({ status, body, ...answer }: RawAnswer): unknown[] => [
  status,
  body,
  field(answer as RawAnswer, 'content-type'),
  field(answer as RawAnswer, 'cache-control'),
  field(answer as RawAnswer, 'x-content-type-options'),
  field(answer as RawAnswer, 'connection'),
]
const refused = (status: number, detail: string): unknown[] => [
  status,
  `{"detail":"${detail}"}`,
  'application/json',
  'no-store',
  'nosniff',
  'close',
]

for (const { layer, serve } of LAYERS)
  describe(`the gate (${layer})`, () => {
    const { api, runs } = sampleApi()
    let served: Served
    const send = (bytes: string): Promise<RawAnswer> => ask(served.url, bytes)
    const get = (target: string, ...fields: string[]): Promise<RawAnswer> =>
      send(request(served.url, 'GET', target, fields))
    before(async () => {
      served = await serve(api)
    })
    after(() => served.close())
    beforeEach(() => void runs.splice(0))

    describe(`promise 14: one canonical path`, () => {
      const hostile = [
        '*',
        'http://user:pass@HOST/bearer',
        'http://other.test/bearer',
        'ftp://HOST/bearer',
        'http://HOST:99999/bearer',
        '/x/../bearer',
        '/%2e%2e/bearer',
        '/%62earer/%2e',
        String.raw`/\bearer`,
        '/bearer%00',
        '/bearer%2f',
        '/bearer%0d%0a',
        '/%',
        '/bearer#x',
      ]
      for (const target of hostile) {
        it(`answers ${target} with 400 in our own shape`, async () => {
          const answer = await get(target.replaceAll('HOST', new URL(served.url).host), 'Authorization: Bearer right')
          expect([shapeOf(answer), runs]).to.deep.equal([refused(400, 'Bad Request'), []])
        })
      }

      for (const target of ['//bearer', '/bearer/', '/bearer//', '/bearer;x', '/Bearer', '/%62earer', '/bearer%20']) {
        it(`never takes ${target} for /bearer`, async () => {
          const { status } = await get(target)
          expect([status === 404 || status === 401, runs]).to.deep.equal([true, []])
        })
      }

      it('takes the absolute form of its own host for the path in it, guard included', async () => {
        const target = `${served.url}/bearer`
        const statuses = [(await get(target)).status, (await get(target, 'Authorization: Bearer right')).status]
        expect([statuses, runs]).to.deep.equal([[401, 200], ['bearer']])
      })
    })

    describe(`promise 7: ambiguous input never authenticates`, () => {
      it('refuses two Host and two Cookie lines with 400', async () => {
        const { host } = new URL(served.url)
        const answers = [
          await get('/open', `Host: ${host}`),
          await get('/open', 'Host: evil.test'),
          await get('/cookie', 'Cookie: key=right', 'Cookie: a=b'),
          await send('GET /open HTTP/1.1\r\n\r\n'),
          await send('GET /open HTTP/1.1\r\nHost: a b\r\n\r\n'),
        ]
        expect(answers.map(shapeOf)).to.deep.equal(answers.map(() => refused(400, 'Bad Request')))
        expect(runs).to.deep.equal([])
      })

      const twice: readonly (readonly [what: string, target: string, fields: readonly string[]])[] = [
        ['Authorization', '/bearer', ['Authorization: Bearer right', 'Authorization: Bearer right']],
        ['Authorization, of two kinds', '/bearer', ['Authorization: Basic eDp5', 'authorization: Bearer right']],
        ['a key header', '/header', ['X-Key: right', 'x-key: right']],
        ['a key parameter', '/query?key=right&key=right', []],
        ['a key parameter, once encoded', '/query?key=right&%6bey=right', []],
        ['a key cookie', '/cookie', ['Cookie: key=right; key=right']],
      ]
      for (const [what, target, fields] of twice) {
        it(`refuses ${what} twice with 401`, async () => {
          expect([(await get(target, ...fields)).status, runs]).to.deep.equal([401, []])
        })
      }

      it('drops no line in silence: a repetition behind a thousand others opens nothing', async () => {
        const padding = Array.from({ length: 1_100 }, () => 'x:')
        const answer = await get('/bearer', 'Authorization: Bearer right', ...padding, 'Authorization: Bearer wrong')
        expect([answer.status, runs]).to.deep.equal([431, []])
      })
    })

    describe(`promise 8: only the declared transport counts`, () => {
      const elsewhere: readonly (readonly [what: string, target: string, fields: readonly string[]])[] = [
        ['a token in the query', '/bearer?access_token=right&token=right&authorization=Bearer%20right', []],
        ['a token in a cookie', '/bearer', ['Cookie: authorization=Bearer right; token=right']],
        [
          'a token in another header',
          '/bearer',
          ['X-Authorization: Bearer right', 'Proxy-Authorization: Bearer right'],
        ],
        ['a header key in the query', '/header?X-Key=right&x-key=right', []],
        ['a query key in a header', '/query', ['key: right', 'X-Key: right']],
        ['a query key in a cookie', '/query', ['Cookie: key=right']],
        ['a cookie key in the query', '/cookie?key=right', []],
        ['a session in a header', '/session', ['X-svc-session: right', 'svc-session: right', 'x-session: right']],
      ]
      for (const [what, target, fields] of elsewhere) {
        it(`refuses ${what}`, async () => {
          expect([(await get(target, ...fields)).status, runs]).to.deep.equal([401, []])
        })
      }

      it('refuses a token in a trailer', async () => {
        const head = request(served.url, 'POST', '/bearer', ['Transfer-Encoding: chunked', 'Trailer: Authorization'])
        expect([(await send(`${head}0\r\nAuthorization: Bearer right\r\n\r\n`)).status, runs]).to.deep.equal([401, []])
      })
    })

    describe(`promise 15: only declared methods`, () => {
      it('guards HEAD as GET, answers OPTIONS itself, and refuses every other method', async () => {
        const statuses: Record<string, number> = {}
        for (const method of ['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE', 'PROPFIND', 'PURGE']) {
          statuses[method] = (await send(request(served.url, method, '/bearer'))).status
        }
        const expected = { HEAD: 401, OPTIONS: 204, PUT: 405, DELETE: 405, TRACE: 405, PROPFIND: 405, PURGE: 405 }
        expect([statuses, runs]).to.deep.equal([expected, []])
      })

      it('takes no method from a header, a parameter or a form', async () => {
        const fields = ['X-HTTP-Method-Override: GET', 'X-HTTP-Method: GET', 'X-Method-Override: GET']
        const answer = await send(
          request(served.url, 'PUT', '/bearer?_method=GET', [...fields, 'Authorization: Bearer right']),
        )
        expect([answer.status, runs]).to.deep.equal([405, []])
      })

      it('runs nothing for CONNECT', async () => {
        const client = new RawClient(served.url).write(request(served.url, 'CONNECT', 'svc.test:443'))
        await client.closed
        expect([/^HTTP\/1\.1 [23]/.test(client.text), runs]).to.deep.equal([false, []])
      })
    })
  })
