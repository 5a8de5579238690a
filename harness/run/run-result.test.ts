import { expect } from 'chai'
import { NO_COUNTS } from '../model/counts.ts'
import type { Route } from '../model/route.ts'
import type { Scenario } from '../model/scenario.ts'
import type { Verdict } from '../model/verdict.ts'
import { sampleRoute, sampleScenario, sampleVerdict } from '../testdata/samples.ts'
import type { Control } from './judge-controls.ts'
import { resultOf } from './run-result.ts'

const token = sampleRoute()
const open = sampleRoute({ path: '/open', auth: null })
const GOOD: Control = { state: 'good', failure: undefined }
type Changes = Partial<Omit<Scenario, 'route'>>

function result(route: Route, of: readonly (readonly [Verdict['outcome'], Changes])[], control = GOOD, safe = false) {
  const scenarios = of.map(([, changes], at) => sampleScenario(route, `one-${at}`, changes))
  const verdicts = of.map(([outcome], at) => sampleVerdict(scenarios[at] as Scenario, outcome))
  return resultOf({ route, scenarios, ignored: [], noControl: 'no key' }, verdicts, control, 5, safe)
}

describe('the end of a route', () => {
  const proofs: readonly (readonly [
    title: string,
    route: Route,
    outcome: Verdict['outcome'],
    changes: Changes,
    proven: boolean,
  ])[] = [
    ['with a refusal', token, 'passed', {}, true],
    ['with a refusal that failed', token, 'failed', {}, true],
    ['with one that could not be decided', token, 'inconclusive', {}, false],
    ['with a good request alone', token, 'passed', { expect: 'allow' }, false],
    ['with its document alone', token, 'passed', { expect: 'described' }, false],
    ['with a copy alone', token, 'passed', { exercise: 'wrapped' }, false],
    ['that is public', open, 'passed', { expect: 'public' }, true],
  ]
  for (const [title, route, outcome, changes, proven] of proofs) {
    it(`${title} ${proven ? 'leaves nothing to prove' : 'proves nothing'}`, () =>
      expect(result(route, [[outcome, changes]]).notProven).to.equal(proven ? undefined : true))
  }

  it('counts what came of it, and names the addresses that were used', () => {
    const request = { method: 'GET', target: '/pets', headers: [] }
    const steps = ['127.0.0.2', '127.0.0.2', '127.0.0.3'].map((from) => ({
      request: { ...request, from },
      expect: 'deny' as const,
    }))
    expect(
      result(token, [
        ['passed', { steps }],
        ['failed', {}],
      ]),
    ).to.deep.equal({
      route: token,
      auth: 'Token',
      counts: { ...NO_COUNTS, passed: 1, failed: 1 },
      control: 'good',
      controlReason: 'no key',
      addresses: ['127.0.0.2', '127.0.0.3'],
      duration: 5,
    })
  })

  it('says why its control is not good, the nearest reason first', () => {
    const reasons = [
      { ...GOOD, failure: 'it failed', reason: 'it got 404' },
      { ...GOOD, reason: 'it got 404' },
      GOOD,
    ].map((control) => result(token, [], control).controlReason)
    expect(reasons).to.deep.equal(['it failed', 'it got 404', 'no key'])
  })

  it('has no control of a protected route where only refusals may be sent', () => {
    const states = [token, open].map((route) => result(route, [], { ...GOOD, state: 'none' }, true).control)
    expect(states).to.deep.equal(['safe', 'none'])
  })
})
