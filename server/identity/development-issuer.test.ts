import { expect } from 'chai'
import { decodeProtectedHeader } from 'jose'
import { jwt, type JwtOptions, signJwt } from 'svc/identity'
import { withTokenKeys } from '../auth/token-keys.ts'
import type { LeafDescription } from '../model/description.ts'
import { DevelopmentIssuer } from './development-issuer.ts'
import { makeKey, sign } from './testdata/issuer.ts'
import { callerOf } from './testdata/call.ts'

const DEV = { issuer: 'dev', audience: 'pets' }
const CLAIMS = { sub: 'ann', scope: 'pets:read' }

describe('the issuer for development', () => {
  let takeBack: (() => void) | undefined
  afterEach(() => takeBack?.())

  const factsOf = (options: JwtOptions): NonNullable<LeafDescription['token']> => {
    const { token } = jwt(options).describe()
    if (!token) throw new Error('no token')
    return token
  }

  const rows: readonly (readonly [what: string, options: JwtOptions, alg: string])[] = [
    ['one audience', DEV, 'ES256'],
    ['a typ', { ...DEV, typ: 'at+jwt' }, 'ES256'],
    ['another typ', { ...DEV, typ: 'JWT' }, 'ES256'],
    ['several audiences', { ...DEV, audience: ['pets', 'dogs'] }, 'ES256'],
    ['any audience', { ...DEV, audience: null, typ: 'at+jwt' }, 'ES256'],
    ['RS256 alone', { ...DEV, algorithms: ['RS256'] }, 'RS256'],
    ['PS512 alone', { ...DEV, algorithms: ['PS512'] }, 'PS512'],
    ['ES512 alone', { ...DEV, algorithms: ['ES512'] }, 'ES512'],
    ['EdDSA alone', { ...DEV, algorithms: ['EdDSA'] }, 'EdDSA'],
  ]
  for (const [what, options, alg] of rows) {
    it(`makes what is declared with ${what}`, async () => {
      const issuer = new DevelopmentIssuer()
      takeBack = issuer.hand()
      const token = await issuer.mint(factsOf(options), CLAIMS)
      const [status, auth] = await callerOf(jwt(options))(token)
      expect([status, (auth as { sub: string }).sub, decodeProtectedHeader(token).alg]).to.deep.equal([200, 'ann', alg])
    })
  }

  it('has two authenticators of different algorithms take their own tokens', async () => {
    const issuer = new DevelopmentIssuer()
    takeBack = issuer.hand()
    const [one, two] = [DEV, { ...DEV, algorithms: ['RS256'] as const }]
    const [call, callTwo] = [callerOf(jwt(one)), callerOf(jwt(two))]
    expect((await call(await issuer.mint(factsOf(one), CLAIMS)))[0]).to.equal(200)
    expect((await callTwo(await issuer.mint(factsOf(two), CLAIMS)))[0]).to.equal(200)
    expect((await callTwo(await issuer.mint(factsOf(one), CLAIMS)))[0]).to.equal(401)
  })

  it('is nothing in a process without its keys: 503, and one line', async () => {
    const warnings: string[] = []
    const hear = (warning: Error & { code?: string }): void => void warnings.push(`${warning.code}`)
    process.on('warning', hear)
    const issuer = new DevelopmentIssuer()
    takeBack = issuer.hand()
    const token = await issuer.mint(factsOf(DEV), CLAIMS)
    const call = callerOf(jwt(DEV))
    expect((await call(token))[0]).to.equal(200)
    takeBack()
    expect([await call(token), await call(token), await call()]).to.deep.equal([[503], [503], [401]])
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', hear)
    expect(warnings.filter((code) => code === 'SVC_JWT_DEVELOPMENT')).to.have.length(1)
  })

  it('takes no token of another process, of another key, or by a secret', async () => {
    const issuer = new DevelopmentIssuer()
    const other = await new DevelopmentIssuer().mint(factsOf(DEV), CLAIMS)
    takeBack = issuer.hand()
    await issuer.mint(factsOf(DEV), CLAIMS)
    const call = callerOf(jwt(DEV))
    const secret = 'kUq3h0vYzR1mTn8sWb5xLe2cPa7dGf4j'
    const own = await sign({ ...CLAIMS, iss: 'dev', aud: 'pets', exp: 9e9 }, {}, await makeKey('ES256', 'own'))
    const answers = [await call(other), await call(own), await call(await signJwt({ ...DEV, secret })(CLAIMS))]
    expect(answers).to.deep.equal([[401], [401], [401]])
  })

  it('is not meant where a key, a secret or an address of keys is given', async () => {
    const secret = 'kUq3h0vYzR1mTn8sWb5xLe2cPa7dGf4j'
    expect(factsOf({ ...DEV, secret }).isDevelopment).to.equal(undefined)
    expect(factsOf({ ...DEV, jwks: 'https://id.example.com/jwks' }).isDevelopment).to.equal(undefined)
    expect(factsOf(DEV).isDevelopment).to.equal(true)
    expect((await callerOf(jwt({ ...DEV, secret }))(await signJwt({ ...DEV, secret })(CLAIMS)))[0]).to.equal(200)
  })

  it('signs nothing for an application', () => {
    expect(() => signJwt(DEV))
      .to.throw()
      .with.property('code', 'SVC_JWT_KEY')
  })
})

describe('an authenticator with the keys of a test', () => {
  const OWN = { issuer: 'pets', audience: 'pets', secret: 'kUq3h0vYzR1mTn8sWb5xLe2cPa7dGf4j' }
  const other = { kty: 'oct', k: Buffer.from('another secret of thirty-two bytes').toString('base64url') }
  const set = { keys: [other] }

  it('takes what its own login issues too, as long as the issuer is there', async () => {
    const token = await signJwt(OWN)(CLAIMS)
    const call = callerOf(withTokenKeys(jwt(OWN), () => set) as never)
    expect((await call(token))[0]).to.equal(200)
    const own = callerOf(withTokenKeys(jwt(OWN), () => set) as never)
    expect(
      await own(await signJwt({ ...OWN, secret: 'a third secret, also of 32 bytes and more' })(CLAIMS)),
    ).to.deep.equal([401])
    const away = callerOf(withTokenKeys(jwt(OWN), () => ({ keys: [] })) as never)
    expect(await away(token)).to.deep.equal([503])
  })
})
