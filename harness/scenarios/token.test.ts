import { expect } from 'chai'
import { decodeJwt, SignJWT } from 'jose'
import { BEARER, describeLeaf } from '../../server/internal.ts'
import { createPlan } from '../plan/plan.ts'
import type { Scenario } from '../model/scenario.ts'
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
  const { scenarios, warnings } = await scenariosOf(value, tokenKeys)
  return { rows: scenarios.map(({ name }) => name).toSorted(), warnings }
}

async function scenariosOf(
  value: string,
  tokenKeys: Record<string, string>,
): Promise<{ readonly scenarios: readonly Scenario[]; readonly warnings: readonly string[] }> {
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
  const scenarios = plan.routes.flatMap((planned) => planned.scenarios)
  const warnings = plan.remarks.flatMap(({ kind, message }) => (kind === 'warning' ? [message] : []))
  return { scenarios: scenarios.filter(({ name }) => name.startsWith('jwt.')), warnings }
}

const TIMES = ['jwt.expired', 'jwt.not-yet']
const ISSUERS = ['jwt.issuer', 'jwt.issuer-3', 'jwt.issuer-4']
const AUDIENCES = ['jwt.audience', 'jwt.audience-3', 'jwt.audience-5', 'jwt.audience-6']

describe('tokens that are signed anew with the key of the fixtures', () => {
  it('are wrong in what the good ones say: an issuer and an audience where those have one', async () => {
    const key = { Token: SECRET }
    expect(await planWith({ sub: 'ann' }, key)).to.deep.equal({ rows: TIMES, warnings: [] })
    expect((await planWith({ iss: 'https://id.example' }, key)).rows).to.deep.equal([...TIMES, ...ISSUERS].toSorted())
    expect((await planWith({ aud: ['notes', 'pets'] }, key)).rows).to.deep.equal([...TIMES, ...AUDIENCES].toSorted())
  })

  it('are over with a beginning only where the good ones name theirs', async () => {
    for (const claims of [{ sub: 'ann' }, { sub: 'ann', iat: 1 }]) {
      const signing = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('1h')
      const value = await signing.sign(new TextEncoder().encode(SECRET))
      const { scenarios } = await scenariosOf(value, { Token: SECRET })
      const [step] = scenarios.find(({ name }) => name === 'jwt.expired')?.steps ?? []
      const [, sent = ''] = step?.request.headers.find(([name]) => /^authorization$/i.test(name)) ?? []
      expect(Object.keys(decodeJwt(sent.slice('Bearer '.length))).toSorted()).to.deep.equal(
        [...Object.keys(claims), 'exp'].toSorted(),
      )
    }
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
