import { expect } from 'chai'
import { idInLink, placeIn } from './values.ts'

describe('the id in a link', () => {
  const idOf = (name: string, value: unknown): string | undefined =>
    idInLink({ name, value }, '/v1/memos/[memo]', 'memo')

  it('is read from a resource name, a path and an address', () => {
    expect(idOf('name', 'memos/a7')).to.equal('a7')
    expect(idOf('@id', '/v1/memos/a7')).to.equal('a7')
    expect(idOf('url', 'https://host.example/v1/memos/a7/')).to.equal('a7')
    expect(idOf('href', '/api/v1/memos/17')).to.equal('17')
  })

  it('is not read from another collection, another member or a text', () => {
    expect(idOf('name', 'users/a7')).to.equal(undefined)
    expect(idOf('parent', 'memos/a7')).to.equal(undefined)
    expect(idOf('name', 'this/that')).to.equal(undefined)
    expect(idOf('name', 'othermemos/a7')).to.equal(undefined)
    expect(idOf('url', 'https://host.example/v1/memos/a7/comments/3')).to.equal(undefined)
    expect(idOf('name', 7)).to.equal(undefined)
  })
})

describe('the place of a record in an answer', () => {
  const record = { id: 7 }

  it('is a pointer to it', () => {
    expect(placeIn({ tasks: [], metrics: { due: [{ id: 3 }, record] } }, record)).to.equal(' at /metrics/due/1')
  })

  it('is not said where it is the answer, or not in it', () => {
    expect(placeIn(record, record)).to.equal('')
    expect(placeIn([{ id: 7 }], record)).to.equal('')
  })
})
