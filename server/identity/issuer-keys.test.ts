import { expect } from 'chai'
import { PATIENCE } from '../../fixtures/test-time.ts'
import { IssuerKeys } from './issuer-keys.ts'
import { DISCOVERY, makeKey, openIssuer, type TestIssuer } from './testdata/issuer.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

describe('the keys of an issuer', () => {
  let issuer: TestIssuer
  let now = 0
  let keys: IssuerKeys
  let warnings: string[]
  const onWarning = (warning: Error): void => void warnings.push(warning.message)

  beforeEach(async () => {
    issuer = await openIssuer()
    now = 0
    warnings = []
    keys = new IssuerKeys({ issuer: issuer.url }, { now: () => now, timeout: PATIENCE })
    process.on('warning', onWarning)
  })
  afterEach(async () => {
    process.removeListener('warning', onWarning)
    await issuer.close()
  })

  const fetches = (): number => issuer.asked.filter((path) => path === '/jwks').length
  const kids = async (): Promise<readonly unknown[] | number> => {
    try {
      return (await keys.read()).keys.map(({ kid }) => kid)
    } catch (error) {
      return (error as { readonly status: number }).status
    }
  }
  /** Until what was begun in the background is there. */
  const settle = async (isThere: () => boolean): Promise<void> => {
    while (!isThere()) await new Promise((resolve) => setImmediate(resolve))
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  }

  it('are fetched with the first question, once for all that ask, and read without a promise then', async () => {
    expect(issuer.asked).to.deep.equal([])
    expect(await Promise.all([kids(), kids(), kids()])).to.deep.equal([['first'], ['first'], ['first']])
    expect(issuer.asked).to.deep.equal([DISCOVERY, '/jwks'])
    expect(keys.read()).not.to.be.instanceOf(Promise)
  })

  it('are fetched anew in the background after ten minutes, and what is gone is gone', async () => {
    await kids()
    now = 10 * MINUTE - 1
    await kids()
    expect(fetches()).to.equal(1)
    issuer.keys = [(await makeKey('ES256', 'second')).jwk]
    now = 10 * MINUTE
    expect(await kids()).to.deep.equal(['first'])
    await settle(() => fetches() === 2)
    expect(await kids()).to.deep.equal(['second'])
  })

  it('are one set as long as they do not change', async () => {
    const first = await keys.read()
    now = 11 * MINUTE
    await kids()
    await settle(() => fetches() === 2)
    expect(await keys.read()).to.equal(first)
  })

  it('are waited for after a pause', async () => {
    await kids()
    issuer.keys = [(await makeKey('ES256', 'second')).jwk]
    now = 5 * HOUR
    expect(await kids()).to.deep.equal(['second'])
  })

  it('are fetched for an unknown id at most every 30 seconds', async () => {
    const set = await keys.read()
    now = 29 * SECOND
    expect(await keys.renew(set)).to.equal(set)
    expect(fetches()).to.equal(1)
    issuer.keys.push((await makeKey('ES256', 'second')).jwk)
    now = 30 * SECOND
    const renewed = await Promise.all([keys.renew(set), keys.renew(set)])
    expect(renewed.map((one) => one.keys.length)).to.deep.equal([2, 2])
    now = 31 * SECOND
    for (let turn = 0; turn < 50; turn++) await keys.renew(renewed[0])
    expect(fetches()).to.equal(2)
  })

  it('are kept for as long as Cache-Control says, between 30 seconds and ten minutes', async () => {
    issuer.headers = { 'cache-control': 'public, max-age=60' }
    await kids()
    now = 59 * SECOND
    await kids()
    expect(fetches()).to.equal(1)
    now = 60 * SECOND
    issuer.headers = { 'cache-control': 'no-store' }
    await kids()
    await settle(() => fetches() === 2)
    now = 89 * SECOND
    await kids()
    expect(fetches()).to.equal(2)
    now = 91 * SECOND
    issuer.headers = { 'cache-control': 'max-age=86400' }
    await kids()
    await settle(() => fetches() === 3)
    now += 11 * MINUTE
    await kids()
    await settle(() => fetches() === 4)
  })

  it('serve for a day while fetches fail, and then nothing does', async () => {
    await kids()
    issuer.answers.set('/jwks', { status: 500 })
    for (now = 15 * MINUTE; now < 24 * HOUR; now += 3 * HOUR) expect(await kids()).to.deep.equal(['first'])
    expect(warnings.filter((line) => line.includes('answers 500'))).to.have.length(1)
    now = 24 * HOUR
    expect(await kids()).to.equal(503)
    issuer.answers.clear()
    now += 2 * SECOND
    expect(await kids()).to.deep.equal(['first'])
    await settle(() => warnings.length === 2)
    expect(warnings[1]).to.contain('are there again')
  })

  const WRONG: readonly (readonly [what: string, path: string, answer: object | string, words: string])[] = [
    ['discovery is away', DISCOVERY, { status: 404 }, 'answers 404'],
    ['discovery is not JSON', DISCOVERY, { body: '<html>' }, 'other than JSON'],
    ['discovery is null', DISCOVERY, { body: 'null' }, 'another issuer'],
    [
      'discovery is of another issuer',
      DISCOVERY,
      { body: '{"issuer":"https://x","jwks_uri":"https://x"}' },
      'another issuer',
    ],
    ['discovery names no keys', DISCOVERY, 'no jwks_uri', 'jwks_uri'],
    ['discovery names keys over http', DISCOVERY, 'http://id.example.com/jwks', 'jwks_uri'],
    ['discovery names a file', DISCOVERY, 'file:///etc/passwd', 'jwks_uri'],
    ['keys are a redirect', '/jwks', { status: 302, headers: { location: '/other' } }, 'answers 302'],
    ['keys are not JSON', '/jwks', { body: 'keys' }, 'other than JSON'],
    ['keys are not a JWK Set', '/jwks', { body: '{"keys":{}}' }, 'other than a JWK Set'],
    ['keys are huge', '/jwks', { body: `{"keys":[],"x":"${'x'.repeat(300_000)}"}` }, 'more than 262144 bytes'],
    ['keys take too long', '/jwks', 'hang', 'does not answer within'],
    ['keys are empty', '/jwks', { body: '{"keys":[]}' }, 'no key that signatures can be checked with'],
    ['keys are secrets', '/jwks', { body: '{"keys":[{"kty":"oct","k":"AAAA","alg":"HS256"}]}' }, 'no key that'],
    [
      'keys are for encryption',
      '/jwks',
      { body: '{"keys":[{"kty":"RSA","use":"enc","n":"AA","e":"AQAB"}]}' },
      'no key that',
    ],
    ['keys are broken', '/jwks', { body: '{"keys":[null,1,{"kty":"RSA"},{"kty":"EC","crv":"P-256"}]}' }, 'no key that'],
  ]
  for (const [what, path, answer, words] of WRONG) {
    it(`are 503 with one line where ${what}`, async () => {
      const isAddress = typeof answer === 'string' && answer !== 'hang'
      const body = { issuer: issuer.url, jwks_uri: answer === 'no jwks_uri' ? undefined : answer }
      issuer.answers.set(path, isAddress ? { body: JSON.stringify(body) } : answer)
      if (answer === 'hang') keys = new IssuerKeys({ issuer: issuer.url }, { now: () => now, timeout: 300 })
      expect(await kids()).to.equal(503)
      for (let turn = 0; turn < 3; turn++) {
        now += 2 * SECOND
        expect(await kids()).to.equal(503)
      }
      await settle(() => warnings.length > 0)
      expect(warnings).to.have.length(1)
      expect(warnings[0]).to.contain(words).and.contain(issuer.url).and.contain('503')
    })
  }

  it('are not used where the issuer withdrew all of them', async () => {
    await kids()
    issuer.keys = []
    now = 10 * MINUTE
    await kids()
    await settle(() => fetches() === 2)
    expect(await kids()).to.equal(503)
  })

  it('are asked for once a second at most until there are some', async () => {
    issuer.answers.set(DISCOVERY, { status: 500 })
    for (let turn = 0; turn < 20; turn++) await kids()
    expect(issuer.asked).to.have.length(1)
    now += SECOND
    await kids()
    expect(issuer.asked).to.have.length(2)
  })

  it('of an issuer that is away: the process starts, and the first token says so', async () => {
    const away = new IssuerKeys({ issuer: 'http://127.0.0.1:1' }, { now: () => now })
    const status = await Promise.resolve(away.read()).catch((error: { readonly status: number }) => error.status)
    expect(status).to.equal(503)
    await settle(() => warnings.length > 0)
    expect(warnings[0]).to.contain('http://127.0.0.1:1').and.contain('cannot be reached')
  })

  it('of an issuer whose document ends with a slash say so', async () => {
    issuer.answers.set(DISCOVERY, {
      body: JSON.stringify({ issuer: `${issuer.url}/`, jwks_uri: `${issuer.url}/jwks` }),
    })
    await kids()
    await settle(() => warnings.length > 0)
    expect(warnings[0]).to.contain('differ in the slash at the end')
  })
})
