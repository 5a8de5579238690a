import { expect } from 'chai'
import { chooseCoding } from './negotiation.ts'

describe('the coding of a body', () => {
  const table: readonly [accept: string | null, coding: string][] = [
    [null, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['BR;q=0.5, gzip', 'br'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['br;q=0.000, gzip;q=0', 'identity'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['br;q=0, *', 'gzip'],
    ['deflate', 'identity'],
    [',;q=,', 'identity'],
  ]
  for (const [accept, coding] of table) {
    it(`${accept === null ? 'nothing said' : JSON.stringify(accept)} gives ${coding}`, () => {
      expect(chooseCoding(accept)).to.equal(coding)
    })
  }
})
