import { expect } from 'chai'
import { BEARER, describeLeaf, REQUEST } from '../../server/internal.ts'
import { CoverageMap } from './coverage.ts'
import type { AuthCall, Verdict } from '../model/verdict.ts'
import type { Coverage } from '../model/summary.ts'
import type { Scenario } from '../model/scenario.ts'
import { sampleRoute, sampleRoutePlan, sampleScenario, sampleVerdict } from '../testdata/samples.ts'

const pets = sampleRoute({
  auth: {
    kind: 'list',
    members: [describeLeaf(BEARER, { name: 'Token' }), describeLeaf(REQUEST, { name: 'check' })],
  },
})
const orders = sampleRoute({
  path: '/orders',
  level: 'router',
  auth: {
    kind: 'all',
    members: [describeLeaf(BEARER, { name: 'Token' }), describeLeaf({ in: 'header', name: 'X-Key' }, { name: 'Key' })],
  },
})
const open = sampleRoute({ path: '/open', auth: undefined, level: 'none' })
const plan = { routes: [pets, orders, open].map((route) => sampleRoutePlan(route)), remarks: [] }

function coverageOf(...verdicts: readonly Verdict[]): Coverage {
  const map = new CoverageMap(plan)
  for (const verdict of verdicts) map.add(verdict)
  return map.result()
}

const call = (authenticator: string, outcome: AuthCall['outcome']): AuthCall => ({ authenticator, outcome })
const onPets = (changes: Partial<Omit<Scenario, 'route'>> = {}): Scenario => sampleScenario(pets, 'any', changes)
const seen = ({ cells }: Coverage): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    cells
      .filter(({ seen }) => seen.length > 0)
      .map(({ route, authenticator, seen }) => [`${route} ${authenticator}`, seen]),
  )

describe('the coverage', () => {
  it('counts protected operations with an id, and those that say whose each of them is', () => {
    const at = (path: string, ...params: readonly string[]): ReturnType<typeof sampleRoute> =>
      sampleRoute({ path, auth: pets.auth, resources: [{ name: 'order', params, source: undefined }] })
    const routes = [
      at('/orders/[id]', 'id'),
      at('/orders/[id]/items/[item]', 'id'),
      at('/mine'),
      sampleRoute({ path: '/open/[id]', auth: null }),
    ].map((route) => sampleRoutePlan(route))
    const { ids } = new CoverageMap({ routes, remarks: [] }, true).result()
    expect(ids).to.deep.equal({ done: 1, total: 2 })
    expect(new CoverageMap({ routes, remarks: [] }).result().ids).to.equal(undefined)
  })

  it('has a cell for every authenticator of every route, and nothing done at first', () => {
    const { cells, ...shares } = coverageOf()
    expect(cells).to.deep.equal([
      { route: 'GET /pets', level: 'operation', authenticator: 'Token', seen: [] },
      { route: 'GET /pets', level: 'operation', authenticator: 'check', seen: [] },
      { route: 'GET /orders', level: 'router', authenticator: 'Token', seen: [] },
      { route: 'GET /orders', level: 'router', authenticator: 'Key', seen: [] },
    ])
    expect(shares).to.deep.equal({
      routes: { done: 0, total: 3 },
      authenticators: { done: 0, total: 3 },
      denyBranches: { done: 0, total: 4 },
      levels: ['operation', 'router'],
    })
  })

  it('counts an authenticator once it was seen to pass and to refuse, wherever', () => {
    const passed = sampleVerdict(onPets(), 'passed', [call('Token', 'passed')])
    const refused = sampleVerdict(sampleScenario(orders, 'any'), 'passed', [call('Token', 'refused')])
    expect([coverageOf(passed), coverageOf(refused), coverageOf(passed, refused)].map(doneOf)).to.deep.equal([
      [1, 0, 0],
      [1, 0, 1],
      [2, 1, 1],
    ])
  })

  for (const outcome of ['refused', 'skipped', 'threw', 'timeout'] as const) {
    it(`takes ${outcome} for a refusal`, () => {
      const coverage = coverageOf(sampleVerdict(onPets(), 'passed', [call('Token', outcome)]))
      expect(coverage.denyBranches.done).to.equal(1)
    })
  }

  it('counts a route that was decided either way, and no other', () => {
    const routesDone = (['passed', 'failed', 'inconclusive', 'ignored', 'not-routed'] as const).map(
      (outcome) => coverageOf(sampleVerdict(onPets(), outcome)).routes.done,
    )
    expect(routesDone).to.deep.equal([1, 1, 0, 0, 0])
  })

  it('does not take a replaced authenticator for the application’s own', () => {
    const verdict = sampleVerdict(onPets({ exercise: 'wrapped' }), 'passed', [call('Token', 'passed')])
    expect(seen(coverageOf(verdict))).to.deep.equal({})
  })

  it('names each outcome of a cell once', () => {
    const twice = sampleVerdict(onPets(), 'passed', [call('Token', 'refused'), call('Token', 'refused')])
    expect(seen(coverageOf(twice, twice))).to.deep.equal({ 'GET /pets Token': ['refused'] })
  })

  describe('of a server in another process', () => {
    const cases: readonly (readonly [string, Verdict, Readonly<Record<string, readonly string[]>>])[] = [
      [
        'takes an answer as expected for what the authenticator under test did',
        sampleVerdict(onPets({ expect: 'allow', authenticator: 'check' }), 'passed'),
        { 'GET /pets check': ['passed'] },
      ],
      [
        'takes a refusal for one too',
        sampleVerdict(onPets({ expect: 'deny', authenticator: 'check' }), 'passed'),
        { 'GET /pets check': ['refused'] },
      ],
      ['learns nothing from a failure', sampleVerdict(onPets({ authenticator: 'check' }), 'failed'), {}],
      ['learns nothing where no authenticator is under test', sampleVerdict(onPets(), 'passed'), {}],
      ['learns nothing from a probe', sampleVerdict(onPets({ expect: 'norun', authenticator: 'check' }), 'passed'), {}],
    ]
    for (const [name, verdict, expected] of cases) {
      it(name, () => expect(seen(coverageOf(verdict))).to.deep.equal(expected))
    }

    it('is not guessed at where the calls of any request are known', () => {
      const scenario = onPets({ expect: 'allow', authenticator: 'check' })
      const [known, unknown] = [sampleVerdict(scenario, 'passed', []), sampleVerdict(scenario, 'passed')]
      const both = { ...known, exchanges: [...unknown.exchanges, ...known.exchanges] }
      expect([known, both].map((verdict) => seen(coverageOf(verdict)))).to.deep.equal([{}, {}])
    })
  })
})

function doneOf({ routes, authenticators, denyBranches }: Coverage): readonly number[] {
  return [routes.done, authenticators.done, denyBranches.done]
}
