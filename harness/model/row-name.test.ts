import { expect } from 'chai'
import { isRow, printName, ROW_NAMES, type RowName, type RowUse } from './row-name.ts'

// @ts-expect-error: there is no such row, so that no map of rows can have it for a key
const MISSPELT: RowName = 'key.prefx'

describe('the name of a scenario', () => {
  const uses: readonly (readonly [use: RowUse, name: string])[] = [
    [{ row: 'key.prefix' }, 'key.prefix'],
    [{ row: 'role.*.HEAD', variant: 'ann' }, 'role.ann.HEAD'],
    [{ row: 'level.foreign-*', variant: 'Key' }, 'level.foreign-Key'],
    [{ row: 'claim.role-query', variant: '2' }, 'claim.role-query-2'],
    [{ row: 'key.empty', form: 'optional', late: true }, 'late.optional.key.empty'],
    [{ row: 'probe.internal', form: 'wrong' }, 'probe.internal.wrong'],
  ]
  for (const [use, name] of uses)
    it(`of ${JSON.stringify(use)} is ${name}`, () => expect(printName(use)).to.equal(name))

  it('has a row of its own for each of the catalogue', () => {
    expect(ROW_NAMES).to.have.lengthOf(new Set(ROW_NAMES).size).and.include.members(['valid', 'missing', 'key.prefix'])
    expect(ROW_NAMES).to.not.include(MISSPELT)
  })

  it('is that of the row itself only in no form', () => {
    expect(isRow({ row: 'missing' }, 'missing')).to.equal(true)
    expect(isRow({ row: 'missing', form: 'optional' }, 'missing')).to.equal(false)
    expect(isRow({ row: 'missing', late: true }, 'missing')).to.equal(false)
  })
})
