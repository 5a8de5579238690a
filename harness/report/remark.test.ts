import { expect } from 'chai'
import type { Remark } from '../model/remark.ts'
import { countRemarks, remarkLines } from './remark.ts'

const TOOK = ['ann', 'bob', 'root'].map((name): Remark => {
  return { kind: 'notice', message: `GET /users/[id]: took id of ${name}`, about: 'taken' }
})
const CONVENTIONS = Array.from({ length: 20 }, (_, at): Remark => {
  return { kind: 'convention', route: 'GET /x', scenario: 'missing', message: `${at}`, about: `code ${at}` }
})
const KNOW: readonly Remark[] = [
  { kind: 'warning', message: 'no credential' },
  ...Array.from({ length: 30 }, (_, at): Remark => ({ kind: 'question', route: `GET /${at}`, message: 'for all?' })),
  { kind: 'leftover', message: 'the user svc1' },
  { kind: 'leftover', message: 'GET /groups/[id], id 1' },
  { kind: 'leftover', message: 'GET /groups/[id], id 2' },
]

describe('the remarks of a run, as lines', () => {
  it('begin with what stays on the server, then have every question and every warning', () => {
    const lines = remarkLines([...CONVENTIONS, ...TOOK, ...KNOW])
    expect(lines.slice(0, 3)).to.deep.equal([
      'leftover   the user svc1',
      'leftover   GET /groups/[id], id 1, 2 (2)',
      'question   GET /0, GET /1, GET /2, GET /3, GET /4, GET /5 and 24 more (--all)  for all?',
    ])
    expect(lines[3]).to.equal('warning   no credential')
    expect(countRemarks(KNOW)).to.equal('3 leftovers  1 question  1 warning')
  })

  it('have each question of its own, and one of several routes once', () => {
    const ask = (route: string, message: string): Remark => ({ kind: 'question', route, message })
    const questions = [ask('GET /a', 'for all?'), ask('GET /b', 'shared?'), ask('GET /c', 'for all?')]
    expect(remarkLines(questions)).to.deep.equal(['question   GET /a, GET /c  for all?', 'question   GET /b  shared?'])
    expect(countRemarks(questions)).to.equal('2 questions')
  })

  it('fold notices of one kind, and show each with --all', () => {
    expect(remarkLines(TOOK)).to.deep.equal([
      'notice   GET /users/[id]: took id of ann  (and 2 more of this kind: --all)',
    ])
    expect(remarkLines(TOOK, true)).to.deep.equal(TOOK.map(({ message }) => `notice   ${message}`))
  })

  it('say on how many routes a convention shows', () => {
    const [one] = CONVENTIONS as [Remark]
    expect(remarkLines([one, one, { ...one, route: 'GET /y' }])).to.deep.equal([
      'remark   GET /x missing  0  (3 times on 2 routes)',
    ])
    expect(remarkLines([one, one])).to.deep.equal(['remark   GET /x missing  0  (2 times)'])
  })

  it('count the conventions that are left out', () => {
    expect(remarkLines(CONVENTIONS).at(-1)).to.equal('remark   and 14 more: --all')
    expect(remarkLines(CONVENTIONS, true)).to.have.lengthOf(20)
  })
})
