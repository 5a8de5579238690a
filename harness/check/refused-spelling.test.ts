import { expect } from 'chai'
import { sampleRouteFixture } from '../testdata/samples.ts'
import { answer, control, route, type Row, said } from './testdata/judging.ts'
import { good } from './testdata/remote.ts'

const deletion = { method: 'DELETE', control: good } as const
const ofMade = { ...route, as: 'svc1' }
const someMay = sampleRouteFixture({ allow: ['bob'], deny: ['ann'], isTaken: true })

const TABLE: readonly Row[] = [
  ['to any user', answer(401), { control: good }, '(refused)'],
  ['to a user who was made for the run', answer(401), { control: good, route: ofMade }, '(refused)'],
  ['to a user who may', answer(401), { control: good, method: 'POST', fixture: someMay }, '(refused)'],
  ['for a deletion', answer(401), deletion, '(refused)'],
  ['with 403, as no credential is', answer(403), { ...deletion, without: answer(403) }, '(refused)'],
  ['with 403, as a deleted record may be', answer(403), { ...deletion, without: answer(401) }, 'inconclusive'],
  ['to a user who has deleted themselves', answer(401), { ...deletion, route: ofMade }, 'inconclusive'],
  [
    'and the good one afterwards',
    answer(401),
    { control: { ...good, again: answer(401) }, route: ofMade },
    'inconclusive',
  ],
  ['and the good one before', answer(401), { control: control(answer(401)), route: ofMade }, 'inconclusive'],
]

describe('another spelling of a good credential, refused by a server in another process', () => {
  for (const [what, got, about, verdict] of TABLE)
    it(`${what}: ${verdict}`, () => {
      const bearer = { entry: undefined, name: 'bearer.lower', scenario: { family: 'bearer' } } as const
      expect(said('allow', got, { ...bearer, ...about })).to.equal(verdict)
    })
})
