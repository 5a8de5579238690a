import { expect } from 'chai'
import { NO_ANSWER, type ProblemCode } from '../model/verdict.ts'
import { sampleRoute, sampleScenario } from '../testdata/samples.ts'
import { Redactor } from '../text/redact.ts'
import { createFinding } from './finding.ts'

const route = sampleRoute({
  source: { file: 'routes/pets.ts', line: 9 },
  authSource: { file: 'routes/_auth.ts', line: 2 },
})
const request = { method: 'GET', target: '/pets', headers: [] }

function found(code: ProblemCode, hasRun: boolean): readonly [place: string, cause: string] {
  const { position, scenario } = createFinding({
    scenario: sampleScenario(route, 'key.wrong'),
    route,
    request,
    found: { request, answer: { ...NO_ANSWER, status: 500 }, asked: route.key },
    hasRun,
    problems: [{ code, expected: 'an answer below 500', got: '500' }],
    redactor: new Redactor([]),
    origin: 'http://localhost',
    command: 'svc test-auth',
  })
  return [`${position?.file}:${position?.line}`, scenario.cause]
}

describe('a finding points at the place where it is mended', () => {
  it('at the route, where its handler throws', () => {
    expect(found('crash', true)).to.deep.equal([
      'routes/pets.ts:9',
      'the handler throws an exception that is not registered',
    ])
  })

  it('at the authenticator, where no handler ran', () => {
    expect(found('crash', false)).to.deep.equal([
      'routes/_auth.ts:2',
      'the authenticator throws what is not registered on this input',
    ])
  })

  it('at the route, where the handler answers as another user or runs twice', () => {
    expect(found('other-user', true)[0]).to.equal('routes/pets.ts:9')
    expect(found('handler-runs', true)[0]).to.equal('routes/pets.ts:9')
  })
})
