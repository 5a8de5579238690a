import { expect } from 'chai'
import { BROKEN_APPS } from '../../fixtures/broken-apps/index.ts'
import { ROW_NAMES, type RowName } from '../../harness/model/row-name.ts'
import { type Argument, FIND_NOTHING, NOT_SENT } from './earns.ts'
import { formatRanges, parseRanges, readMatrix } from './matrix.ts'

const AGAIN = 'node --conditions=source --import tsx bench/matrix.ts'
const { apps, rows, accused } = readMatrix()

const known = new Set<string>(ROW_NAMES)

/** `key.prefix` of `optional.key.prefix` and of `key.prefix.good`. */
function plain(row: string): string {
  const named = row.replace(/^late\./, '').replace(/^optional\./, '')
  return known.has(named) ? named : named.replace(/\.(?:wrong|good)$/, '')
}

const sent = new Set(Object.keys(rows).map(plain))
const finding = new Set(
  Object.entries(rows)
    .filter(([, found]) => found !== '')
    .map(([row]) => plain(row)),
)
const rowsOf = (groups: readonly Argument[]): readonly RowName[] => groups.flatMap((group) => group.rows).toSorted()

describe('the matrix of rows and broken applications', () => {
  it(`has every row, or the line why it is not sent, but for a few that are newer; else run: ${AGAIN}`, () => {
    const argued = rowsOf(NOT_SENT)
    expect(argued.filter((row) => sent.has(row))).to.deep.equal([])
    const newer = ROW_NAMES.filter((row) => !sent.has(row) && !argued.includes(row))
    expect(newer.length, newer.join(' ')).to.be.at.most(ROW_NAMES.length / 50)
  })

  it('has a line for each row that finds nothing, and for no other', () => {
    expect(ROW_NAMES.filter((row) => sent.has(row) && !finding.has(row)).toSorted()).to.deep.equal(rowsOf(FIND_NOTHING))
  })

  it('has no row that is gone', () => {
    expect([...sent].filter((row) => !known.has(row))).to.deep.equal([])
  })

  it('finds every broken application that is in it, and accuses no correct one', () => {
    const found = new Set(Object.values(rows).flatMap(parseRanges))
    expect(apps.filter((_, at) => !found.has(at))).to.deep.equal([])
    expect(accused).to.deep.equal({})
  })

  it('knows no application that is gone, and three quarters of those of today', () => {
    const today = Object.values(BROKEN_APPS).flatMap((those) => those.map(({ id }) => id))
    expect(apps.filter((id) => !today.includes(id))).to.deep.equal([])
    expect(today.filter((id) => !apps.includes(id)).length).to.be.at.most(today.length / 4)
  })

  it('writes numbers as ranges', () => {
    for (const numbers of [[], [3], [0, 1, 2, 5, 7, 8]])
      expect(parseRanges(formatRanges(numbers))).to.deep.equal(numbers)
    expect(formatRanges([0, 1, 2, 5, 7, 8])).to.equal('0-2,5,7-8')
  })
})
