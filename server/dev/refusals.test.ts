import { expect } from 'chai'
import type { SampleFolder } from '../files/testdata/tree.ts'
import type { DevServer } from './dev-server.ts'
import { ask, eventually, routeOf, startSample } from './testdata/served-sample.ts'

const CONFIG = `import { defineConfig } from 'svc'
import { bearer } from 'svc/security'
export default defineConfig({ title: 'sample', auth: bearer((_, token) => token === 'global', { name: 'Global' }) })
`
const PAGE = 'A'.repeat(22)
const OTHER = 'B'.repeat(22)
const REASON = 'Global (svc.config.ts:3) looks for Authorization: Bearer: there is no such header.'

describe('promise 36: the reasons of refusals in svc dev', () => {
  let sample: SampleFolder
  let server: DevServer
  let printed: string[]
  let streams: Stream[]

  before(async () => {
    ;({ sample, server, printed } = await startSample({ 'svc.config.ts': CONFIG, routes: { 'x.ts': routeOf('x') } }))
  })
  beforeEach(() => {
    streams = []
  })
  afterEach(async () => void (await Promise.all(streams.map((stream) => stream.close()))))
  after(async () => {
    await server.close()
    sample.dispose()
  })

  async function open(page: string, headers: Readonly<Record<string, string>> = {}): Promise<Stream> {
    const stream = await Stream.open(`${server.url}/api/docs/events?page=${page}`, headers)
    streams.push(stream)
    return stream
  }

  it('stand below the request in the log, and not in the answer', async () => {
    printed.length = 0
    expect(await ask(server, '/x', {})).to.equal('401 {"detail":"Unauthorized"}')
    await eventually('1', async () => String(printed.length))
    const [line = '', ...rest] = (printed[0] as string).split('\n')
    expect(line).to.match(/^GET {5}\/api\/x 401 Unauthorized [\d.]+ ms Global absent 127\.0\.0\.1$/)
    expect(rest).to.deep.equal([`  ${REASON} Send Authorization: Bearer <token>.`])
    expect(await ask(server, '/x')).to.equal('200 x')
    await eventually('2', async () => String(printed.length))
    expect(printed[1]).not.to.include('\n')
  })

  it('are not lost among the requests that the page makes for itself', async () => {
    printed.length = 0
    const page = { 'sec-fetch-site': 'same-origin' }
    expect(await ask(server, '/docs/session', page)).to.equal('200 {"loggedIn":false}')
    expect(await ask(server, '/docs/session', { 'sec-fetch-site': 'cross-site' })).to.equal(
      '403 {"detail":"Forbidden"}',
    )
    expect(await ask(server, '/x')).to.equal('200 x')
    await eventually('2', async () => String(printed.length))
    expect(printed.map((line) => line.split(' ms ')[0]?.replace(/[\d.]+$/, ''))).to.deep.equal([
      'GET     /api/docs/session 403 Forbidden ',
      'GET     /api/x 200 OK ',
    ])
  })

  it('reach the page that made the call, by its name and number, and no other page', async () => {
    const [own, other, nameless] = [await open(PAGE), await open(OTHER), await open('')]
    expect(await ask(server, '/x', { 'x-svc-call': `${PAGE}.17` })).to.equal('401 {"detail":"Unauthorized"}')
    const event = JSON.parse(await own.next('refusal')) as Readonly<Record<string, unknown>>
    expect(event).to.deep.include({ call: 17, operation: 'GET /x', status: 401, auth: 'Global', level: 'api' })
    expect((event['lines'] as readonly string[]).map((line) => sample.strip(line))).to.deep.equal([
      `${REASON} Send Authorization: Bearer <token>.`,
    ])
    expect(event['reason']).to.deep.include({ type: 'credential', outcome: 'absent', fault: { fault: 'absent' } })
    // A later call of the others comes first where the one before did not come.
    await ask(server, '/x', { 'x-svc-call': `${OTHER}.1` })
    expect(JSON.parse(await other.next('refusal'))).to.deep.include({ call: 1 })
    expect([own.count('refusal'), other.count('refusal'), nameless.count('refusal')]).to.deep.equal([1, 1, 0])
  })

  const forwarded = { 'x-forwarded-for': '203.0.113.9' }
  for (const [title, call, toStream] of [
    ['a call that came through a proxy', { 'x-svc-call': `${PAGE}.1`, ...forwarded }, {}],
    ['a call without a number', { 'x-svc-call': PAGE }, {}],
    ['a stream that another site opened', { 'x-svc-call': `${PAGE}.1` }, { 'sec-fetch-site': 'cross-site' }],
    ['a stream that came through a proxy', { 'x-svc-call': `${PAGE}.1` }, forwarded],
    ['a call that passed', { 'x-svc-call': `${PAGE}.1`, authorization: 'Bearer global' }, {}],
  ] as const) {
    it(`do not reach a page by ${title}`, async () => {
      const stream = await open(PAGE, toStream)
      const witness = await open(OTHER)
      await ask(server, '/x', call)
      await ask(server, '/x', { 'x-svc-call': `${OTHER}.2` })
      await witness.next('refusal')
      expect(stream.count('refusal')).to.equal(0)
    })
  }
})

/** A stream of server-sent events. */
class Stream {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #reading: Promise<void>
  #text = ''

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader()
    this.#reading = this.#read().catch(() => undefined)
  }

  static async open(url: string, headers: Readonly<Record<string, string>>): Promise<Stream> {
    const { body } = await fetch(url, { headers })
    return new Stream(body as ReadableStream<Uint8Array>)
  }

  async next(event: string): Promise<string> {
    await eventually('true', () => Promise.resolve(String(this.count(event) > 0)))
    return new RegExp(`^event: ${event}\ndata: (.*)$`, 'm').exec(this.#text)?.[1] ?? ''
  }

  count(event: string): number {
    return this.#text.split(`event: ${event}\n`).length - 1
  }

  async close(): Promise<void> {
    await this.#reader.cancel()
    await this.#reading
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder()
    for (;;) {
      const { done, value } = await this.#reader.read()
      if (done) return
      this.#text += decoder.decode(value, { stream: true })
    }
  }
}
