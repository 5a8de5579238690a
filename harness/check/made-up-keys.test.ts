import { expect } from 'chai'
import type { RouteFixture } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'
import { sampleRouteFixture } from '../testdata/samples.ts'
import { answer, route, said } from './testdata/judging.ts'

/** A form of a site: its key stands in the body. */
const withMember = (name: string): Route => ({
  ...route,
  inputs: {
    body: [{ path: ['lead', name], type: 'string', isRequired: true, sample: 'svc', isChoice: false }],
    answers: [],
  },
})
const of = (name: string, fixture?: RouteFixture): string =>
  said('allow', answer(403), { scenario: { control: 'control' }, route: withMember(name), fixture, entry: undefined })

describe('a refusal to a good credential whose body has a key', () => {
  it('says nothing of the credential where the key is made up', () => expect(of('apikey')).to.equal('inconclusive'))
  it('is one of the credential where the fixtures give the body, or nothing in it is a key', () => {
    const given = sampleRouteFixture({ body: { contentType: 'application/json', text: '{"lead":{"apikey":"good"}}' } })
    expect(of('apikey', given)).to.equal('forbidden')
    expect(of('title')).to.equal('forbidden')
  })
})
