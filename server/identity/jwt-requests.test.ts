import { expect } from 'chai'
import * as v from 'valibot'
import { type AuthInput, type Observation, SvcAPI } from 'svc'
import { hasScope, jwt } from 'svc/identity'
import { check, explainRefusal, formatRefusal, headerKey, named } from 'svc/security'
import { describeAuth } from '../auth/describe.ts'
import { withTokenKeys } from '../auth/token-keys.ts'
import { AccessHistory, formatAuthChange } from '../dev/auth-changes.ts'
import { compareRoutesLocks, formatRoutesLock } from '../listing/routes-lock.ts'
import { labelAuth } from '../listing/auth-label.ts'
import type { Operation } from '../model/operation.ts'
import { TokenMemory } from './memory.ts'
import { callerOf } from './testdata/call.ts'
import { AUDIENCE, DISCOVERY, makeKey, openIssuer, seconds, type TestIssuer } from './testdata/issuer.ts'

const SECRET = 'kUq3h0vYzR1mTn8sWb5xLe2cPa7dGf4j'

let issuer: TestIssuer
beforeEach(async () => (issuer = await openIssuer()))
afterEach(() => issuer.close())

const declared = (): { issuer: string; audience: string } => ({ issuer: issuer.url, audience: AUDIENCE })

describe('what jwt remembers', () => {
  it('ends with the token', async () => {
    const call = callerOf(jwt({ ...declared(), clockTolerance: 0 }))
    const token = await issuer.mint({ exp: seconds() + 2 })
    expect((await call(token))[0]).to.equal(200)
    while (Date.now() / 1_000 < JSON.parse(atob(token.split('.')[1] as string)).exp) {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect(await call(token)).to.deep.equal([401])
  })

  it('ends with the key that signed, and is another for each token', () => {
    const memory = new TokenMemory()
    const [first, second] = [{ keys: [] }, { keys: [] }]
    const claims = { iss: 'a', exp: 1 }
    expect(memory.find('token', first)).to.equal(undefined)
    memory.keep('token', claims, first)
    expect([memory.find('token', first), memory.find('tokem', first)]).to.deep.equal([claims, undefined])
    expect([memory.find('token', second), memory.find('token', first)]).to.deep.equal([undefined, undefined])
    // A token that an older set verified, and finished late.
    memory.find('token', second)
    memory.keep('token', claims, first)
    expect(memory.find('token', second)).to.equal(undefined)
  })

  it('is bounded', () => {
    const memory = new TokenMemory()
    const set = { keys: [] }
    memory.find('0', set)
    for (let n = 0; n <= 20_000; n++) memory.keep(String(n), { iss: 'a', exp: n }, set)
    expect([memory.find('0', set), memory.find('20000', set)?.exp]).to.deep.equal([undefined, 20_000])
  })

  it('cannot be changed by a handler', async () => {
    const api = new SvcAPI({ title: 'Pets' })
    api.get('/', { auth: jwt(declared()) }, ({ auth }) => {
      expect(() => Object.assign(auth, { sub: 'admin' })).to.throw(TypeError)
      expect(() => (auth['roles'] as string[]).push('admin')).to.throw(TypeError)
      return auth.sub
    })
    const headers = { authorization: `Bearer ${await issuer.mint({ roles: ['user'] })}` }
    for (let turn = 0; turn < 2; turn++) {
      const response = await api.fetch(new Request('http://localhost/', { headers }))
      expect([response.status, await response.text()]).to.deep.equal([200, 'ann'])
    }
  })

  it('does not keep claims and map from being asked for every request', async () => {
    let isThere = true
    let asked = 0
    const claims = v.pipe(
      v.object({ sub: v.string() }),
      v.check(() => ++asked > 0),
    )
    const call = callerOf(jwt({ ...declared(), claims, map: async ({ sub }) => isThere && { user: sub } }))
    const token = await issuer.mint()
    expect([await call(token), await call(token)]).to.deep.equal([
      [200, { user: 'ann' }],
      [200, { user: 'ann' }],
    ])
    isThere = false
    expect([await call(token), asked]).to.deep.equal([[401], 3])
  })
})

describe('jwt with a secret or a key', () => {
  const mint = async (alg: string, key: unknown, claims: object = {}): Promise<string> => {
    const { SignJWT } = await import('jose')
    const all = { iss: 'pets', aud: 'pets', sub: 'ann', exp: seconds() + 60, ...claims }
    return new SignJWT(all).setProtectedHeader({ alg }).sign(key as never)
  }
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

  it('passes what any of the secrets signed, and nothing else', async () => {
    const older = SECRET.toUpperCase()
    const call = callerOf(jwt({ issuer: 'pets', audience: 'pets', secret: [SECRET, older] }))
    const tokens = [SECRET, older, `${SECRET}x`].map((secret) => mint('HS256', bytes(secret)))
    const statuses = (await Promise.all(tokens)).map(async (token) => (await call(token))[0])
    expect(await Promise.all(statuses)).to.deep.equal([200, 200, 401])
    expect((await call(await mint('HS512', bytes(SECRET))))[0]).to.equal(401)
  })

  for (const alg of ['RS256', 'PS512', 'ES384', 'ES512', 'EdDSA']) {
    it(`passes ${alg} by its public key`, async () => {
      const key = await makeKey(alg)
      const call = callerOf(jwt({ issuer: 'pets', audience: 'pets', key: key.spki }))
      expect((await call(await mint(alg, key.privateKey)))[0]).to.equal(200)
      const { privateKey } = await makeKey(alg)
      expect((await call(await mint(alg, privateKey)))[0]).to.equal(401)
    })
  }
})

describe('where a token travels', () => {
  it('is a cookie, a header or a scheme of its own, and no other place', async () => {
    const token = await issuer.mint()
    const places: readonly (readonly [object, Record<string, string>])[] = [
      [{ in: { cookie: 'token' } }, { cookie: `token=${token}` }],
      [{ in: { header: 'X-Token' } }, { 'x-token': token }],
      [{ scheme: 'Token' }, { authorization: `Token ${token}` }],
      [{}, { authorization: `Bearer ${token}` }],
    ]
    for (const [option] of places) {
      const call = callerOf(jwt({ ...declared(), ...option }))
      const statuses = await Promise.all(places.map(async ([, headers]) => (await call(undefined, headers))[0]))
      expect(statuses).to.deep.equal(places.map(([other]) => (other === option ? 200 : 401)))
    }
  })

  it('falls under CSRF protection in a cookie, and not elsewhere', async () => {
    const token = await issuer.mint()
    const post = async (auth: AuthInput, headers: Record<string, string>): Promise<number> => {
      const api = new SvcAPI({ title: 'Pets', csrf: true })
      api.post('/', { auth }, () => 'in')
      return (await api.fetch(new Request('http://localhost/', { method: 'POST', headers }))).status
    }
    const cookie = jwt({ ...declared(), in: { cookie: 'token' } })
    const site = { 'sec-fetch-site': 'cross-site' }
    expect(await post(cookie, { ...site, cookie: `token=${token}` })).to.equal(403)
    expect(await post(cookie, { cookie: `token=${token}`, 'sec-fetch-site': 'same-origin' })).to.equal(200)
    expect(await post(jwt(declared()), { ...site, authorization: `Bearer ${token}` })).to.equal(200)
  })
})

describe('a token that is refused', () => {
  const reasons: readonly (readonly [what: string, token: () => Promise<string> | string, fault: object])[] = [
    ['expired', () => issuer.mint({ exp: seconds() - 60 }), { fault: 'token-expired', seconds: 60 }],
    ['not yet valid', () => issuer.mint({ nbf: seconds() + 60 }), { fault: 'token-early', seconds: 60 }],
    ['without end', () => issuer.mint({ exp: undefined }), { fault: 'token-endless' }],
    ['of another issuer', () => issuer.mint({ iss: 'https://secret.example' }), { fault: 'token-issuer' }],
    ['for another audience', () => issuer.mint({ aud: 'secret' }), { fault: 'token-audience' }],
    ['by an unknown key', () => issuer.mint({}, { kid: 'secret' }), { fault: 'token-key' }],
    ['of another type', () => issuer.mint({}, { typ: 'secret' }), { fault: 'token-type' }],
    ['an ID token', () => issuer.mint({ nonce: 'secret' }), { fault: 'token-for-client' }],
    [
      'changed',
      async () => `${(await issuer.mint()).slice(0, -8)}AAAAAAAA`.replace(/.$/, 'A'),
      { fault: 'token-signature' },
    ],
    ['no token', () => 'secret', { fault: 'token-form' }],
    ['by an algorithm of secrets', () => 'eyJhbGciOiJIUzI1NiJ9.e30.AAAA', { fault: 'token-algorithm' }],
    ['of an unknown user', () => issuer.mint({ sub: 'secret' }), { fault: 'token-no-user' }],
  ]
  for (const [what, token, fault] of reasons) {
    it(`is explained without its values: ${what}`, async () => {
      const api = new SvcAPI({ title: 'Pets' })
      api.get('/', { auth: jwt({ ...declared(), map: ({ sub }) => sub === 'ann' && sub }) }, () => 'in')
      const seen: Observation[] = []
      api.observe((observation) => seen.push(observation))
      const sent = await token()
      await api.fetch(new Request('http://localhost/', { headers: { authorization: `Bearer ${sent}` } }))
      const refusal = await explainRefusal(seen, { operations: api.operations() })
      const found = (refusal as unknown as { readonly reason: { readonly fault: { readonly seconds?: number } } })
        .reason.fault
      // The clock of the test is in whole seconds.
      const near = found.seconds === undefined ? {} : { seconds: Math.round(found.seconds / 10) * 10 }
      expect({ ...found, ...near }).to.deep.equal(fault)
      const text = formatRefusal(refusal as never).join('\n')
      expect(JSON.stringify(refusal) + text)
        .not.to.contain('secret')
        .and.not.contain(sent.slice(-12))
    })
  }

  it('counts as a guess only where its issuer did not sign it', async () => {
    const api = new SvcAPI({ title: 'Pets', throttle: { failures: 2, window: 60 } })
    api.get('/', { auth: jwt(declared()) }, () => 'in')
    const statusOf = async (token: string): Promise<number> =>
      (await api.fetch(new Request('http://localhost/', { headers: { authorization: `Bearer ${token}` } }))).status
    for (let n = 0; n < 5; n++) expect(await statusOf(await issuer.mint({ exp: n }))).to.equal(401)
    for (let n = 0; n < 5; n++) expect(await statusOf(await issuer.mint({ aud: `other-${n}` }))).to.equal(401)
    const guesses = []
    for (let n = 0; n < 4; n++) guesses.push(await statusOf(`guess-${n}`))
    expect(guesses.at(-1)).to.equal(429)
  })

  it('is 503 without keys, also in a list', async () => {
    issuer.answers.set(DISCOVERY, { status: 500 })
    expect(await callerOf(jwt(declared()))(await issuer.mint())).to.deep.equal([503])
    expect(await callerOf([jwt(declared()), headerKey('X-Key', () => 1)])(await issuer.mint())).to.deep.equal([503])
  })
})

describe('a copy for tests', () => {
  it('takes tokens by other keys alone, whatever name it was given, and nothing else changes', async () => {
    const key = await makeKey('ES256', 'first')
    let isAway = false
    const set = { keys: [key.jwk] }
    const original = named('user', jwt({ ...declared(), map: ({ sub }) => ({ sub }) }))
    const copy = withTokenKeys(original, () => (isAway ? undefined : set)) as typeof original
    const call = callerOf(copy)
    expect(await call(await issuer.mint({}, {}, key))).to.deep.equal([200, { sub: 'ann' }])
    expect(await call(await issuer.mint())).to.deep.equal([401])
    expect(await call(await issuer.mint({ aud: 'x' }, {}, key))).to.deep.equal([401])
    expect(await callerOf(original)(await issuer.mint({}, {}, key))).to.deep.equal([401])
    expect(describeAuth(copy)).to.deep.equal(describeAuth(original))
    isAway = true
    expect(await call(await issuer.mint({}, {}, key))).to.deep.equal([503])
    expect(
      withTokenKeys(
        named(
          'key',
          headerKey('X-Key', () => 1),
        ),
        () => set,
      ),
    ).to.equal(undefined)
  })
})

describe('svc routes and the lock', () => {
  const api = (audience: string | null): SvcAPI => {
    const made = new SvcAPI({ title: 'Pets' })
    const options = { issuer: 'https://id.example.com', audience, typ: 'at+jwt' }
    made.get('/', { auth: named('user', jwt(options)) }, () => 1)
    return made
  }
  const labelOf = (one: SvcAPI): string => labelAuth((one.operations()[0] as never as { auth: never }).auth)

  it('name issuer and audience, and any audience where that is said', () => {
    expect(labelOf(api('pets'))).to.equal('user (https://id.example.com for pets)')
    expect(labelOf(api(null))).to.equal('user (https://id.example.com for any audience)')
  })

  const changes: readonly (readonly [what: string, issuer: string, audience: string, scope: string])[] = [
    ['the issuer', 'https://other.example.com', 'pets', 'pets:read'],
    ['the audience', 'https://id.example.com', 'orders', 'pets:read'],
    ['a scope', 'https://id.example.com', 'pets', 'pets:write'],
  ]
  for (const [what, issuer, audience, scope] of changes) {
    it(`change with ${what}, and so does a line of svc dev`, () => {
      const [before, after] = [
        guarded('https://id.example.com', 'pets', 'pets:read'),
        guarded(issuer, audience, scope),
      ].map((one) => one.operations()) as [readonly Operation[], readonly Operation[]]
      const [old, next] = [before, after].map((operations) => formatRoutesLock(operations, '', undefined))
      expect(compareRoutesLocks(old as string, next as string)).to.have.length(1)
      expect(next).to.contain(`check(user (bearer of ${issuer} for ${audience}), hasScope(${scope}))`)
      const history = new AccessHistory()
      history.advance(before, [], undefined)
      expect(history.advance(after, [], undefined).map(formatAuthChange)).to.have.length(1)
    })
  }
})

function guarded(issuer: string, audience: string, scope: string): SvcAPI {
  const api = new SvcAPI({ title: 'Pets' })
  api.get('/', { auth: check(named('user', jwt({ issuer, audience })), hasScope(scope)) }, () => 1)
  return api
}
