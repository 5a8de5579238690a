import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { madeOf } from './made-of-facts.ts'

const now = Date.UTC(2026, 4, 1)
const base64 = (text: string): string => Buffer.from(text).toString('base64url')
const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex')

describe('a text that a server issues', () => {
  const of = (one: string, other: string): string | undefined =>
    madeOf({ text: one, facts: ['ann', '7'] }, { text: other, facts: ['bob', '12'] }, now)

  it('may be made of names, numbers and the clock', () => {
    expect(of('entry-7', 'entry-12')).to.equal('made of names or numbers that others know')
    expect(of(base64('entry-7'), base64('entry-12'))).to.contain('in base64')
    expect(of(`ann.${now}`, `bob.${now + 90_000}`)).to.contain('the clock')
    expect(of(base64(`ann:${now / 1_000}`), base64(`bob:${now / 1_000 + 4}`))).to.contain('the clock, in base64')
    expect(of(`t${now.toString(36)}`, `t${(now + 5).toString(36)}`)).to.equal(undefined)
    expect(of(`t-${now.toString(36)}`, `t-${(now + 5).toString(36)}`)).to.equal('made of the clock')
  })

  it('may be the digest of a name', () => {
    expect(of(sha1('ann'), sha1('bob'))).to.equal('the SHA-1 of what others know, without a key')
    expect(of(sha1('ann'), sha1('bobby'))).to.equal(undefined)
  })

  it('is not made of them where something else differs', () => {
    const random = (): string => randomBytes(16).toString('base64url')
    expect(of(random(), random())).to.equal(undefined)
    expect(of(`ann.${random()}`, `bob.${random()}`)).to.equal(undefined)
    expect(of(`ann.${now}.${sha1('a')}`, `bob.${now}.${sha1('b')}`)).to.equal(undefined)
  })

  it('is not made of a fact that is random itself, nor of nothing', () => {
    const [one, other] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')]
    expect(madeOf({ text: one, facts: [one] }, { text: other, facts: [other] }, now)).to.equal(undefined)
    expect(of('same', 'same')).to.equal(undefined)
  })
})
