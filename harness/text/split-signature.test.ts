import { expect } from 'chai'
import { changeSignatures } from './split-signature.ts'

const [ONE, OTHER] = ['a'.repeat(32), 'b'.repeat(32)]

describe('several signatures in one field', () => {
  it('are changed together', () => {
    expect(changeSignatures(`t=17,v1=${ONE},v1=${OTHER}`, (text) => text.slice(0, 2))).to.equal('t=17,v1=aa,v1=bb')
    expect(changeSignatures(`v1=${ONE},v1=${OTHER},t=17`, () => '')).to.equal('v1=,v1=,t=17')
  })

  it('are left out together', () => {
    expect(changeSignatures(`t=17,v1=${ONE},v1=${OTHER}`, () => undefined)).to.equal('t=17')
  })

  it('may be of several versions', () => {
    expect(changeSignatures(`t=17,v1=${ONE},v0=${OTHER}`, () => 'x')).to.equal('t=17,v1=x,v0=x')
  })

  it('are absent where there is one', () => {
    expect(changeSignatures(`t=17,v1=${ONE}`, () => 'x')).to.equal(undefined)
    expect(changeSignatures(`t=17,v1=${ONE},id=${OTHER}`, () => 'x')).to.equal(undefined)
  })
})
