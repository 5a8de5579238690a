import { expect } from 'chai'
import { compareMatrices, formatMatrix, readMatrix } from './matrix-file.ts'

describe('the file of the matrix', () => {
  const before = new Map([
    ['bob: GET /orders/[id] of ann', '404'],
    ['ann: GET /orders/[id] of ann', '200'],
    ['b: b: GET /a', '200 (not the record), 404'],
  ])

  it('has a line for each cell, by route, and is read as it was written', () => {
    const text = formatMatrix(before)
    expect(text.split('\n').slice(1)).to.deep.equal([
      'ann: GET /orders/[id] of ann: 200',
      'bob: GET /orders/[id] of ann: 404',
      'b: b: GET /a: 200 (not the record), 404',
      '',
    ])
    expect(readMatrix(formatMatrix(new Map([...before].slice(0, 2))))).to.deep.equal(
      new Map([...before].slice(0, 2).toReversed()),
    )
  })

  it('lists what changed, in a part of the plan without what was not sent', () => {
    const after = new Map([
      ['bob: GET /orders/[id] of ann', '200'],
      ['bob: GET /new', '401'],
    ])
    const changed = ['bob: GET /new: not there -> 401', 'bob: GET /orders/[id] of ann: 404 -> 200']
    expect(compareMatrices(new Map([...before].slice(0, 2)), after, false)).to.deep.equal(changed)
    expect(compareMatrices(new Map([...before].slice(0, 2)), after, true)).to.deep.equal([
      changed[0],
      'ann: GET /orders/[id] of ann: 200 -> not sent',
      changed[1],
    ])
  })
})
