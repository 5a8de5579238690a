import { expect } from 'chai'
import { NO_COUNTS } from '../../model/counts.ts'
import type { Route } from '../../model/route.ts'
import type { Verdict } from '../../model/verdict.ts'
import { sampleRoute, sampleScenario, sampleVerdict } from '../../testdata/samples.ts'
import type { RecordedRoute } from '../record.ts'
import { roleMatrix } from './roles.ts'

describe('routes by roles', () => {
  const route = sampleRoute()
  const isPublic = sampleRoute({ path: '/open', auth: null })
  const recorded = (of: Route, ...verdicts: readonly Verdict[]): RecordedRoute => ({
    planned: { route: of, scenarios: 0 },
    verdicts,
    counted: [],
    counts: NO_COUNTS,
    families: new Map(),
    result: undefined,
  })
  const missing = sampleVerdict(sampleScenario(route, 'missing', { expect: 'deny' }), 'passed')
  const ann = sampleVerdict(sampleScenario(route, 'valid', { user: 'ann', expect: 'allow' }), 'passed')
  const bob = sampleVerdict(sampleScenario(route, 'role.bob', { user: 'bob', expect: 'forbid' }), 'failed')
  const page = roleMatrix([recorded(route, missing, ann, bob), recorded(isPublic)]).text
  const textsOf = (tag: string): readonly string[] =>
    [...page.matchAll(new RegExp(`<${tag}(?: [^>]*)?>(.*?)</${tag}>`, 'gs'))].map(([, inner = '']) =>
      inner.replaceAll(/<[^>]+>/g, '').trim(),
    )

  it('have a column for anonymous requests and for each user of the fixtures, once', () => {
    expect(textsOf('th')).to.deep.equal(['Route', 'anonymous', 'ann', 'bob', 'GET /pets', 'GET /open'])
  })

  it('say who was let in, and what was not as it should be', () => {
    expect(textsOf('td')).to.deep.equal(['deny', 'allow', '✕ forbid, got 200', 'public', 'public', 'public'])
  })
})
