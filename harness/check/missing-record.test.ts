import { expect } from 'chai'
import { route, said } from './testdata/judging.ts'
import { json } from './testdata/remote.ts'

const control = { control: 'control' } as const
const of = (message: string, path: string): string =>
  said('allow', json(401, { message }), { route: { ...route, path }, scenario: control, entry: undefined })

describe('a refusal to a good credential that is about a record', () => {
  it('says nothing of the credential where it says that the record is not there', () => {
    expect(of('not Found', '/pets/[pet]')).to.equal('inconclusive')
    expect(of('The pet does not exist', '/pets/[pet]')).to.equal('inconclusive')
  })
  it('is one of the credential where it is about a user, or the path names no record', () => {
    expect(of('User not found', '/pets/[pet]')).to.equal('refused')
    expect(of('not Found', '/pets')).to.equal('refused')
  })
})
