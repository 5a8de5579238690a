import { expect } from 'chai'
import type { AuthDescription } from 'svc'
import { BEARER, describeLeaf, SESSION } from '../../server/internal.ts'
import { companionsOf, predict, type Presentation } from './oracle.ts'

const token: AuthDescription = describeLeaf(BEARER, { name: 'Token' })
const key: AuthDescription = describeLeaf({ in: 'header', name: 'X-API-Key' }, { name: 'Key' })
const user: AuthDescription = describeLeaf(SESSION, { name: 'fwAuth' })
const list: AuthDescription = { kind: 'list', members: [token, key] }
const both: AuthDescription = { kind: 'all', members: [token, key] }
const looked: AuthDescription = { kind: 'optional', member: describeLeaf({ in: 'request' }, { name: 'sid' }) }
const offered: AuthDescription = { kind: 'optional', member: token }

describe('oracle', () => {
  const table: readonly (readonly [
    string,
    AuthDescription,
    Presentation,
    string,
    number | undefined,
    readonly string[],
  ])[] = [
    ['refuses nothing at all', token, {}, 'deny', undefined, []],
    ['calls no hook for an unusable credential', token, { 0: 'unusable' }, 'deny', undefined, []],
    ['calls the hook for a wrong credential', token, { 0: 'wrong' }, 'deny', undefined, ['Token']],
    ['lets the first of a list win and calls no other', list, { 0: 'good', 1: 'good' }, 'allow', 0, ['Token']],
    ['goes on after a wrong member of a list', list, { 0: 'wrong', 1: 'good' }, 'allow', 1, ['Token', 'Key']],
    [
      'refuses when every member of a list is wrong',
      list,
      { 0: 'wrong', 1: 'wrong' },
      'deny',
      undefined,
      ['Token', 'Key'],
    ],
    ['wants every member of all', both, { 0: 'good' }, 'deny', undefined, ['Token']],
    ['stops all at its first failure', both, { 0: 'wrong', 1: 'good' }, 'deny', undefined, ['Token']],
    ['lets an anonymous request through where auth is optional', offered, {}, 'public', undefined, []],
    ['refuses a wrong credential where auth is optional', offered, { 0: 'wrong' }, 'deny', undefined, ['Token']],
    ['takes what a function under optional refuses for nothing', looked, { 0: 'wrong' }, 'public', undefined, ['sid']],
    ['does not count a session among the hooks', user, { 0: 'good' }, 'allow', 0, []],
  ]
  for (const [name, auth, presentation, outcome, winner, calls] of table) {
    it(name, () => {
      expect(predict(auth, presentation)).to.deep.equal({ expect: outcome, winner, calls })
    })
  }

  it('names what must accompany a member of all, and nothing for a member of a list', () => {
    expect([companionsOf(both, 0), companionsOf(both, 1), companionsOf(list, 1)]).to.deep.equal([[1], [0], []])
  })

  it('counts authenticators across nested lists', () => {
    const nested: AuthDescription = { kind: 'list', members: [both, user] }
    expect(predict(nested, { 2: 'good' })).to.deep.equal({ expect: 'allow', winner: 2, calls: [] })
  })
})
