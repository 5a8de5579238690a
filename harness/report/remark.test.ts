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
      'question   GET /0  for all?',
    ])
    expect(lines.slice(2, 33).map((line) => line.split(' ')[0])).to.deep.equal([
      ...Array.from({ length: 30 }, () => 'question'),
      'warning',
    ])
    expect(countRemarks(KNOW)).to.equal('3 leftovers  30 questions  1 warning')
  })

  it('fold notices of one kind, and show each with --all', () => {
    expect(remarkLines(TOOK)).to.deep.equal([
      'notice   GET /users/[id]: took id of ann  (and 2 more of this kind: --all)',
    ])
    expect(remarkLines(TOOK, true)).to.deep.equal(TOOK.map(({ message }) => `notice   ${message}`))
  })

  it('count the conventions that are left out', () => {
    expect(remarkLines(CONVENTIONS).at(-1)).to.equal('remark   and 14 more: --all')
    expect(remarkLines(CONVENTIONS, true)).to.have.lengthOf(20)
  })
})
