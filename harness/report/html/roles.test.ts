import { expect } from 'chai'
import { sampleRoute, sampleScenario, sampleVerdict } from '../../testdata/samples.ts'
import { MatrixRecorder } from '../matrix.ts'
import { roleMatrix } from './roles.ts'

describe('who gets what, as a table of the page', () => {
  const route = sampleRoute()
  const open = sampleRoute({ path: '/open', auth: null })
  const recorder = new MatrixRecorder()
  recorder.plan([route, open].map((one) => ({ route: one, scenarios: 0 })))
  const other = sampleVerdict(sampleScenario(route, 'resource.other'), 'passed')
  const verdicts = [
    sampleVerdict(sampleScenario(route, 'valid'), 'passed'),
    sampleVerdict(sampleScenario(route, 'missing'), 'passed'),
    sampleVerdict(sampleScenario(route, 'role.*', { user: 'ann', expect: 'allow' }), 'passed'),
    sampleVerdict(sampleScenario(route, 'role.*', { user: 'bob', expect: 'forbid' }), 'failed'),
    sampleVerdict(sampleScenario(open, 'valid'), 'passed'),
    { ...other, record: { owner: 'ann', user: 'bob', status: 404, own: 200 } },
    { ...other, record: { owner: 'ann', user: 'bob', status: 200, note: 'not the record' } },
  ]
  for (const verdict of verdicts) recorder.add(verdict)
  const page = roleMatrix(
    recorder.matrix([
      { name: 'ann', roles: [] },
      { name: 'bob', roles: ['<admin>'] },
    ]),
  ).text
  const textsOf = (tag: string): readonly string[] =>
    [...page.matchAll(new RegExp(`<${tag}(?: [^>]*)?>(.*?)</${tag}>`, 'gs'))].map(([, inner = '']) =>
      inner.replaceAll(/<[^>]+>/g, '').trim(),
    )

  it('has a column for anonymous requests, for good credentials of no user, and for each user with their roles', () => {
    expect(textsOf('th')).to.deep.equal([
      'Route',
      'anonymous',
      'valid',
      'ann',
      'bob &#60;admin&#62;',
      'GET /pets',
      'GET /pets of ann',
      'GET /open',
    ])
  })

  it('says what came, and what of it is a finding', () => {
    const rows = [
      ['200', '–', '200', '✕ 200'],
      ['–', '–', '200', '200 (not the record), 404'],
      ['–', '200', '–', '–'],
    ]
    expect(textsOf('td')).to.deep.equal(rows.flat())
  })
})
