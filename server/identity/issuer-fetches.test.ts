import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect } from 'chai'
import { jwt } from 'svc/identity'
import { IssuerKeys } from './issuer-keys.ts'
import { type Called, callerOf } from './testdata/call.ts'
import { AUDIENCE, DISCOVERY, makeKey, openIssuer, type TestIssuer, type TestKey } from './testdata/issuer.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** Requests and the fetches that they cause: every fetch is one over a socket. */
describe('requests with tokens, and the fetches of their keys', () => {
  const clock = performance.now.bind(performance)
  let issuer: TestIssuer
  let call: (token?: string) => Promise<Called>
  let later = 0
  let second: TestKey

  before(async () => (second = await makeKey('ES256', 'second')))
  beforeEach(async () => {
    issuer = await openIssuer()
    later = 0
    performance.now = () => clock() + later
    call = callerOf(jwt({ issuer: issuer.url, audience: AUDIENCE }))
  })
  afterEach(async () => {
    performance.now = clock
    await issuer.close()
  })

  const statusOf = async (token: string): Promise<number> => (await call(token))[0]
  const fetches = (): number => issuer.asked.filter((path) => path === '/jwks').length
  /** Sends a token again and again until its answer is `status`. */
  const becomes = async (token: string, status: number): Promise<void> => {
    while ((await statusOf(token)) !== status) await new Promise((resolve) => setImmediate(resolve))
  }

  it('are one fetch for 200 tokens with unknown ids, and the next one after 30 seconds', async () => {
    const unknown = await Promise.all(Array.from({ length: 200 }, (_, n) => issuer.mint({}, { kid: `unknown-${n}` })))
    const right = await issuer.mint()
    const sendAll = async (): Promise<readonly number[]> => [...new Set(await Promise.all(unknown.map(statusOf)))]
    expect(await sendAll()).to.deep.equal([401])
    expect(issuer.asked).to.deep.equal([DISCOVERY, '/jwks'])
    later = 29 * SECOND
    expect([await sendAll(), fetches(), await statusOf(right)]).to.deep.equal([[401], 1, 200])
    later = 31 * SECOND
    expect([await sendAll(), await sendAll(), fetches()]).to.deep.equal([[401], [401], 2])
  })

  it('wait with an unknown id for a slow issuer, and with a known one do not', async () => {
    const right = await issuer.mint()
    expect(await statusOf(right)).to.equal(200)
    const waiting = new Promise<ServerResponse>((resolve) => issuer.answers.set('/jwks', resolve))
    later = 31 * SECOND
    const renewed = statusOf(await issuer.mint({}, {}, second))
    const answer = await waiting
    expect([await statusOf(right), await statusOf(await issuer.mint({ sub: 'bob' }))]).to.deep.equal([200, 200])
    answer.end(JSON.stringify({ keys: [second.jwk] }))
    expect([await renewed, await statusOf(right)]).to.deep.equal([200, 401])
  })

  it('refuse a token that passed before, once its key is gone', async () => {
    const right = await issuer.mint()
    expect([await statusOf(right), await statusOf(right)]).to.deep.equal([200, 200])
    issuer.keys = [second.jwk]
    later = 10 * MINUTE
    await becomes(right, 401)
    expect([await statusOf(await issuer.mint({}, {}, second)), fetches()]).to.deep.equal([200, 2])
  })

  it('refuse it where another key has its id', async () => {
    const right = await issuer.mint()
    expect(await statusOf(right)).to.equal(200)
    issuer.keys = [{ ...second.jwk, kid: 'first' }]
    later = 10 * MINUTE
    await becomes(right, 401)
  })

  const BAD: readonly (readonly [what: string, answer: Parameters<TestIssuer['answers']['set']>[1]])[] = [
    ['broken JSON', { body: '{"keys":[' }],
    ['no JWK Set', { body: '[]' }],
    [
      'cut off',
      (response) => response.writeHead(200, { 'content-length': '900' }).write('{"keys":[', () => response.destroy()),
    ],
    ['a redirect', { status: 307, headers: { location: '/other' } }],
  ]
  for (const [what, answer] of BAD) {
    it(`pass by the keys from before where the answer is ${what}`, async () => {
      const right = await issuer.mint()
      expect(await statusOf(right)).to.equal(200)
      issuer.answers.set('/jwks', answer)
      later = 10 * MINUTE
      expect(await statusOf(right)).to.equal(200)
      while (fetches() < 2) await new Promise((resolve) => setImmediate(resolve))
      issuer.answers.delete('/jwks')
      later += 31 * SECOND
      // The one before may still be under way.
      while (fetches() < 3) {
        expect(await statusOf(right)).to.equal(200)
        await new Promise((resolve) => setImmediate(resolve))
      }
      expect([await statusOf(right), await statusOf(await issuer.mint({}, {}, second))]).to.deep.equal([200, 401])
    })
  }

  for (const path of [DISCOVERY, '/jwks']) {
    for (const status of [301, 302, 303, 307, 308]) {
      it(`follow no ${status} of ${path}, not even to the right document`, async () => {
        const body = JSON.stringify(
          path === DISCOVERY ? { issuer: issuer.url, jwks_uri: `${issuer.url}/jwks` } : { keys: issuer.keys },
        )
        issuer.answers.set('/other', { body })
        issuer.answers.set(path, { status, headers: { location: `${issuer.url}/other` }, body })
        expect(await statusOf(await issuer.mint())).to.equal(503)
        expect(issuer.asked).not.to.include('/other')
      })
    }
  }

  it('end a body that has no end', async () => {
    let closed: Promise<unknown> | undefined
    let sent = 0
    issuer.answers.set('/jwks', (response) => {
      closed = once(response, 'close')
      const part = Buffer.alloc(65_536, ' ')
      const write = (): void => {
        while (!response.destroyed && response.write(part)) sent += part.length
      }
      response.on('drain', write)
      write()
    })
    expect(await statusOf(await issuer.mint())).to.equal(503)
    await closed
    // The buffers of both sides, and no more.
    expect(sent).to.be.lessThan(32 * 1_048_576)
  })

  it('end a body that comes a byte at a time', async () => {
    let closed: Promise<unknown> | undefined
    issuer.answers.set('/jwks', (response) => {
      closed = once(response, 'close')
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    })
    const keys = new IssuerKeys({ issuer: issuer.url }, { timeout: 500 })
    const status = await Promise.resolve(keys.read()).catch((error: { readonly status: number }) => error.status)
    expect(status).to.equal(503)
    await closed
  })
})
