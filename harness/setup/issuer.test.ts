import { generateKeyPairSync } from 'node:crypto'
import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { hasScope, jwt, signJwt } from 'svc/identity'
import { check } from 'svc/security'
import type { FixtureFile } from 'svc/testing'
import { runScenarios } from '../../fixtures/broken-apps/run-scenarios.ts'
import { sampleSetup } from '../testdata/sample-setup.ts'
import type { AnyApi } from '../model/application.ts'

const issuer = 'https://id.example.com'
const SECRET = 'p0qzWm4gT1yV9sKxJr7uLc2hNd8fBe3A'
const of = { issuer, audience: 'pets' }

function pem(type: 'rsa' | 'ed25519' | 'P-256'): string {
  const pair =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : type === 'ed25519'
        ? generateKeyPairSync('ed25519')
        : generateKeyPairSync('ec', { namedCurve: type })
  return String(pair.publicKey.export({ type: 'spki', format: 'pem' }))
}

function apiWith(auth: unknown, ...more: readonly unknown[]): AnyApi {
  const api = new SvcAPI()
  for (const [at, one] of [auth, ...more].entries()) {
    const operation = { auth: one as never }
    api.get(`/x${at === 0 ? '' : at + 1}`, operation, (request: { readonly auth: unknown }) => ({ who: request.auth }))
  }
  return api
}

/** Every way to declare an authenticator of tokens. */
const KINDS: Readonly<Record<string, () => unknown>> = {
  'the keys of an issuer': () => jwt(of),
  'a key of RSA': () => jwt({ ...of, key: pem('rsa') }),
  'a key of a curve': () => jwt({ ...of, key: pem('P-256'), typ: 'at+jwt' }),
  'a key of Ed25519': () => jwt({ ...of, key: pem('ed25519') }),
  'RS256 alone': () => jwt({ ...of, algorithms: ['RS256'] }),
  'PS384 alone': () => jwt({ ...of, algorithms: ['PS384'] }),
  'a secret': () => jwt({ ...of, secret: SECRET }),
  'a secret in a cookie': () => jwt({ ...of, secret: SECRET, in: { cookie: 'token' } }),
  'a key in a header field': () => jwt({ ...of, key: pem('P-256'), in: { header: 'X-Token' } }),
  'another scheme': () => jwt({ ...of, key: pem('P-256'), scheme: 'Token' }),
  'several audiences': () => jwt({ ...of, audience: ['pets', 'shop'] }),
  'any audience': () => jwt({ ...of, audience: null, typ: 'at+jwt' }),
  'a guard for scopes': () => check(jwt(of), hasScope('pets:read', 'pets:write')),
  'no tolerance': () => jwt({ ...of, clockTolerance: 0 }),
  'another name': () => jwt({ ...of, name: 'User' }),
}

async function runOn(auth: unknown, fixtures: FixtureFile = {}): Promise<unknown> {
  const { exitCode, details, counts } = await runScenarios(apiWith(auth), fixtures)
  return { exitCode, details, isTested: counts.passed > 300, undecided: counts.inconclusive }
}

describe('an authenticator of tokens, without fixtures', function () {
  this.timeout(120_000)
  for (const [name, make] of Object.entries(KINDS)) {
    it(`is tested with ${name}, and nothing is found`, async () =>
      expect(await runOn(make())).to.deep.equal({ exitCode: 0, details: [], isTested: true, undecided: 0 }))
  }

  it('has a positive control on a route that changes something, whose handler does not run', async () => {
    const ran: unknown[] = []
    const api = new SvcAPI()
    api.post('/x', { auth: check(jwt(of), hasScope('pets:write')) }, () => void ran.push(1))
    const { exitCode, details } = await runScenarios(api, {})
    const setup = await sampleSetup({ subject: { kind: 'local', api, base: '' }, fixtures: {} })
    expect({ exitCode, details, ran, reason: setup.plan.routes[0]?.noControl }).to.deep.equal({
      exitCode: 0,
      details: [],
      ran: [],
      reason: undefined,
    })
    expect(setup.plan.routes[0]?.scenarios.map(({ name }) => name)).to.include.members(['valid', 'jwt.audience-listed'])
  })

  it('is tested with a token of the fixtures, and on a copy with all others', async () => {
    const own = { ...of, secret: SECRET }
    const valid = await signJwt(own)({ sub: 'ann' })
    expect(await runOn(jwt(own), { credentials: { jwt: { valid } } })).to.deep.equal({
      exitCode: 0,
      details: [],
      isTested: true,
      undecided: 0,
    })
  })

  it('is tested with the audience that the application itself signs for, where it takes any', async () => {
    const own = { issuer: 'https://signed-here.example.com', typ: 'at+jwt', secret: SECRET }
    expect(await runOn(jwt({ ...own, audience: null }))).to.include({ exitCode: 0 })
    signJwt({ ...own, audience: 'pets' })
    const rows = async (auth: unknown): Promise<readonly string[]> => {
      const { exitCode, failed } = await runScenarios(apiWith(auth), {})
      return [String(exitCode), ...failed.map((key) => key.split(' ').at(-1) ?? '')]
    }
    expect(await rows(jwt({ ...own, audience: 'pets' }))).to.deep.equal(['0'])
    expect(await rows(jwt({ ...own, audience: null }))).to.include.members(['1', 'jwt.audience'])
  })

  it('is tested where two have one name, and other issuers', async () => {
    const api = apiWith(jwt(of), jwt({ ...of, issuer: 'https://other.example.com' }), [
      jwt({ ...of, audience: 'shop' }),
      jwt({ ...of, typ: 'at+jwt' }),
    ])
    const { exitCode, details } = await runScenarios(api, {})
    expect({ exitCode, details }).to.deep.equal({ exitCode: 0, details: [] })
  })
})

describe('a user of the fixtures', () => {
  async function controlsOf(auth: unknown, users: NonNullable<FixtureFile['users']>): Promise<unknown> {
    const setup = await sampleSetup({ subject: { kind: 'local', api: apiWith(auth), base: '' }, fixtures: { users } })
    const known = Object.values(setup.fixtures.valid)
      .flat()
      .map(({ user, principal, issued }) => [user, principal, issued?.scopes])
    return { known, reason: setup.plan.routes[0]?.noControl }
  }
  const mapped = (): unknown => jwt({ ...of, map: ({ sub, tenant }) => (tenant === 'acme' ? { id: sub } : null) })

  it('gets a token with all scopes and its own claims', async () =>
    expect(
      await controlsOf(check(jwt(of), hasScope('a', 'b')), { ann: {}, bob: { claims: { sub: 'u_7', scope: 'a' } } }),
    ).to.deep.equal({
      known: [
        ['ann', { sub: 'ann' }, ['a', 'b']],
        ['bob', { sub: 'u_7' }, ['a']],
      ],
      reason: undefined,
    }))

  it('has none where the application takes only claims that are not given', async () => {
    expect(await controlsOf(mapped(), { ann: {}, bob: { claims: { tenant: 'acme' } } })).to.deep.equal({
      known: [['bob', undefined, []]],
      reason: undefined,
    })
    expect(await controlsOf(mapped(), { ann: {} })).to.deep.equal({
      known: [],
      reason: 'no positive control: write users.ann.claims, with which jwt lets a token in',
    })
  })
})
