import { expect } from 'chai'
import { sampleRouteFixture } from '../testdata/samples.ts'
import { type Facts, howToReach } from './facts.ts'

describe('howToReach', () => {
  const cases: readonly (readonly [status: number | undefined, advice: string])[] = [
    [undefined, 'give params, query or body for GET /admin in the fixtures'],
    [422, 'give params, query or body for GET /admin in the fixtures'],
    [
      403,
      "name users in the credentials of the fixtures, and who may: roles: { 'GET /admin': { allow: […], deny: […] } }",
    ],
  ]
  for (const [status, advice] of cases) {
    it(`advises where a good credential gets ${status ?? 'no answer'}`, () => {
      const control = status === undefined ? undefined : { answer: { status } }
      expect(howToReach({ route: { key: 'GET /admin' }, control } as unknown as Facts)).to.equal(advice)
    })
  }

  it('names what keeps the good credential from being sent', () => {
    const fixture = sampleRouteFixture({ unsafe: 'deny-only' })
    const facts = { route: { key: 'DELETE /x', method: 'DELETE' }, fixture } as unknown as Facts
    expect(howToReach(facts)).to.equal(
      "unsafe: 'deny-only' in the fixtures of DELETE /x keeps a good one from being sent",
    )
  })
})
