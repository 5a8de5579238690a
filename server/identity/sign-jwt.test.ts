import { generateKeyPairSync } from 'node:crypto'
import { expect } from 'chai'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { jwt, signJwt } from 'svc/identity'
import { withTokenKeys } from '../auth/token-keys.ts'
import { callerOf } from './testdata/call.ts'

const SECRET = 'kUq3h0vYzR1mTn8sWb5xLe2cPa7dGf4j'
const OWN = { issuer: 'pets', audience: 'pets', secret: SECRET }
const pems = (): { readonly privateKey: string; readonly publicKey: string } => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}

describe('signJwt', () => {
  it('signs what jwt of the same declaration takes', async () => {
    const token = await signJwt(OWN)({ sub: 'ann', scope: 'pets:read' })
    const [status, auth] = await callerOf(jwt({ ...OWN, typ: 'at+jwt' }))(token)
    expect([status, (auth as { readonly sub: string }).sub]).to.deep.equal([200, 'ann'])
    const { iat = 0, exp } = decodeJwt(token)
    expect([exp, decodeProtectedHeader(token)]).to.deep.equal([iat + 900, { alg: 'HS256', typ: 'at+jwt' }])
    expect((await callerOf(jwt({ ...OWN, audience: 'orders' }))(token))[0]).to.equal(401)
  })

  it('does not let claims say who issued the token, for whom, and for how long', async () => {
    const claims = { sub: 'ann', iss: 'x', aud: 'x', exp: 9e9, iat: 1, jti: 'x' }
    const { iss, aud, exp = 0, jti } = decodeJwt(await signJwt({ ...OWN, lifetime: 60 })(claims))
    expect([iss, aud, exp < 8e9, jti === 'x']).to.deep.equal(['pets', 'pets', true, false])
  })

  it('signs with the first key, and jwt takes tokens by the older ones too', async () => {
    const [older, newer] = [pems(), pems()]
    const both = { issuer: 'pets', audience: 'pets', key: [newer.privateKey, older.privateKey] }
    const before = await signJwt({ ...both, key: older.privateKey })({ sub: 'ann' })
    const after = await signJwt(both)({ sub: 'ann' })
    const call = callerOf(jwt(both))
    expect([(await call(before))[0], (await call(after))[0]]).to.deep.equal([200, 200])
    const withdrawn = callerOf(jwt({ ...both, key: newer.publicKey }))
    expect([(await withdrawn(before))[0], (await withdrawn(after))[0]]).to.deep.equal([401, 200])
  })

  it('publishes the public keys, by the ids that tokens name, and no secret', async () => {
    const sign = signJwt({ issuer: 'pets', audience: 'pets', key: [pems().privateKey, pems().privateKey] })
    const set = await sign.jwks()
    expect(set.keys.map(({ kty, use, alg, d }) => [kty, use, alg, d])).to.deep.equal([
      ['EC', 'sig', 'ES256', undefined],
      ['EC', 'sig', 'ES256', undefined],
    ])
    const token = await sign({ sub: 'ann' })
    expect(decodeProtectedHeader(token).kid).to.equal(set.keys[0]?.kid)
    const other = withTokenKeys(jwt({ issuer: 'pets', audience: 'pets', key: pems().publicKey }), () => set)
    expect((await callerOf(other as never)(token))[0]).to.equal(200)
    expect(await signJwt(OWN).jwks()).to.deep.equal({ keys: [] })
  })

  const wrong: readonly (readonly [what: string, options: object, code: string])[] = [
    ['no key', { issuer: 'pets', audience: 'pets' }, 'SVC_JWT_KEY'],
    ['a public key', { issuer: 'pets', audience: 'pets', key: pems().publicKey }, 'SVC_JWT_KEY'],
    ['a short secret', { ...OWN, secret: 'x' }, 'SVC_JWT_SECRET'],
    ['any audience', { ...OWN, audience: null }, 'SVC_JWT_AUDIENCE'],
    ['no issuer', { audience: 'pets', secret: SECRET }, 'SVC_JWT_ISSUER'],
    ['a lifetime of nothing', { ...OWN, lifetime: 0 }, 'SVC_JWT_OPTION'],
    ['a lifetime in words', { ...OWN, lifetime: '15m' }, 'SVC_JWT_OPTION'],
    ['an unknown option', { ...OWN, expiresIn: 60 }, 'SVC_OPTION_UNKNOWN'],
  ]
  for (const [what, options, code] of wrong) {
    it(`does not load with ${what}`, () => {
      expect(() => signJwt(options as never))
        .to.throw()
        .with.property('code', code)
    })
  }
})
