import { expect } from 'chai'
import { constantTimeEqual } from '../auth/index.ts'
import { LAYERS, sampleApi, type Served } from './testdata/sample.ts'
import { field, RawClient, request } from './testdata/raw-client.ts'

/** Every way in which a credential can fail, by route. */
const REFUSALS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  '/bearer': [
    [],
    ['Authorization: Bearer wrong'],
    ['Authorization: Bearer '],
    ['Authorization: Bearer'],
    ['Authorization: bearer  right'],
    ['Authorization: Basic eDp5'],
    ['Authorization: Bearer right', 'Authorization: Bearer right'],
    [`Authorization: Bearer ${'x'.repeat(5_000)}`],
    ['Authorization: Bearer r\u00efght'],
  ],
  '/basic': [
    [],
    ['Authorization: Basic eDp5'],
    ['Authorization: Basic !!!!'],
    ['Authorization: Basic eDp5eQ'],
    ['Authorization: Basic Og=='],
    ['Authorization: Basic /////w=='],
    ['Authorization: Bearer right'],
  ],
  '/header': [[], ['X-Key: wrong'], ['X-Key:'], ['X-Key: right', 'X-Key: right']],
  '/cookie': [[], ['Cookie: key=wrong'], ['Cookie: key='], ['Cookie: key=right; key=right'], ['Cookie: ;;;=']],
  '/session': [
    [],
    ['Cookie: svc-session=x'],
    ['Cookie: svc-session=Fe26.2*1*2*3*4*5*6*7'],
    [`Cookie: svc-session=${'x'.repeat(5_000)}`],
    ['Cookie: svc-session=a; svc-session=b'],
  ],
  '/list': [[], ['Authorization: Bearer wrong'], ['Authorization: nonsense']],
  '/both': [[], ['Authorization: Bearer right'], ['X-Key: right']],
}
const CHALLENGES: Readonly<Record<string, readonly string[]>> = {
  '/bearer': ['Bearer realm="api"'],
  '/basic': ['Basic realm="api", charset="UTF-8"'],
  '/header': ['ApiKey realm="api", in="header", name="X-Key"'],
  '/cookie': ['ApiKey realm="api", in="cookie", name="key"'],
  '/session': ['Session realm="api"'],
  '/list': ['ApiKey realm="api", in="query", name="key"', 'Bearer realm="api"'],
  '/both': ['Bearer realm="api"', 'ApiKey realm="api", in="header", name="X-Key"'],
}

for (const { layer, serve } of LAYERS) {
  describe(`promise 9: every 401 of a route is the same (${layer})`, () => {
    const { api } = sampleApi()
    let served: Served
    before(async () => {
      served = await serve(api)
    })
    after(() => served.close())

    for (const [path, refusals] of Object.entries(REFUSALS)) {
      it(`${path}, byte for byte`, async () => {
        const texts = new Set<string>()
        const client = new RawClient(served.url)
        for (const fields of refusals) {
          const answer = await client.write(request(served.url, 'GET', path, fields)).next()
          texts.add(JSON.stringify({ ...answer, fields: answer.fields.filter(([name]) => name !== 'date') }))
          expect(answer.fields.flatMap(([name, value]) => (name === 'www-authenticate' ? [value] : []))).to.deep.equal(
            CHALLENGES[path],
          )
          expect([
            answer.status,
            answer.body,
            field(answer, 'cache-control'),
            field(answer, 'x-content-type-options'),
          ]).to.deep.equal([401, '{"detail":"Unauthorized"}', 'no-store', 'nosniff'])
          expect(field(answer, 'set-cookie')).to.equal(undefined)
        }
        client.close()
        expect(texts.size).to.equal(1)
      })
    }
  })

  describe(`promise 18: an answer reveals nothing (${layer})`, () => {
    const { api } = sampleApi()
    let served: Served
    before(async () => {
      served = await serve(api)
    })
    after(() => served.close())

    const errors: readonly (readonly [method: string, target: string, status: number])[] = [
      ['GET', '/broken?canary=1', 500],
      ['GET', '/nowhere/canary?canary=1', 404],
      ['PUT', '/open?canary=1', 405],
      ['GET', '/bearer?canary=1', 401],
      ['GET', '/canary%00', 400],
      ['GET', 'ftp://canary/', 400],
    ]
    for (const [method, target, status] of errors) {
      it(`${status} for ${method} ${target} repeats no input, names no file, and grants no origin`, async () => {
        const fields = ['Origin: https://canary.example', 'X-Canary: canary', 'Cookie: canary=canary']
        const client = new RawClient(served.url).write(request(served.url, method, target, fields))
        const answer = await client.next(method)
        client.close()
        expect(answer.status).to.equal(status)
        expect(client.text).to.not.match(/canary|secret|\.ts|node_modules|access-control|at .*:\d+/i)
      })
    }
  })
}

describe('promise 10: comparison takes the same time wherever the difference is', () => {
  /** Of the medians' ratio. Comparison that stops at the first difference is above 1.5 at this length. */
  const THRESHOLD = 0.2
  it(`differs by less than ${THRESHOLD * 100} % between the first and the last character, over interleaved samples`, () => {
    const right = 'k'.repeat(4_096)
    const early = `x${right.slice(1)}`
    const late = `${right.slice(1)}x`
    const measure = (other: string): number => {
      const started = process.hrtime.bigint()
      for (let round = 0; round < 20; round++) constantTimeEqual(right, other)
      return Number(process.hrtime.bigint() - started)
    }
    for (let round = 0; round < 200; round++) measure(round % 2 === 0 ? early : late)
    const ratios: number[] = []
    for (let sample = 0; sample < 1_001; sample++) {
      // Which of the two is measured first alternates: whatever drifts, drifts for both.
      const [first, second] = sample % 2 === 0 ? [measure(early), measure(late)] : [measure(late), measure(early)]
      ratios.push(sample % 2 === 0 ? second / first : first / second)
    }
    const median = ratios.toSorted((left, other) => left - other)[500] as number
    expect(median).to.be.within(1 - THRESHOLD, 1 + THRESHOLD)
  })
})
