import { expect } from 'chai'
import { BEARER, describeLeaf } from '../../server/internal.ts'
import { sampleFixtures, sampleRoute, sampleRouteFixture } from '../testdata/samples.ts'
import { openRemarks } from './public-route.ts'

const guarded = sampleRoute({ key: 'GET /berths', path: '/berths', auth: describeLeaf(BEARER, { name: 'Token' }) })
const head = sampleRoute({ key: 'HEAD /berths', method: 'HEAD', path: '/berths', auth: null })

describe('a HEAD that is open', () => {
  const asked = (get: typeof guarded, fixture = {}): readonly string[] => {
    const fixtures = sampleFixtures({ routes: { 'HEAD /berths': sampleRouteFixture(fixture) } })
    return openRemarks(head, { fixtures, routes: [get, head] }).map(({ kind }) => kind)
  }
  it('is asked about where GET of its path asks for a credential, unless the fixtures say that it is meant', () => {
    expect(asked(guarded)).to.deep.equal(['question'])
    expect(asked(guarded, { protected: false })).to.deep.equal([])
    expect(asked({ ...guarded, auth: null })).to.deep.equal([])
  })
})
