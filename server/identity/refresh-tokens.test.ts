import { expect } from 'chai'
import { decodeJwt } from 'jose'
import { SvcAPI, type SvcRequest } from 'svc'
import { jwt, type RefreshOptions, refreshTokens, signJwt, type TokenAnswer } from 'svc/identity'
import { hasFamilies } from '../store/families.ts'
import { forgetFamilies } from '../store/testdata/forget-families.ts'

const OWN = { issuer: 'pets', audience: 'pets', secret: 'kUq3h0vYzR1mTn8sWb5xLe2cPa7dGf4j' }
const SIGN = signJwt(OWN)
const CLAIMS = { sub: 'ann', scope: 'pets:read' }

/** Asks an application whose operations are a login, a refresh and a logout. */
interface Client {
  login(): Promise<TokenAnswer>
  /** The status, and the tokens of a 200. */
  refresh(token: unknown): Promise<readonly [status: number, tokens: TokenAnswer]>
  logout(token: unknown): Promise<number>
}

function openClient(options: Partial<RefreshOptions> = {}): Client {
  const tokens = refreshTokens({ sign: SIGN, ...options })
  const api = new SvcAPI({ title: 'Pets', docs: false })
  const body = (request: SvcRequest): string => (request as unknown as { body: { token: string } }).body.token
  api.post('/login', { auth: null }, (request) => tokens.issue(request, CLAIMS))
  api.post('/refresh', { auth: null, body: { token: String } }, (request) => tokens.rotate(request, body(request)))
  api.post('/logout', { auth: null, body: { token: String } }, (request) => tokens.revoke(request, body(request)))
  const post = (path: string, token?: unknown): Promise<Response> =>
    api.fetch(
      new Request(`http://localhost${path}`, {
        method: 'POST',
        ...(token === undefined
          ? {}
          : { body: JSON.stringify({ token }), headers: { 'content-type': 'application/json' } }),
      }),
    )
  return {
    login: async () => (await (await post('/login')).json()) as TokenAnswer,
    refresh: async (token) => {
      const response = await post('/refresh', token)
      return [response.status, (await response.json()) as TokenAnswer]
    },
    logout: async (token) => (await post('/logout', token)).status,
  }
}

describe('refresh tokens', () => {
  const { now } = Date
  let passed = 0
  before(() => (Date.now = () => now() + passed))
  beforeEach(() => (passed = 0))
  after(() => {
    Date.now = now
    forgetFamilies()
  })
  const statusOf = async (client: Client, token: unknown): Promise<number> => (await client.refresh(token))[0]

  it('are each for one use, and give access tokens that jwt takes', async () => {
    const client = openClient()
    const first = await client.login()
    expect({ ...first, access_token: '', refresh_token: '' }).to.deep.equal({
      access_token: '',
      token_type: 'Bearer',
      expires_in: 900,
      refresh_token: '',
      scope: 'pets:read',
    })
    const [status, second] = await client.refresh(first.refresh_token)
    expect([status, decodeJwt(second.access_token).sub]).to.deep.equal([200, 'ann'])
    expect(second.refresh_token.split('.')[0]).to.equal(first.refresh_token.split('.')[0])
    expect(second.refresh_token).to.not.equal(first.refresh_token)
    const api = new SvcAPI({ docs: false })
    api.get('/', { auth: jwt(OWN) }, ({ auth }) => auth.sub)
    const ask = async (token: string): Promise<number> =>
      (await api.fetch(new Request('http://localhost/', { headers: { authorization: `Bearer ${token}` } }))).status
    expect(await Promise.all([ask(second.access_token), ask(second.refresh_token)])).to.deep.equal([200, 401])
    expect(await statusOf(client, second.access_token)).to.equal(401)
  })

  it('give two tabs the same next one, for ten seconds', async () => {
    const client = openClient()
    const { refresh_token: token } = await client.login()
    const both = await Promise.all([client.refresh(token), client.refresh(token)])
    passed = 9_000
    both.push(await client.refresh(token))
    const [next, ...same] = both.map(([, { refresh_token: successor }]) => successor)
    expect(same).to.deep.equal([next, next])
    expect(await statusOf(client, next)).to.equal(200)
  })

  it('end the login of all its tokens where one is used again later, and no other login', async () => {
    const client = openClient()
    const [login, other] = [await client.login(), await client.login()]
    const [, next] = await client.refresh(login.refresh_token)
    passed = 11_000
    expect(await statusOf(client, login.refresh_token)).to.equal(401)
    expect(await statusOf(client, next.refresh_token)).to.equal(401)
    expect(await statusOf(client, other.refresh_token)).to.equal(200)
  })

  it('end the login too where the clock was set back', async () => {
    const client = openClient()
    const { refresh_token: token } = await client.login()
    await client.refresh(token)
    passed = -11_000
    expect(await statusOf(client, token)).to.equal(401)
  })

  it('end with the login, however often they were refreshed', async () => {
    const client = openClient({ lifetime: 1_000 })
    let { refresh_token: token } = await client.login()
    for (passed = 0; passed < 1_000_000; passed += 300_000) {
      const [status, next] = await client.refresh(token)
      expect(status).to.equal(200)
      token = next.refresh_token
    }
    passed = 1_000_001
    expect(await statusOf(client, token)).to.equal(401)
  })

  it('end by a logout with any of them', async () => {
    const client = openClient()
    const login = await client.login()
    const [, next] = await client.refresh(login.refresh_token)
    expect(await client.logout(login.refresh_token)).to.be.oneOf([200, 204])
    expect(await statusOf(client, next.refresh_token)).to.equal(401)
    expect(await client.logout('no token')).to.be.oneOf([200, 204])
  })

  it('do not end by a guess of who knows the family alone', async () => {
    const client = openClient()
    const { refresh_token: token } = await client.login()
    const guess = `${token.split('.')[0]}.${Buffer.alloc(32, 7).toString('base64url')}`
    expect(await statusOf(client, guess)).to.equal(401)
    await client.logout(guess)
    expect(await statusOf(client, token)).to.equal(200)
  })

  it('are nothing for a declaration of another issuer or audience', async () => {
    const client = openClient()
    for (const other of [{ audience: 'orders' }, { issuer: 'other' }]) {
      const { refresh_token: token } = await openClient({ sign: signJwt({ ...OWN, ...other }) }).login()
      expect(await statusOf(client, token)).to.equal(401)
    }
  })

  it('ask for the claims of the next access token, and end where the application gives no claims', async () => {
    let scope: string | undefined = 'pets:write'
    const client = openClient({ claims: ({ sub }) => scope !== undefined && { sub, scope } })
    const login = await client.login()
    const [, next] = await client.refresh(login.refresh_token)
    expect(decodeJwt(next.access_token)['scope']).to.equal('pets:write')
    scope = undefined
    expect(await statusOf(client, next.refresh_token)).to.equal(401)
    scope = 'pets:write'
    expect(await statusOf(client, next.refresh_token)).to.equal(401)
  })

  const malformed: readonly (readonly [what: string, change: (token: string) => string])[] = [
    ['an empty text', () => ''],
    ['a secret alone', (token) => token.split('.')[1] as string],
    ['another last bit of the secret', (token) => token.slice(0, -1) + nextLetter(token.slice(-1))],
    ['a blank at its end', (token) => `${token} `],
    ['a line break at its end', (token) => `${token}\n`],
    ['a third part', (token) => `${token}.x`],
    ['a name of the prototype', () => '__proto__.constructor'],
    ['megabytes', (token) => token + 'x'.repeat(900_000)],
  ]
  for (const [what, change] of malformed) {
    it(`are not ${what}`, async () => {
      const client = openClient()
      const { refresh_token: token } = await client.login()
      expect(await statusOf(client, change(token))).to.equal(401)
      expect(await statusOf(client, token)).to.equal(200)
    })
  }

  const wrong: readonly (readonly [what: string, options: unknown, code: string])[] = [
    ['no signer', {}, 'SVC_REFRESH_OPTION'],
    ['a signer of its own', { sign: async () => 'token' }, 'SVC_REFRESH_OPTION'],
    ['a lifetime in words', { sign: SIGN, lifetime: '30d' }, 'SVC_REFRESH_OPTION'],
    ['a lifetime of an access token', { sign: SIGN, lifetime: 900 }, 'SVC_REFRESH_OPTION'],
    ['claims that are not asked', { sign: SIGN, claims: CLAIMS }, 'SVC_REFRESH_OPTION'],
    ['an unknown option', { sign: SIGN, store: 'redis://x' }, 'SVC_OPTION_UNKNOWN'],
    ['an undefined option', { sign: SIGN, lifetime: undefined }, 'SVC_OPTION_UNDEFINED'],
  ]
  for (const [what, options, code] of wrong) {
    it(`do not load with ${what}`, () => {
      expect(() => refreshTokens(options as never))
        .to.throw()
        .with.property('code', code)
    })
  }

  it('need a request of the framework, and a user', async () => {
    const tokens = refreshTokens({ sign: SIGN })
    const [noRequest, noUser] = await Promise.allSettled([
      tokens.issue(CLAIMS as never, CLAIMS),
      tokens.issue({ sessions: {} } as never, {} as never),
    ])
    expect(String((noRequest as PromiseRejectedResult).reason)).to.match(/^TypeError: .* tokens\.issue\(request/)
    expect(String((noUser as PromiseRejectedResult).reason)).to.match(/^TypeError: .* need sub/)
  })

  it('are state of one process where there is no store', () => {
    refreshTokens({ sign: SIGN })
    expect(hasFamilies()).to.equal(true)
    expect(new SvcAPI({ docs: false }).localState()).to.deep.equal(['refreshTokens'])
    expect(new SvcAPI({ docs: false, store: 'redis://127.0.0.1:1' }).localState()).to.deep.equal([])
    forgetFamilies()
    expect(new SvcAPI({ docs: false }).localState()).to.deep.equal([])
  })
})

/** A letter of base64url with the same first four bits of six: the last two are beyond the 32 bytes. */
function nextLetter(letter: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return letters[letters.indexOf(letter) ^ 1] as string
}
