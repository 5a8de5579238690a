import { expect } from 'chai'
import { followReference, memberSchema } from './schema-tree.ts'

const leaf = { type: 'string' }

describe('followReference', () => {
  const root = { $defs: { 'a/b~c': leaf, 'd e': leaf, again: { $ref: '#/$defs/again' } } }
  const cases: readonly (readonly [string, string, unknown])[] = [
    ['a name with escaped characters', '#/$defs/a~1b~0c', leaf],
    ['a name that is percent-encoded', '#/$defs/d%20e', leaf],
    ['a name as it is', '#/$defs/d e', leaf],
    ['the root', '#', root],
  ]
  for (const [what, $ref, target] of cases) {
    it(`finds ${what}`, () => {
      expect(followReference(root, { $ref })).to.equal(target)
    })
  }

  for (const $ref of [
    '#/$defs/none',
    '#/$defs/%',
    '#/constructor',
    'https://example.test/schema',
    '#/$defs/d e/type',
  ]) {
    it(`stays where ${$ref} leads nowhere`, () => {
      const schema = { $ref }
      expect(followReference(root, schema)).to.equal(schema)
    })
  }

  it('ends on a reference to itself', () => {
    expect(followReference(root, { $ref: '#/$defs/again' })).to.deep.equal({ $ref: '#/$defs/again' })
  })
})

describe('memberSchema', () => {
  it('finds a member in a branch, and ends where branches lead back', () => {
    const root = { anyOf: [{ $ref: '#' }, { properties: { a: leaf } }] }
    expect(memberSchema(root, root, 'a')).to.equal(leaf)
    expect(memberSchema(root, root, 'b')).to.equal(undefined)
  })

  it('finds items by index, the last of them for all the rest', () => {
    const rest = { type: 'number' }
    const root = { prefixItems: [leaf], items: rest }
    expect([0, 1, 9].map((index) => memberSchema(root, root, index))).to.deep.equal([leaf, rest, rest])
  })

  it('does not take what every object inherits for a member', () => {
    const root = { properties: {} }
    expect(memberSchema(root, root, 'constructor')).to.equal(undefined)
  })
})
