import { expect } from 'chai'
import { askAboutAnswer, askAboutCookie, askAboutLife } from './token-life.ts'

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

describe('the life that the answer of a login says', () => {
  const moment = (seconds: number): string => new Date((now + seconds) * 1_000).toISOString()
  const ask = (members: object): string | undefined => askAboutAnswer('ann', { token: 'x7', ...members }, '/token')

  const long: readonly object[] = [
    { expires_in: 28 * 24 * HOUR },
    { expires_in: String(28 * 24 * HOUR) },
    { expiresIn: 28 * 24 * HOUR },
    { expires: 28 * 24 * HOUR },
    { expiresIn: 28 * 24 * HOUR * 1_000 },
    { expiresAt: moment(28 * 24 * HOUR) },
    { expires_at: now + 28 * 24 * HOUR },
    { expires: (now + 28 * 24 * HOUR) * 1_000 },
    { expiry: String(now + 28 * 24 * HOUR) },
    { token_expires_at: moment(28 * 24 * HOUR) },
    { 'session-expiry': new Date((now + 28 * 24 * HOUR) * 1_000).toUTCString() },
  ]
  for (const members of long)
    it(`is read: ${JSON.stringify(members)}`, () => {
      const [name] = Object.keys(members)
      expect(ask(members)).to.match(new RegExp(`^the token of ann is good for 28 days, as ${name} beside it says`))
    })

  const short: readonly object[] = [
    {},
    { expires_in: HOUR },
    { expiresIn: HOUR * 1_000 },
    { expiresAt: moment(HOUR) },
    { expires_at: now + HOUR },
    { expires: (now + HOUR) * 1_000 },
    { expires: null },
    { expires: true },
    { expires: 'session' },
    { expiresAt: '0001-01-01T00:00:00Z' },
    { refresh_expires_in: 90 * 24 * HOUR },
    { refresh_token_expires_at: moment(90 * 24 * HOUR) },
    { trial: { expires_in: 90 * 24 * HOUR } },
    { password_expires_at: moment(90 * 24 * HOUR) },
  ]
  for (const members of short)
    it(`is not asked about: ${JSON.stringify(members)}`, () => expect(ask(members)).to.equal(undefined))

  it('is that beside the token, and else that of what holds it', () => {
    const days = (count: number): object => ({ expires_in: count * 24 * HOUR })
    expect(askAboutAnswer('ann', { data: { access: 'x7', ...days(3) } }, '/data/access')).to.include('3 days')
    expect(askAboutAnswer('ann', { data: { access: 'x7' }, ...days(3) }, '/data/access')).to.include('3 days')
    expect(askAboutAnswer('ann', { data: { access: 'x7', ...days(1) }, ...days(3) }, '/data/access')).to.equal(
      undefined,
    )
  })
})

describe('the life of a cookie', () => {
  it('is asked about where it is longer than a day', () => {
    expect(askAboutCookie('ann', `sid=x7; Path=/; Max-Age=${28 * 24 * HOUR}`)).to.match(
      /^the cookie sid of ann is good for 28 days/,
    )
    expect(askAboutCookie('ann', `sid=x7; max-age=${28 * 24 * HOUR}; expires=${new Date().toUTCString()}`)).to.include(
      '28 days',
    )
    const century = new Date(Date.now() + 36_525 * 24 * HOUR * 1_000).toUTCString()
    expect(askAboutCookie('ann', `sid=x7; Expires=${century}; HttpOnly`)).to.include('is good for 100 years')
  })

  it('is not asked about up to a day, and where it ends with the browser', () => {
    expect(askAboutCookie('ann', `sid=x7; Path=/; Max-Age=${24 * HOUR}`)).to.equal(undefined)
    expect(askAboutCookie('ann', `sid=x7; Max-Age=${HOUR}; Expires=Fri, 01 Jan 2100 00:00:00 GMT`)).to.equal(undefined)
    expect(askAboutCookie('ann', 'sid=x7; Path=/; HttpOnly')).to.equal(undefined)
    expect(askAboutCookie('ann', 'sid=x7; Expires=soon; Max-Age=long')).to.equal(undefined)
  })
})
