import { expect } from 'chai'
import { z } from 'zod'
import { bareStatusOf, isStatusMap } from './status-map.ts'

describe('isStatusMap', () => {
  const cases: readonly (readonly [string, unknown, boolean])[] = [
    ['schemas by status', { 200: z.string(), 204: null }, true],
    ['a plain shape', { id: Number }, false],
    ['a plain shape with one field that is a number', { 200: Number, id: Number }, false],
    ['an empty object', {}, false],
    ['a validator', z.string(), false],
    ['nothing', undefined, false],
  ]
  for (const [what, response, expected] of cases) {
    it(`says ${expected ? 'yes' : 'no'} to ${what}`, () => {
      expect(isStatusMap(response)).to.equal(expected)
    })
  }
})

describe('bareStatusOf', () => {
  const cases: readonly (readonly [readonly number[], number | undefined])[] = [
    [[200, 201], 200],
    [[201, 404], 201],
    [[201, 202], undefined],
    [[404], undefined],
    [[303], undefined],
  ]
  for (const [statuses, expected] of cases) {
    it(`of ${statuses.join(', ')} is ${String(expected)}`, () => {
      expect(bareStatusOf(statuses)).to.equal(expected)
    })
  }
})
