import { expect } from 'chai'
import { LoadError } from '../base/errors.ts'
import { deriveSessionKey, deriveSessionKeys } from './keys.ts'

describe('deriveSessionKey', () => {
  it('gives two different keys of 32 bytes and an id that says nothing of them', () => {
    const { id, encryption, integrity } = deriveSessionKey('x'.repeat(32))
    expect(id).to.match(/^[0-9a-f]{12}$/)
    expect([encryption.length, integrity.length]).to.deep.equal([32, 32])
    const [first, second] = [encryption, integrity].map((bytes) => Buffer.from(bytes).toString('hex'))
    expect(first).to.not.equal(second)
    expect(first?.startsWith(id) || second?.startsWith(id)).to.equal(false)
  })

  it('gives the same keys for the same secret, and others for another', () => {
    expect(deriveSessionKey('x'.repeat(32))).to.deep.equal(deriveSessionKey('x'.repeat(32)))
    expect(deriveSessionKey('x'.repeat(33)).id).to.not.equal(deriveSessionKey('x'.repeat(32)).id)
  })
})

describe('deriveSessionKeys', () => {
  it('seals with the first and knows all', () => {
    const { newest, byId } = deriveSessionKeys(['n'.repeat(32), 'o'.repeat(32)])
    expect(newest.id).to.equal(deriveSessionKey('n'.repeat(32)).id)
    expect([...byId.keys()]).to.deep.equal([newest.id, deriveSessionKey('o'.repeat(32)).id])
  })

  it('refuses a secret that is too short, and does not print it', () => {
    expect(() => deriveSessionKeys(['n'.repeat(32), 'canary-short'])).to.throw(
      LoadError,
      /^Session secret 2 of 2 is shorter than 32 characters\. (?!.*canary)/,
    )
  })

  for (const secrets of [[], undefined, 'x'.repeat(40), [undefined]] as never[]) {
    it(`refuses ${JSON.stringify(secrets)}`, () => expect(() => deriveSessionKeys(secrets)).to.throw(LoadError))
  }
})
