import { expect } from 'chai'
import { BoundedMap } from './bounded-map.ts'

describe('BoundedMap', () => {
  it('forgets what was not used for longest', () => {
    const map = new BoundedMap<string, number>(2)
    map.set('a', 1)
    map.set('b', 2)
    expect(map.get('a')).to.equal(1)
    map.set('c', 3)
    expect([map.get('a'), map.get('b'), map.get('c'), map.size]).to.deep.equal([1, undefined, 3, 2])
  })

  it('replaces and deletes', () => {
    const map = new BoundedMap<string, number>(2)
    map.set('a', 1)
    map.set('a', 2)
    expect([map.get('a'), map.size]).to.deep.equal([2, 1])
    map.delete('a')
    expect([map.get('a'), map.size]).to.deep.equal([undefined, 0])
  })
})
