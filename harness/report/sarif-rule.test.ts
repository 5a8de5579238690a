import { expect } from 'chai'
import type { ScenarioFacts } from '../model/scenario.ts'
import { sampleRoute, sampleScenario } from '../testdata/samples.ts'
import { ruleOf } from './sarif-rule.ts'

describe('the weight of a SARIF rule', () => {
  const table: readonly (readonly [severity: string, of: string, expectations: readonly ScenarioFacts['expect'][]])[] =
    [
      ['9.1', 'a request that gets in', ['deny', 'forbid', 'norun', 'parser', 'refused-login']],
      ['7.5', 'a fault of the application that is not answered as one', ['broken', 'handled', 'unavailable']],
      ['5.3', 'everything else', ['allow', 'public', 'issued', 'described', 'answered']],
    ]
  for (const [severity, of, expectations] of table) {
    it(`is ${severity} for ${of}: ${expectations.join(', ')}`, () => {
      const rules = expectations.map((one) => ruleOf(sampleScenario(sampleRoute(), 'key.half', { expect: one })))
      expect(rules.map(({ properties }) => properties['security-severity'])).to.deep.equal(
        expectations.map(() => severity),
      )
    })
  }
})
