import { expect } from 'chai'
import { BASIC, BEARER, describeLeaf, SESSION } from '../../server/internal.ts'
import type { Credential, Fixtures } from '../model/fixtures.ts'
import { type Plan, type RoutePlan, countScenarios } from '../model/plan.ts'
import type { RequestData } from '../model/request.ts'
import { createPlan, selectScenarios } from './plan.ts'
import type { PlanInput } from '../subject/plan-input.ts'
import { namesIn, sampleFixtures, sampleRoute, sampleRouteFixture, sampleRoutePlan } from '../testdata/samples.ts'

const pets = sampleRoute({ auth: describeLeaf(SESSION, { name: 'fwAuth' }) })
const admin = sampleRoute({ path: '/admin', auth: describeLeaf(SESSION, { name: 'fwAuthSuperuser', superuser: true }) })
const both = sampleRoute({
  path: '/both',
  auth: { kind: 'list', members: [pets.auth, describeLeaf(BEARER, { name: 'T' })] } as never,
})
const logout = sampleRoute({ method: 'POST', path: '/logout', auth: pets.auth })
const login = sampleRoute({ method: 'POST', path: '/login', auth: null })
const token = sampleRoute({ path: '/token' })
/** The form of the login. */
const form = sampleRoute({ path: '/login', auth: null })
const ALL = [admin, token, form, both, logout, pets, login]
const enter: RequestData = { method: 'POST', target: '/login', headers: [] }

const SPARES = Array.from({ length: 40 }, (_, index) => `seal-${index + 1}`)
/** A session of ann, and more for requests that may end one. */
const ann: Credential = {
  authenticator: 'fwAuth',
  user: 'ann',
  origin: 'sealed',
  synthetic: false,
  value: {
    type: 'session',
    user: { name: 'ann' },
    name: 'sid',
    value: 'seal-0',
    maxAge: 1,
    idleTimeout: undefined,
    spares: SPARES,
    variants: {},
  },
}

function planOf(changes: Partial<PlanInput> = {}, fixtures: Partial<Fixtures> = {}): Plan {
  return createPlan({
    routes: ALL,
    knownLeaves: [],
    fixtures: sampleFixtures({ valid: { fwAuth: [ann] }, login: { request: enter }, ...fixtures }),
    seed: 'seed',
    origin: 'http://127.0.0.1',
    local: false,
    hasPublicMode: false,
    safe: false,
    ...changes,
  })
}

const isWrongPair = ({ headers }: RequestData): boolean =>
  headers.some(([, value]) => {
    const text = Buffer.from(value.replace('Basic ', ''), 'base64').toString()
    return text.startsWith('ann:') && text !== 'ann:deep-vault-77'
  })
const idsIn = ({ routes }: Plan): readonly string[] => routes.flatMap(({ scenarios }) => scenarios.map(({ id }) => id))
/** The routes on which a login is tried, and the route that its session must open. */
function loginsIn({ routes }: Plan): readonly unknown[] {
  return routes.flatMap(({ route, scenarios }) =>
    scenarios
      .filter(({ name }) => name === 'flow.login')
      .map(({ steps }) => [route.key, steps.map((step) => step.route ?? step.request.target)]),
  )
}

describe('the plan', () => {
  it('asks nothing twice of a user of the run who deletes itself', () => {
    const made: Credential = {
      authenticator: 'T',
      user: 'made',
      origin: 'made',
      synthetic: false,
      spare: true,
      value: { type: 'key', value: 'Key-of-made-77' },
    }
    const auth = describeLeaf(BEARER, { name: 'T' })
    const twice = (method: 'DELETE' | 'PUT'): readonly string[] =>
      planOf(
        { routes: [sampleRoute({ method, path: '/users/[name]', auth, as: 'made' })] },
        { valid: { T: [made] }, login: undefined as never },
      ).routes.flatMap(({ scenarios }) =>
        scenarios.flatMap(({ row, family }) => (family === 'connection' ? [row] : [])),
      )
    expect(twice('PUT')).to.include('repeat.after-valid')
    // A wrong credential before all others.
    expect(twice('DELETE')).to.deep.equal(['repeat.first'])
  })

  it('keeps the order of the routes, and is the same for the same input', () => {
    expect(planOf().routes.map(({ route }) => route)).to.deep.equal(ALL)
    expect(planOf()).to.deep.equal(planOf())
  })

  it('goes around the guard through a public operation of the same method', () => {
    const [route] = planOf({ routes: [admin, form] }).routes
    const probe = route?.scenarios.find(({ name }) => name === 'path.public-rewritten')
    const { target, headers } = probe?.steps[0]?.request ?? {}
    expect([target, headers?.find(([name]) => name === 'X-Original-URL')?.[1]]).to.deep.equal(['/login', '/admin'])
  })

  it('gives every scenario an id of its own', () => {
    const ids = idsIn(planOf())
    expect(ids).to.have.lengthOf(new Set(ids).size).and.lengthOf.above(100)
  })

  it('guesses three passwords on a server in another process that may not be changed', () => {
    const basic = sampleRoute({ path: '/basic', auth: describeLeaf(BASIC, { name: 'Pair' }) })
    const value = { type: 'basic', username: 'ann', password: 'deep-vault-77' } as const
    const pair: Credential = { ...ann, authenticator: 'Pair', value }
    const guessesIn = ({ routes }: Plan): number =>
      routes
        .flatMap(({ scenarios }) => scenarios)
        .filter(({ steps }) => steps.some(({ request }) => isWrongPair(request))).length
    const changes = { routes: [basic, { ...basic, key: 'GET /too', path: '/too' }], harmless: true }
    expect(guessesIn(planOf({ ...changes, harmless: false }, { valid: { Pair: [pair] } }))).to.be.above(20)
    expect(guessesIn(planOf(changes, { valid: { Pair: [pair] } }))).to.equal(3)
    const tried = planOf({ ...changes, routes: [login, pets] }).routes.flatMap(({ scenarios }) => scenarios)
    expect(tried.filter(({ steps }) => steps.some(({ expect: due }) => due === 'refused-login')).length).to.be.at.most(
      3,
    )
  })

  it('sends nothing to a route that is never to be asked, a GET among them', () => {
    const routes = { [token.key]: sampleRouteFixture({ unsafe: 'never' }) }
    const fixtures = sampleFixtures({ routes })
    expect(countScenarios(planOf({ routes: [token], fixtures }))).to.equal(0)
  })

  it('brings a session of its own to each request that may end it, as long as there are any', () => {
    const [route] = planOf({ routes: [logout] }).routes as [RoutePlan]
    const admitted = route.scenarios.filter(
      (scenario) => scenario.expect === 'allow' && scenario.exercise !== 'wrapped',
    )
    const seals = admitted.map(({ steps }) => /sid=(seal-\d+)/.exec(JSON.stringify(steps))?.[1])
    expect(seals).to.have.lengthOf.above(3).and.lengthOf(new Set(seals).size).and.not.include('seal-0')
  })

  it('brings the same session wherever it cannot be ended', () => {
    const [route] = planOf({ routes: [pets] }).routes as [RoutePlan]
    expect(new Set(JSON.stringify(route.scenarios[0]).match(/seal-\d+/g))).to.deep.equal(new Set(['seal-0']))
  })

  it('of the safe mode sends only what must be refused, with safe methods', () => {
    const steps = planOf({ safe: true }).routes.flatMap(({ scenarios }) =>
      scenarios.flatMap((scenario) => scenario.steps),
    )
    expect(steps).to.not.deep.equal([])
    expect(new Set(steps.map(({ request }) => request.method).filter((method) => method === 'POST'))).to.deep.equal(
      new Set(),
    )
    expect(steps.filter(({ expect: wanted }) => wanted === 'allow')).to.deep.equal([])
  })

  describe('of a login', () => {
    it('belongs to its own route, and tries the first route that any user with a session may read', () => {
      expect(loginsIn(planOf())).to.deep.equal([['POST /login', ['/login', 'GET /pets']]])
    })

    it('belongs to the first route where the application has none for it', () => {
      expect(loginsIn(planOf({ routes: [admin, pets] }))).to.deep.equal([['GET /admin', ['/login', 'GET /pets']]])
    })

    it('tries a route that takes another credential, too, where no other is left', () => {
      expect(loginsIn(planOf({ routes: [admin, both, logout, login] }))).to.deep.equal([
        ['POST /login', ['/login', 'GET /both']],
      ])
    })

    it('is found below the base', () => {
      const routes = [pets, sampleRoute({ ...login, base: '/api' })]
      const request = { ...enter, target: '/api/login' }
      expect(loginsIn(planOf({ routes }, { login: { request } }))).to.deep.equal([
        ['POST /login', ['/api/login', 'GET /pets']],
      ])
    })

    it('takes the cookie that the fixtures give in the place of a session', () => {
      const jar: Credential = { ...ann, value: { type: 'cookie', name: 'jar', value: 'x' } }
      const flows = planOf({}, { valid: { fwAuth: [jar] } }).routes.flatMap(({ scenarios }) => scenarios)
      expect(flows.find(({ name }) => name === 'flow.login')?.steps[0]?.extra)
        .to.include({ about: 'session' })
        .and.to.have.property('take')
        .that.deep.equal({ cookie: 'jar' })
    })

    it('takes the cookie of the sessions', () => {
      const [step] = planOf().routes.flatMap(
        ({ scenarios }) => scenarios.find(({ name }) => name === 'flow.login')?.steps ?? [],
      )
      expect(step?.extra).to.have.property('take').that.deep.equal({ cookie: 'sid' })
    })

    const without: Readonly<Record<string, Plan>> = {
      'in the safe mode': planOf({ safe: true }),
      'that the fixtures do not know': planOf({}, { login: undefined } as never),
      'that opens no route for reading': planOf({ routes: [admin, logout, login] }),
      'without any session': planOf({}, { valid: {} }),
    }
    for (const [which, plan] of Object.entries(without)) {
      it(`is absent ${which}`, () => expect(loginsIn(plan)).to.deep.equal([]))
    }
  })
})

describe('a part of a plan', () => {
  const small: Plan = {
    routes: [pets, admin, logout].map((route, index) => sampleRoutePlan(route, ...['a', 'b', 'c'].slice(index))),
    remarks: [{ kind: 'notice', message: 'n' }],
  }

  it('leaves out routes of which nothing is kept, and keeps the remarks', () => {
    const part = selectScenarios(small, ({ name }, { key }) => name === 'b' || key === 'GET /pets')
    expect(namesIn(part)).to.deep.equal({ 'GET /pets': ['valid', 'a', 'b', 'c'], 'GET /admin': ['b'] })
    expect(part.remarks).to.deep.equal(small.remarks)
  })

  it('counts its scenarios', () => {
    expect([countScenarios(small), countScenarios({ routes: [], remarks: [] })]).to.deep.equal([4 + 3 + 2, 0])
  })
})
