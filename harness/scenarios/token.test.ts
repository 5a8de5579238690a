import { expect } from 'chai'
import { SignJWT } from 'jose'
import { BEARER, describeLeaf } from '../../server/internal.ts'
import { createPlan } from '../plan/plan.ts'
import { sampleFixtures, sampleRoute } from '../testdata/samples.ts'

const SECRET = 'a-secret-that-signs-tokens-of-32-bytes'
const route = sampleRoute({ path: '/notes', auth: describeLeaf(BEARER, { name: 'Token' }) })

async function planWith(claims: Record<string, unknown>, tokenKeys: Record<string, string>): ReturnType<typeof planOf> {
  const signing = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('1h')
  const value = await signing.sign(new TextEncoder().encode(SECRET))
  return planOf(value, tokenKeys)
}

async function planOf(
  value: string,
  tokenKeys: Record<string, string>,
): Promise<{ readonly rows: readonly string[]; readonly warnings: readonly string[] }> {
  const good = { authenticator: 'Token', user: 'ann', origin: 'login', synthetic: false } as const
  const plan = createPlan({
    routes: [route],
    knownLeaves: [],
    fixtures: sampleFixtures({ valid: { Token: [{ ...good, value: { type: 'key', value } }] }, tokenKeys }),
    seed: 'seed',
    local: false,
    hasPublicMode: false,
    origin: 'http://127.0.0.1:3000',
    safe: false,
  })
  const rows = plan.routes.flatMap(({ scenarios }) => scenarios.map(({ name }) => name))
  const warnings = plan.remarks.flatMap(({ kind, message }) => (kind === 'warning' ? [message] : []))
  return { rows: rows.filter((name) => name.startsWith('jwt.')).toSorted(), warnings }
}

const TIMES = ['jwt.expired', 'jwt.not-yet']
const ISSUERS = ['jwt.issuer', 'jwt.issuer-3', 'jwt.issuer-4']
const AUDIENCES = ['jwt.audience', 'jwt.audience-3', 'jwt.audience-5', 'jwt.audience-6']

describe('tokens that are signed anew with the key of the fixtures', () => {
  it('are wrong in what the good ones say: an issuer and an audience where those have one', async () => {
    const key = { Token: SECRET }
    expect(await planWith({ sub: 'ann' }, key)).to.deep.equal({ rows: TIMES, warnings: [] })
    expect((await planWith({ iat: 1 }, key)).rows).to.deep.equal([...TIMES, 'jwt.expired-3'].toSorted())
    expect((await planWith({ iss: 'https://id.example' }, key)).rows).to.deep.equal([...TIMES, ...ISSUERS].toSorted())
    expect((await planWith({ aud: ['notes', 'pets'] }, key)).rows).to.deep.equal([...TIMES, ...AUDIENCES].toSorted())
  })

  it('are not tried without it', async () => {
    expect(await planWith({ iss: 'a', aud: 'b' }, {})).to.deep.equal({ rows: [], warnings: [] })
  })

  it('are not tried with a key that verifies no token, which is a warning', async () => {
    const { rows, warnings } = await planWith({ aud: 'notes' }, { Token: `${SECRET}-` })
    expect(rows).to.deep.equal([])
    expect(warnings.join()).to.include('tokenKeys.Token verifies no token of the run')
  })
})

describe('tokens that may be for any audience', () => {
  const rules = {
    issuer: 'https://id.example',
    algorithms: ['ES256'],
    clockTolerance: 0,
    asksApplication: false,
  } as const
  const planned = (token: object, value?: string): ReturnType<typeof createPlan> => {
    const good = { authenticator: 'Token', user: 'ann', origin: 'login', synthetic: false } as const
    const guarded = sampleRoute({ path: '/notes', auth: describeLeaf(BEARER, { name: 'Token', token } as never) })
    return createPlan({
      routes: [guarded],
      knownLeaves: [],
      fixtures: sampleFixtures(
        value === undefined ? {} : { valid: { Token: [{ ...good, value: { type: 'key', value } }] } },
      ),
      seed: 'seed',
      local: true,
      hasPublicMode: false,
      origin: 'http://127.0.0.1:3000',
      safe: false,
    })
  }
  const asked = (token: object, value?: string): readonly string[] =>
    planned(token, value).remarks.flatMap(({ kind, message }) => (kind === 'question' ? [message] : []))
  const audiences = (token: object, value: string): number =>
    planned(token, value).routes.flatMap(({ scenarios }) =>
      scenarios.filter(({ name }) => name.startsWith('jwt.audience')),
    ).length
  it('are asked about, unless another claim says whose they are', () => {
    expect(asked({ ...rules, audience: null, typ: 'at+jwt' }).join()).to.include('Token takes tokens for any audience')
    expect(asked({ ...rules, audience: null, checksClaims: true })).to.deep.equal([])
    expect(asked({ ...rules, audience: ['notes'] })).to.deep.equal([])
  })

  it('are tried for another audience where the issuer writes one, unless another claim says whose they are', async () => {
    const write = (claims: Record<string, unknown>): Promise<string> =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(SECRET))
    const open = { ...rules, audience: null, typ: 'at+jwt' }
    const written = await write({ aud: 'notes' })
    expect(asked(open, written)).to.deep.equal([])
    expect(audiences(open, written)).to.be.greaterThan(3)
    expect(audiences({ ...open, checksClaims: true }, written)).to.equal(0)
    const without = await write({ sub: 'ann' })
    expect(audiences(open, without)).to.equal(0)
    expect(asked(open, without).join()).to.include('Token takes tokens for any audience')
  })
})
