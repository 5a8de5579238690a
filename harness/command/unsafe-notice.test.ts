import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { bearer, fwAuth } from 'svc/security'
import type { AnyApi } from '../model/application.ts'
import type { FixtureFile } from '../credentials/define.ts'
import { type Route, routesOf } from '../model/route.ts'
import type { Setup } from '../setup/setup.ts'
import { sampleSetup } from '../testdata/sample-setup.ts'
import { describeUnsafe, unsafeLater } from './unsafe-notice.ts'

const SESSIONS = { secrets: ['a-secret-for-sessions-of-32-characters-or-more'] }

function apiOf(): AnyApi {
  const api = new SvcAPI({ sessions: SESSIONS })
  api.delete('/items/:id', { auth: fwAuth }, () => 1)
  api.get('/token', { auth: bearer((_, text) => text, { name: 'Token' }) }, () => 1)
  return api
}

const local = (fixtures: FixtureFile): Promise<Setup> =>
  sampleSetup({ subject: { kind: 'local', api: apiOf(), base: '' }, fixtures })

function remote(unsafe: boolean, origin: string): Promise<Setup> {
  const routes: readonly Route[] = routesOf(apiOf().operations(), '', false)
  const fixtures: FixtureFile = { credentials: { Token: { valid: 'a-good-token-4711' } } }
  return sampleSetup({ subject: { kind: 'remote', origin, routes, unsafe }, fixtures })
}

/** Steps with an unsafe method that reach the application itself, and whether one of them must be let in. */
function sentBy({ plan }: Setup): { readonly isSent: boolean; readonly isLetIn: boolean } {
  const steps = plan.routes
    .flatMap(({ scenarios }) => scenarios)
    .filter(({ exercise }) => exercise !== 'wrapped')
    .flatMap((scenario) => scenario.steps)
    .filter(({ request }) => request.method === 'DELETE')
  return { isSent: steps.length > 0, isLetIn: steps.some(({ expect: expected }) => expected === 'allow') }
}

describe('requests that may change something', () => {
  it('are counted by route before they are sent, with how to stop them', async () => {
    const { plan, routes } = await local({})
    expect(describeUnsafe(plan, routes, false)).to.match(
      /^sends \d+ requests with methods that may change something: DELETE \/items\/\[id\] \(\d+\); .*'deny-only'.*'never'/,
    )
  })

  it('are not mentioned where the plan has no such request', async () => {
    const { plan, routes } = await remote(false, 'http://127.0.0.1:3000')
    expect(describeUnsafe(plan, routes, true)).to.equal('')
  })

  it('are counted on another server for every method, which may take what its document does not name', async () => {
    const { plan, routes } = await remote(true, 'http://127.0.0.1:3000')
    const reads = routes.filter(({ method }) => method === 'GET')
    const ofReads = { ...plan, routes: plan.routes.filter(({ route }) => reads.includes(route)) }
    expect(
      [describeUnsafe(ofReads, reads, true), describeUnsafe(ofReads, reads, false)].map((text) => text !== ''),
    ).to.deep.equal([reads.length > 0, false])
  })

  const paths: readonly (readonly [string, string, string | null])[] = [
    ['GET', '/token', null],
    // A declared method is not a probe.
    ['GET', '/items/:id', null],
    ['GET', '/items/new', 'GET /items/new'],
    ['GET', '/items', null],
    ['GET', '/other/:id', null],
    ['GET', '/items/:id/tags', null],
    ['GET', '/:kind/:id', 'GET /[kind]/[id]'],
    ['GET', '/**:rest', 'GET /[...rest]'],
    ['PUT', '/other', 'PUT /other'],
  ]
  for (const [method, path, counted] of paths) {
    it(`${counted === null ? 'leave out' : 'count'} the verbs tried on ${method} ${path} beside DELETE /items/[id]`, async () => {
      const api = new SvcAPI({ sessions: SESSIONS, docs: false })
      api.delete('/items/:id', { auth: null }, () => 1)
      const auth = bearer((_, text) => text === 'a-good-token-4711' && text, { name: 'Token' })
      api[method === 'GET' ? 'get' : 'put'](path, { auth }, () => 1)
      const fixtures = { credentials: { Token: { valid: 'a-good-token-4711' } } }
      const { plan, routes } = await sampleSetup({ subject: { kind: 'local', api, base: '' }, fixtures })
      const named = [...describeUnsafe(plan, routes, false).matchAll(/([A-Z]+ \/\S*) \(\d+\)/g)].map(([, key]) => key)
      expect(named.filter((key) => key !== 'DELETE /items/[id]')).to.deep.equal(counted === null ? [] : [counted])
    })
  }

  const later: readonly (readonly [
    what: string,
    routes: NonNullable<FixtureFile['routes']>,
    asked: readonly string[],
  ])[] = [
    ['are named where the answers decide how many come after the plan', {}, ['DELETE /items/[id]']],
    ["are not named where the fixtures say unsafe: 'never'", { 'DELETE /items/[id]': { unsafe: 'never' } }, []],
    ["are not named where the fixtures say unsafe: 'deny-only'", { 'DELETE /items/[id]': { unsafe: 'deny-only' } }, []],
  ]
  for (const [what, given, asked] of later) {
    it(what, async () => {
      const { plan, routes, fixtures } = await local({ routes: given })
      const changed = unsafeLater(routes, fixtures, { kind: 'local', api: apiOf(), base: '' })
      expect(changed.map(({ key }) => key)).to.deep.equal(asked)
      const text = describeUnsafe({ ...plan, routes: [] }, routes, false, changed)
      expect(text).to.equal(
        asked.length === 0
          ? ''
          : 'sends requests that may change something, as many as the answers ask for, to DELETE /items/[id]; ' +
              "less with unsafe: 'deny-only', none with unsafe: 'never' in the routes of the fixtures\n",
      )
    })
  }

  it('of the stage are not counted on a server without --unsafe', async () => {
    const { routes, fixtures, subject } = await remote(false, 'http://127.0.0.1:3000')
    expect([unsafeLater(routes, fixtures, subject), subject.kind]).to.deep.equal([[], 'remote'])
  })

  it('run no handler with a session that no fixture gives, and the notice says so', async () => {
    const setup = await local({})
    expect(sentBy(setup)).to.deep.equal({ isSent: true, isLetIn: false })
    const reported = setup.plan.remarks
      .filter(({ route }) => route === 'DELETE /items/[id]')
      .map(({ message }) => message)
    expect(reported.join('\n')).to.match(
      /\d+ scenarios are not sent: .*name DELETE \/items\/\[id\] under routes in the fixtures/,
    )
  })

  it('run the handler where the fixtures name the route', async () => {
    const setup = await local({ routes: { 'DELETE /items/[id]': { params: { id: '1' } } } })
    expect(sentBy(setup)).to.deep.equal({ isSent: true, isLetIn: true })
  })

  for (const origin of ['http://127.0.0.1:3000', 'https://api.example']) {
    it(`need --unsafe for ${origin}, and what is left out is counted by route`, async () => {
      const safe = await remote(false, origin)
      expect(sentBy(safe).isSent).to.equal(false)
      const reported = safe.plan.remarks.filter(({ route }) => route === 'DELETE /items/[id]')
      expect(reported.map(({ message }) => message).join()).to.match(/\d+ scenarios are not sent: .*--unsafe/)
      expect(sentBy(await remote(true, origin)).isSent).to.equal(true)
    })
  }
})
