import { expect } from 'chai'
import { Redactor } from './redact.ts'

const VALUE = 'K-header-9f27c1-012'
const SEAL = Array.from({ length: 60 }, (_, i) => (i * 7_919 + 100_003).toString(36).padStart(5, 'z')).join('')
const redactor = new Redactor([
  { value: VALUE, label: 'env:KEY' },
  { value: SEAL, label: 'session' },
])

describe('redactor', () => {
  const forms: Readonly<Record<string, string>> = {
    whole: VALUE,
    'in capitals': VALUE.toUpperCase(),
    base64: Buffer.from(VALUE).toString('base64'),
    base64url: Buffer.from(VALUE).toString('base64url'),
    hexadecimal: Buffer.from(VALUE).toString('hex'),
    reversed: [...VALUE].toReversed().join(''),
  }
  for (const [name, form] of Object.entries(forms)) {
    it(`finds a secret ${name}`, () => {
      expect({ leaks: redactor.leaks(`a ${form} b`), shown: redactor.redact(`a ${form} b`) }).to.deep.equal({
        leaks: true,
        shown: 'a [env:KEY] b',
      })
    })
  }

  it('says which part of a secret was there', () => {
    expect(redactor.redact(`Bearer ${VALUE.slice(0, -1)}`)).to.equal('Bearer [env:KEY: chars 1-18 of 19]')
  })

  it('hides a seal that was cut', () => {
    expect(redactor.redact(SEAL.slice(0, -1))).to.equal('[session: chars 1-299 of 300]')
  })

  it('leaves what is no secret', () => {
    const text = '{"detail":"Unauthorized"}'
    expect({ leaks: redactor.leaks(text), shown: redactor.redact(text) }).to.deep.equal({ leaks: false, shown: text })
  })

  it('knows a secret that was added later', () => {
    const one = new Redactor([])
    expect(one.leaks('a-later-secret')).to.equal(false)
    one.add({ value: 'a-later-secret', label: 'taken' })
    expect(one.leaks('a-later-secret')).to.equal(true)
  })
})
