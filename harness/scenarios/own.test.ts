import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { type AuthRequest, bearer, check } from 'svc/security'
import type { FixtureFile } from '../credentials/define.ts'
import { checkStructure } from '../credentials/structure.ts'
import type { AnyApi } from '../model/application.ts'
import type { OwnScenario } from '../model/own-scenario.ts'
import type { Verdict } from '../model/verdict.ts'
import { groupFindings } from '../report/causes.ts'
import { runSample } from '../testdata/run-sample.ts'

const TOKENS = new Map([
  ['Token-of-ann-771', 'acme'],
  ['Token-of-bob-772', 'other'],
])

/** Members of two tenants. @param isChecked whether the tenant that a request names must be that of the token */
function application(isChecked: boolean): AnyApi {
  const api = new SvcAPI()
  const member = bearer((_, token) => TOKENS.get(token) ?? null, { name: 'Member' })
  const inTenant = (tenant: string, { headers }: AuthRequest): boolean =>
    !isChecked || (headers.get('x-tenant') ?? tenant) === tenant
  api.get('/notes', { auth: check(member, inTenant) }, ({ auth, headers }) => ({ of: headers.get('x-tenant') ?? auth }))
  api.get('/open', { auth: null }, () => 1)
  return api
}

const scenario: OwnScenario = {
  name: 'other-tenant',
  title: 'a good token with the tenant of another',
  cause: 'the tenant of the header is believed',
  cwe: 639,
  request: ({ as, route }) => {
    const own = as('ann')
    return own && route === 'GET /notes' ? { ...own, headers: [...own.headers, ['X-Tenant', 'other']] } : undefined
  },
  expect: 'forbidden',
}

const FIXTURES: FixtureFile = {
  users: { ann: {}, bob: {} },
  credentials: { Member: { ann: 'Token-of-ann-771', bob: 'Token-of-bob-772' } },
  scenarios: [scenario],
}

async function verdictsOf(api: AnyApi, fixtures: FixtureFile): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = []
  await runSample({
    api,
    fixtures,
    emit: (event) => void (event.type === 'scenario.ended' && verdicts.push(event.verdict)),
  })
  return verdicts
}

describe('a scenario of the fixtures', () => {
  it('finds the mistake that it is for, with its own words, in a group of its own', async () => {
    const groups = groupFindings(await verdictsOf(application(false), FIXTURES))
    const shown = groups.map(({ cause, findings: [{ scenario: own, sentence }] }) => [
      own.name,
      own.cwe,
      sentence,
      cause,
    ])
    expect(shown).to.deep.equal([
      [
        'own.other-tenant',
        639,
        'A good token with the tenant of another was accepted.',
        'the tenant of the header is believed',
      ],
    ])
  })

  it('passes where the mistake is not made', async () => {
    const verdicts = await verdictsOf(application(true), FIXTURES)
    expect(verdicts.filter(({ outcome }) => outcome !== 'passed').map(({ scenario: one }) => one.name)).to.deep.equal(
      [],
    )
    expect(verdicts.filter(({ scenario: { row } }) => row === 'own.other-tenant')).to.have.lengthOf(1)
  })

  it('finds what a function of the request lets in, of which the fixtures say nothing else', async () => {
    const api = new SvcAPI()
    const member = bearer((_, token) => TOKENS.get(token) ?? null, { name: 'Member' })
    const link = ({ url }: AuthRequest): string | null => url.searchParams.get('until')
    api.get('/notes', { auth: [member, link] }, () => 1)
    const request: OwnScenario['request'] = ({ anonymous }) => ({ ...anonymous, target: '/notes?until=2020' })
    const verdicts = await verdictsOf(api, { ...FIXTURES, scenarios: [{ ...scenario, request, expect: 'refused' }] })
    expect(verdicts.find(({ scenario: { row } }) => row === 'own.other-tenant')?.outcome).to.equal('failed')
  })

  it('may expect that its request passes', async () => {
    const passing = { ...scenario, request: ({ good }) => good, expect: 'passes' } satisfies OwnScenario
    const verdicts = await verdictsOf(application(true), { ...FIXTURES, scenarios: [passing] })
    expect(verdicts.find(({ scenario: { row } }) => row === 'own.other-tenant')?.outcome).to.equal('passed')
  })

  const wrong: readonly (readonly [change: object, message: string])[] = [
    [{ name: 'Other Tenant' }, 'f.ts  scenarios[0].name: write lower-case letters'],
    [{ expect: 'maybe' }, 'f.ts  scenarios[0].expect: write one of refused, forbidden, passes'],
    [{ request: 'GET /' }, 'f.ts  scenarios[0].request must be a function; got a text'],
    [{ cwe: 'CWE-639' }, 'f.ts  scenarios[0].cwe must be a number of CWE; got a text'],
    [{ cause: undefined }, 'f.ts  scenarios[0].cause must be a text; got nothing'],
    [{ severity: 7 }, 'f.ts  scenarios[0]: there is no key "severity"'],
  ]
  for (const [change, message] of wrong) {
    it(`is refused: ${message}`, () => {
      expect(() => checkStructure({ scenarios: [{ ...scenario, ...change }] }, 'f.ts')).to.throw(message)
    })
  }

  it('is refused where two have one name', () => {
    const check = (): void => checkStructure({ scenarios: [scenario, scenario] }, 'f.ts')
    expect(check).to.throw('f.ts  scenarios[1].name: "other-tenant" is the name of two scenarios. Each needs its own.')
  })

  const requests: readonly (readonly [request: () => never, message: string])[] = [
    [
      () => ({ method: 'GET' }) as never,
      'fixtures  scenarios, other-tenant: request gives no request for GET /notes. Give',
    ],
    [
      () => {
        throw new Error('no such record')
      },
      'fixtures  scenarios, other-tenant: request throws for GET /notes: no such record',
    ],
  ]
  for (const [request, message] of requests) {
    it(`ends the run before anything is sent: ${message}`, async () => {
      const fixtures = { ...FIXTURES, scenarios: [{ ...scenario, request }] }
      const refused = await verdictsOf(application(true), fixtures).catch((error: unknown) => error)
      expect((refused as Error).message).to.include(message)
    })
  }
})
