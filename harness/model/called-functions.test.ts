import { expect } from 'chai'
import { calledIn } from './called-functions.ts'

const CASES: readonly (readonly [code: string, ...names: readonly string[]])[] = [
  ['({ by }, { auth }) => by === auth.name || isStaff(auth)', 'isStaff'],
  ['(a) => { if (isOpen (a)) return (a.find(b)); for (;;) { $x(a) } }', 'isOpen', '$x'],
  ['({ by }, { auth }) => by === auth.name || (0,__vite_ssr_import_1__.isStaff)(auth)', 'isStaff'],
  ['(a) => isStaff(a) || isStaff(a.b)', 'isStaff'],
  ['(a) => a.role'],
]

describe('the functions that code calls', () => {
  for (const [code, ...names] of CASES)
    it(`are ${names.join(', ') || 'none'}: ${code}`, () => {
      expect(calledIn([code])).to.deep.equal(names)
    })
})
