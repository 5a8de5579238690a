import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { SvcAPI } from '../api/api.ts'
import { LAYERS, sampleApi, type Served } from './testdata/sample.ts'
import { field, RawClient, request, until } from './testdata/raw-client.ts'

interface Case {
  readonly target: string
  readonly fields: readonly string[]
  readonly status: number
}
const right = 'Authorization: Bearer right'
const wrong = 'Authorization: Bearer wrong'
const CASES: readonly Case[] = [
  { target: '/bearer', fields: [right], status: 200 },
  { target: '/bearer', fields: [wrong], status: 401 },
  { target: '/bearer', fields: [], status: 401 },
  { target: '/later', fields: [right], status: 200 },
  { target: '/later', fields: [], status: 401 },
  { target: '/header', fields: ['X-Key: right'], status: 200 },
  { target: '/header', fields: [], status: 401 },
  { target: '/query?key=right', fields: [], status: 200 },
  { target: '/query?key=wrong', fields: [], status: 401 },
  { target: '/cookie', fields: ['Cookie: key=right'], status: 200 },
  { target: '/cookie', fields: ['Cookie: key=wrong'], status: 401 },
  { target: '/list', fields: [right], status: 200 },
  { target: '/list?key=wrong', fields: [wrong], status: 401 },
  { target: '/both', fields: [right, 'X-Key: right'], status: 200 },
  { target: '/both', fields: [right], status: 401 },
  { target: '/open', fields: [], status: 200 },
  { target: '/nowhere', fields: [right], status: 404 },
]

for (const { layer, serve } of LAYERS) {
  describe(`promise 1: each request gets its own verdict (${layer})`, () => {
    const { api } = sampleApi()
    let served: Served
    before(async () => {
      served = await serve(api)
    })
    after(() => served.close())
    const bytes = ({ target, fields }: Case): string => request(served.url, 'GET', target, fields)

    it('one after the other on one connection, every pair of neighbours', async () => {
      const client = new RawClient(served.url)
      const pairs = CASES.flatMap((first) => CASES.flatMap((second) => [first, second]))
      const wrongly: string[] = []
      for (const each of pairs) {
        const { status } = await client.write(bytes(each)).next()
        if (status !== each.status) wrongly.push(`${each.target} ${status}`)
      }
      client.close()
      expect(wrongly).to.deep.equal([])
    })

    it('pipelined in one write', async () => {
      const client = new RawClient(served.url).write(CASES.map(bytes).join(''))
      const statuses: number[] = []
      while (statuses.length < CASES.length) statuses.push((await client.next()).status)
      client.close()
      expect(statuses).to.deep.equal(CASES.map(({ status }) => status))
    })

    it('64 connections at once, mixed', async () => {
      const wrongly = await Promise.all(
        Array.from({ length: 64 }, async (_, index) => {
          const client = new RawClient(served.url)
          let count = 0
          for (let turn = 0; turn < 20; turn++) {
            const each = CASES[(index * 7 + turn * 5) % CASES.length] as Case
            if ((await client.write(bytes(each)).next()).status !== each.status) count++
          }
          client.close()
          return count
        }),
      )
      expect(wrongly).to.deep.equal(Array.from({ length: 64 }, () => 0))
    })
  })

  describe(`promise 19: limits (${layer})`, () => {
    const { api, runs } = sampleApi({ limits: { body: 100_000, target: 1_000, headers: 2_000 } })
    let served: Served
    before(async () => {
      served = await serve(api)
    })
    after(() => served.close())
    beforeEach(() => void runs.splice(0))
    const send = async (bytes: string): Promise<unknown[]> => {
      const client = new RawClient(served.url).write(bytes)
      const { status, body } = await client.next()
      client.close()
      return [status, body]
    }

    it('refuses long header lines with 431 and a long target with 414', async () => {
      const tooLong = request(served.url, 'GET', '/open', [`X: ${'x'.repeat(2_000)}`])
      expect(await send(tooLong)).to.deep.equal([431, '{"detail":"Request Header Fields Too Large"}'])
      expect(await send(request(served.url, 'GET', `/open?${'x'.repeat(1_000)}`))).to.deep.equal([
        414,
        '{"detail":"URI Too Long"}',
      ])
      expect(runs).to.deep.equal([])
    })

    it('refuses a body that declares too much before any of it is sent, with 413', async () => {
      const head = request(served.url, 'POST', '/echo', ['Content-Length: 100001'])
      expect(await send(head)).to.deep.equal([413, '{"detail":"Payload Too Large"}'])
    })

    it('refuses a streamed body at the byte that is too much, with 413', async () => {
      const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`
      const head = request(served.url, 'POST', '/echo', ['Transfer-Encoding: chunked'])
      expect((await send(`${head}${chunk.repeat(4)}`))[0]).to.equal(413)
    })

    it('sends no 100 Continue for a body that is refused, and one for a body that is read', async () => {
      const expectation = 'Expect: 100-continue'
      const client = new RawClient(served.url)
      client.write(request(served.url, 'POST', '/echo', [expectation, 'Content-Length: 2']))
      if (layer === 'listen') await until(() => client.text.includes('100 Continue'))
      expect((await client.write('ok').next('POST')).body).to.equal('ok')
      const refused = new RawClient(served.url)
      refused.write(request(served.url, 'POST', '/bearer', [expectation, 'Content-Length: 2']))
      const answer = await refused.next('POST')
      expect([answer.status, field(answer, 'connection')]).to.deep.equal([401, 'close'])
      if (layer === 'listen') expect(refused.text).to.not.include('100 Continue')
      await refused.closed
      client.close()
    })
  })

  describe(`a body that is not read (${layer})`, () => {
    const { api } = sampleApi()
    let served: Served
    before(async () => {
      served = await serve(api)
    })
    after(() => served.close())

    it('is skipped where it is short, and the connection goes on', async () => {
      const client = new RawClient(served.url)
      const body = request(served.url, 'POST', '/bearer', [], 'GET /open HTTP/1.1\r\n\r\n')
      const statuses = [
        (await client.write(body).next('POST')).status,
        (await client.write(request(served.url, 'GET', '/open')).next()).status,
      ]
      client.close()
      expect(statuses).to.deep.equal([401, 200])
    })

    it('ends the connection where it is long or of unknown length', async () => {
      for (const length of ['Content-Length: 100000000', 'Transfer-Encoding: chunked']) {
        const client = new RawClient(served.url).write(request(served.url, 'POST', '/bearer', [length]))
        const answer = await client.next('POST')
        expect([length, answer.status, field(answer, 'connection')]).to.deep.equal([length, 401, 'close'])
        await client.closed
      }
    })
  })
}

describe('promise 19: deadlines and what the parser refuses (listen)', () => {
  const { api, runs } = sampleApi({
    limits: { headersTimeout: 150, requestTimeout: 300, headers: 2_000, target: 1_000 },
  })
  let served: Served
  before(async () => {
    served = await (LAYERS[0] as (typeof LAYERS)[0]).serve(api)
  })
  after(() => served.close())

  const outcomeOf = async (client: RawClient): Promise<unknown[]> => {
    await client.closed
    const [head = '', body] = client.text.split('\r\n\r\n')
    return [head.split('\r\n')[0], body, /content-type: application\/json/i.test(head), /connection: close/i.test(head)]
  }
  const refused = (status: string, detail: string): unknown[] => [
    `HTTP/1.1 ${status} ${detail}`,
    `{"detail":"${detail}"}`,
    true,
    true,
  ]

  const broken: readonly (readonly [what: string, bytes: string, status: string, detail: string])[] = [
    ['no HTTP', 'hello\r\n\r\n', '400', 'Bad Request'],
    ['a space in the name of a field', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n', '400', 'Bad Request'],
    ['a line that is folded', 'GET / HTTP/1.1\r\nHost: x\r\n y: z\r\n\r\n', '400', 'Bad Request'],
    [
      'a length and a coding',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      '400',
      'Bad Request',
    ],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      '400',
      'Bad Request',
    ],
    ['a NUL in the target', 'GET /\u0000 HTTP/1.1\r\nHost: x\r\n\r\n', '400', 'Bad Request'],
    ['header lines without end', `GET / HTTP/1.1\r\nX: ${'x'.repeat(4_000)}`, '431', 'Request Header Fields Too Large'],
    ['a target without end', `GET /${'x'.repeat(4_000)}`, '414', 'URI Too Long'],
    ['another version', 'GET / HTTP/2.0\r\nHost: x\r\n\r\n', '505', 'HTTP Version Not Supported'],
    ['another expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n', '417', 'Expectation Failed'],
    ['header lines that never end', 'GET / HTTP/1.1\r\nHost: x\r\nX-', '408', 'Request Timeout'],
  ]
  for (const [what, bytes, status, detail] of broken) {
    it(`answers ${what} with ${status} in our own shape, and closes`, async () => {
      expect(await outcomeOf(new RawClient(served.url).write(bytes))).to.deep.equal(refused(status, detail))
    })
  }

  it('closes a connection on which nothing ever comes', async () => {
    const client = new RawClient(served.url)
    await client.closed
    expect(client.text).to.equal('')
  })

  it('holds the second request of a connection to the deadline as well, however slowly it drips', async () => {
    const client = new RawClient(served.url).write(request(served.url, 'GET', '/open'))
    expect((await client.next()).status).to.equal(200)
    client.write('GET /open HTTP/1.1\r\nX: ')
    const drip = setInterval(() => client.isClosed || client.write('x'), 20)
    // Were the deadline moved by each byte, no answer would come.
    const { status } = await client.next()
    clearInterval(drip)
    expect(status).to.equal(408)
    await client.closed
  })

  it('ends a request whose body does not come', async () => {
    runs.splice(0)
    const client = new RawClient(served.url).write(request(served.url, 'POST', '/echo', ['Content-Length: 10']))
    expect((await client.write('half').next('POST')).status).to.equal(408)
    await client.closed
  })

  it('does not wait for ever for a short body that is not read', async () => {
    const client = new RawClient(served.url).write(request(served.url, 'POST', '/bearer', ['Content-Length: 10']))
    expect((await client.next('POST')).status).to.equal(401)
    await client.closed
  })

  it('keeps a connection whose unread body came late', async () => {
    const client = new RawClient(served.url).write(request(served.url, 'POST', '/bearer', ['Content-Length: 10']))
    expect((await client.next('POST')).status).to.equal(401)
    // Several looks at the deadlines later, and well before that of the request.
    await delay(60)
    client.write('0123456789')
    // As long as another connection is allowed to say nothing, and once more.
    await new RawClient(served.url).closed
    await new RawClient(served.url).closed
    expect((await client.write(request(served.url, 'GET', '/open')).next()).status).to.equal(200)
    client.close()
  })

  it('runs nothing that came behind a refused request', async () => {
    runs.splice(0)
    const two = `GET * HTTP/1.1\r\nHost: x\r\n\r\n${request(served.url, 'GET', '/open')}`
    const client = new RawClient(served.url).write(two)
    expect((await client.next()).status).to.equal(400)
    await client.closed
    expect([runs, client.text.split('HTTP/1.1').length]).to.deep.equal([[], 2])
  })

  it('lets an answer under way come first where the next request is garbage', async () => {
    const client = new RawClient(served.url).write(
      `${request(served.url, 'GET', '/later', ['Authorization: Bearer right'])}garbage\r\n\r\n`,
    )
    expect((await client.next()).status).to.equal(200)
    await client.closed
  })

  it('ends the connection after an answer that had begun when garbage came', async () => {
    const garbled = new SvcAPI({ docs: false, auth: null })
    const body = new TransformStream<Uint8Array, Uint8Array>()
    garbled.get('/begun', {}, () => new Response(body.readable))
    const { url, close } = await garbled.listen({ log: false })
    const client = new RawClient(url).write(request(url, 'GET', '/begun'))
    const writer = body.writable.getWriter()
    await writer.write(Buffer.from('begun'))
    await until(() => client.text.includes('begun'))
    client.write('garbage\r\n\r\n')
    await delay(20)
    await writer.close()
    const { status, body: text } = await client.next()
    await client.closed
    await close()
    expect([status, text]).to.deep.equal([200, 'begun'])
  })
})
