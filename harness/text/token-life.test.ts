import { expect } from 'chai'
import { askAboutLife } from './token-life.ts'

const HOUR = 3_600
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenWith = (claims: object): string => `${encode({ alg: 'HS256' })}.${encode(claims)}.c2ln`
const now = Math.floor(Date.now() / 1_000)

describe('the life of a token', () => {
  it('is not asked about up to a day', () => {
    expect(askAboutLife('ann', tokenWith({ iat: now, exp: now + 24 * HOUR }))).to.equal(undefined)
    expect(askAboutLife('ann', tokenWith({ exp: now + 23 * HOUR }))).to.equal(undefined)
    expect(askAboutLife('ann', 'an.opaque.token')).to.equal(undefined)
  })

  it('is asked about where it is longer, or without an end', () => {
    expect(askAboutLife('ann', tokenWith({ iat: now, exp: now + 25 * HOUR }))).to.include('more than a day')
    expect(askAboutLife('ann', tokenWith({ iat: now, exp: now + 720 * HOUR }))).to.include('is good for 30 days')
    expect(askAboutLife('ann', tokenWith({ sub: 'ann' }))).to.include('has no end (exp)')
  })

  it('is that of the token, whatever word stands before it', () => {
    expect(askAboutLife('ann', `Token ${tokenWith({ sub: 'ann' })}`)).to.include('has no end (exp)')
    expect(askAboutLife('ann', `Token ${tokenWith({ iat: now, exp: now + HOUR })}`)).to.equal(undefined)
  })
})
