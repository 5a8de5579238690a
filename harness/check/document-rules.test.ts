import { expect } from 'chai'
import { describeLeaf, REQUEST } from '../../server/internal.ts'
import type { Documented } from '../model/scenario.ts'
import type { RawResponse } from '../replay/response-reader.ts'
import { sampleRoute } from '../testdata/samples.ts'
import { answer, denial, said } from './testdata/judging.ts'

const token = sampleRoute()
const custom = sampleRoute({ auth: describeLeaf(REQUEST, { name: 'byAddress' }) })
const isPublic = sampleRoute({ auth: null })
const undeclared = sampleRoute({ auth: undefined })
const NO_SECURITY: Documented = { isCustom: false, statuses: ['200'] }

describe('the document of a route', () => {
  const table: readonly (readonly [
    title: string,
    route: typeof token,
    documented: Documented,
    got: RawResponse,
    said: string,
  ])[] = [
    ['names its scheme', token, { ways: [['http bearer']], isCustom: false, statuses: ['401'] }, denial(), 'fine'],
    [
      'names its scheme without a 401',
      token,
      { ...NO_SECURITY, ways: [['http bearer']], statuses: ['200'] },
      denial(),
      'document',
    ],
    [
      'names another scheme',
      token,
      { ...NO_SECURITY, ways: [['http basic']], statuses: ['401'] },
      denial(),
      'document',
    ],
    ['names no scheme', token, { ...NO_SECURITY, statuses: ['401'] }, denial(), 'document document'],
    ['names a custom check', custom, { isCustom: true, statuses: ['401'] }, denial(), 'fine'],
    ['names no custom check', custom, { isCustom: false, statuses: ['401'] }, answer(200), 'document'],
    ['calls a custom check public', custom, { ways: [], isCustom: true, statuses: ['401'] }, answer(200), 'document'],
    ['passes with a custom check', custom, { isCustom: true, statuses: ['401'] }, answer(200), 'fine'],
    ['is public', isPublic, { ...NO_SECURITY, ways: [] }, answer(200), 'fine'],
    ['is public without security', isPublic, NO_SECURITY, answer(200), 'fine'],
    ['is public and names a scheme', isPublic, { ...NO_SECURITY, ways: [['http bearer']] }, answer(401), 'document'],
    ['is undeclared', undeclared, NO_SECURITY, answer(200), 'fine'],
    ['is undeclared and names a check', undeclared, { isCustom: true, statuses: [] }, answer(401), 'document'],
    ['is public and refuses', isPublic, { ...NO_SECURITY, ways: [[]] }, denial(), 'document'],
    [
      'names a scheme and lets anonymous requests in',
      token,
      { ...NO_SECURITY, ways: [['http bearer']], statuses: ['401'] },
      answer(200),
      'document',
    ],
  ]
  for (const [title, route, documented, got, result] of table) {
    it(`that ${title}: ${result}`, () => {
      expect(said('described', got, { route, scenario: { extra: { about: 'document', documented } } })).to.equal(result)
    })
  }
})
