import { expect } from 'chai'
import { DEFAULT_NORMS } from '../copies/norms.ts'
import type { RawResponse } from '../replay/response-reader.ts'
import { sampleFixtures, sampleScenario } from '../testdata/samples.ts'
import { Redactor } from '../text/redact.ts'
import type { Facts } from './facts.ts'
import { needsOf } from './needs.ts'
import { answer, control, entry, route } from './testdata/judging.ts'

const request = { method: 'GET', target: '/pets', headers: [] }

function needs(got: RawResponse, facts: Partial<Facts> = {}): readonly string[] {
  const all = needsOf({
    scenario: sampleScenario(route, 'key.wrong'),
    step: { request, expect: 'deny' },
    route,
    fixture: undefined,
    policy: sampleFixtures().policy,
    method: 'GET',
    answer: got,
    entry: undefined,
    norms: DEFAULT_NORMS,
    redactor: new Redactor([]),
    request,
    altered: false,
    ...facts,
  })
  return Object.entries(all).flatMap(([name, isNeeded]) => (isNeeded ? [name] : []))
}

describe('the verdict of a request that must be refused', () => {
  const vault = answer(200, '{"name":"ann","secret":"the deep vault"}')
  const table: readonly (readonly [title: string, got: RawResponse, facts: Partial<Facts>, needed: string[]])[] = [
    ['needs nothing else for a refusal', answer(401), {}, []],
    ['needs nonsense for a success', vault, {}, ['nonsense']],
    ['needs both for a success on another path', vault, { altered: true }, ['counterpart', 'nonsense']],
    ['needs the same with a good credential for a crash', answer(500), {}, ['counterpart']],
    ['needs nothing else for a crash of our own', answer(500), { entry: entry() }, []],
    ['needs nothing else for a success of our own', vault, { entry: entry() }, []],
    ['needs nonsense for a success of our own on another path', vault, { entry: entry(), altered: true }, ['nonsense']],
    ['needs nonsense for a refusal with data', answer(403, vault.body), { control: control(vault) }, ['nonsense']],
    ['needs nothing without an answer', answer(0), { missing: 'closed' }, []],
    ['needs nothing where it must pass', vault, { step: { request, expect: 'allow' } }, []],
  ]
  for (const [title, got, facts, needed] of table) it(title, () => expect(needs(got, facts)).to.deep.equal(needed))
})
