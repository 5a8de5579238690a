import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { expect } from 'chai'
import { exportPKCS8, type GenerateKeyPairResult, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { givenKeyOf } from './signing-key.ts'

const ALGORITHMS = ['RS256', 'RS512', 'PS256', 'PS384', 'ES256', 'ES384', 'ES512', 'EdDSA']
const SECRET = 'a-secret-that-both-sides-have-32-bytes'

const tokenOf = (alg: string, key: GenerateKeyPairResult['privateKey'] | Uint8Array): Promise<string> =>
  new SignJWT({ sub: 'ann' }).setProtectedHeader({ alg, kid: 'one' }).setExpirationTime('1h').sign(key)

describe('the key that fixtures give', () => {
  for (const alg of ALGORITHMS)
    it(`signs as the application does, by ${alg}`, async () => {
      const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
      const token = await tokenOf(alg, privateKey)
      const key = givenKeyOf(await exportPKCS8(privateKey), token)
      const text = token.split('.').slice(0, 2).join('.')
      const { payload } = await jwtVerify(`${text}.${key?.sign(text)}`, publicKey)
      expect(payload.sub).to.equal('ann')
    })

  for (const alg of ['HS256', 'HS384', 'HS512'])
    it(`signs as the application does, by ${alg}`, async () => {
      const secret = new TextEncoder().encode(SECRET)
      const token = await tokenOf(alg, secret)
      const text = token.split('.').slice(0, 2).join('.')
      expect(givenKeyOf(SECRET, token)?.sign(text)).to.equal(
        createHmac(`sha${alg.slice(2)}`, SECRET)
          .update(text)
          .digest('base64url'),
      )
    })

  const pem = (key: KeyObject): string =>
    String(key.export({ type: key.type === 'public' ? 'spki' : 'pkcs8', format: 'pem' }))
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  it('is left out where it does not verify the token, is public, or cannot be read', async () => {
    const token = await tokenOf('ES256', pair.privateKey as never)
    expect(givenKeyOf(pem(pair.privateKey), token)).to.not.equal(undefined)
    for (const given of [pem(other.privateKey), pem(pair.publicKey), SECRET, ''])
      expect(givenKeyOf(given, token), given.slice(0, 30)).to.equal(undefined)
    expect(givenKeyOf(SECRET, await tokenOf('HS256', new TextEncoder().encode(`${SECRET}-`)))).to.equal(undefined)
    expect(givenKeyOf(SECRET, 'no token')).to.equal(undefined)
  })
})
