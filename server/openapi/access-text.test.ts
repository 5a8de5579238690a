import { expect } from 'chai'
import { describeLeaf, type AuthDescription, type LeafDescription } from '../model/description.ts'
import { describeAccess } from './access-text.ts'

const leaf = (name: string): LeafDescription => describeLeaf({ in: 'header', name: `x-${name}` }, { name })
const [a, b, c] = [leaf('A'), leaf('B'), leaf('C')]
const all = (...members: readonly AuthDescription[]): AuthDescription => ({ kind: 'all', members })
const list = (...members: readonly AuthDescription[]): AuthDescription => ({ kind: 'list', members })
const optional = (member: AuthDescription): AuthDescription => ({ kind: 'optional', member })
const check = (member: AuthDescription, guard: string): AuthDescription => ({ kind: 'check', member, guard })

describe('who may call an operation, in words', () => {
  const table: readonly (readonly [AuthDescription | null | undefined, string | undefined])[] = [
    [null, undefined],
    [undefined, undefined],
    [a, undefined],
    [list(a, b), 'one of A, B'],
    [all(a, b), 'both A and B'],
    [all(a, b, c), 'all of A, B and C'],
    [list(a), 'A'],
    [optional(a), 'open, better with A'],
    [optional(list(a, b)), 'open, better with (one of A, B)'],
    [check(a, 'isChief'), 'A, then the check isChief'],
    [check(list(a, b), 'isChief'), '(one of A, B), then the check isChief'],
    [check(check(a, 'isStaff'), 'isChief'), 'A, then the check isStaff, then the check isChief'],
    [list(all(a, b), c), 'one of (both A and B), C'],
    [all(a, list(b, c)), 'both A and (one of B, C)'],
  ]
  for (const [description, text] of table)
    it(String(text), () => expect(describeAccess(description, [], ({ name }) => name)).to.equal(text))

  it('differs for every combination of the same names', () => {
    const texts = table.map(([, text]) => text).filter((text) => text !== undefined)
    expect(new Set(texts).size).to.equal(texts.length)
  })

  it('names the resources that are asked for, and not parameters that belong to nobody', () => {
    const resources = [
      { name: 'team', params: ['team'] },
      { name: 'order', params: ['id', 'line'] },
      { name: null, params: ['page'] },
    ]
    expect(describeAccess(a, resources, ({ name }) => name)).to.equal(
      'A, then the resource team {team}, then the resource order {id} {line}',
    )
    expect(describeAccess(null, resources.slice(0, 1), ({ name }) => name)).to.equal(
      'open, then the resource team {team}',
    )
    expect(describeAccess(a, resources.slice(2), ({ name }) => name)).to.equal(undefined)
  })
})
