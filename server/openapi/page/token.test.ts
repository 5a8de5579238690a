import { expect } from 'chai'
import { describeToken, missingScopes, readToken } from './token.ts'

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const tokenOf = (claims: unknown): string => `${encode({ alg: 'ES256' })}.${encode(claims)}.c2ln`
const NOON = new Date(2030, 0, 1, 12).getTime()

describe('a token on the page', () => {
  it('is read where it is one, of any alphabet, and nothing else is', () => {
    expect(readToken(tokenOf({ sub: 'Åsa ☃', exp: 7 }))).to.deep.equal({
      claims: { sub: 'Åsa ☃', exp: 7 },
      scopes: [],
      end: 7_000,
    })
    const others = ['', 'v1', 'a.b.c', `a.${encode(['sub'])}.c`, `a.${encode(null)}.c`, `${tokenOf({})}.d.e`, 'a.%.c']
    for (const other of others) expect(readToken(other), other).to.equal(undefined)
    expect(readToken(tokenOf({ exp: 1e300 }))).to.not.have.property('end')
  })

  it('says its claims and its end, and that they are not checked', () => {
    const end = NOON / 1_000 + 60
    const token = tokenOf({
      iss: 'https://id.example',
      sub: 'ann',
      scope: 'a b',
      aud: ['x', 'y'],
      exp: end,
      secret: 's',
    })
    expect(describeToken(token, NOON)).to.match(
      /^The token says, and this page does not check it: sub ann · scope a b · aud \["x","y"\] · iss https:\/\/id\.example · until \S*12:01/,
    )
    expect(describeToken(token, NOON + 61_000)).to.match(/ · ended /)
    expect(describeToken(tokenOf({ sub: 'x'.repeat(500) }), NOON)).to.match(/sub x{80}… · no end$/)
    expect(describeToken('opaque', NOON)).to.equal(undefined)
  })

  it('lacks the scopes that it does not hold as exact members, in both claims', () => {
    const asked = ['a', 'b', 'c']
    expect(missingScopes(tokenOf({ scope: 'a ab' }), asked)).to.deep.equal(['b', 'c'])
    expect(missingScopes(tokenOf({ scope: 'a', scp: ['b', 3] }), asked)).to.deep.equal(['c'])
    expect(missingScopes(tokenOf({}), asked)).to.deep.equal(asked)
  })

  it('lacks nothing as far as the page knows where it is opaque', () => {
    expect(missingScopes('opaque', ['a'])).to.deep.equal([])
    expect(missingScopes('', ['a'])).to.deep.equal([])
  })
})
