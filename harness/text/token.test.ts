import { createHash, createHmac } from 'node:crypto'
import { expect } from 'chai'
import { rotateText } from './encoding.ts'
import { decodeToken, haveTwoPurposes, readClaims, withOtherEnd, withOtherSecret } from './token.ts'

const token = (seed: number): string =>
  `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.${createHmac('sha256', String(seed)).update('x').digest('base64url')}`

describe('a token with another last character', () => {
  it('is another token to who decodes it, whatever the bits that are to spare', () => {
    const same = Array.from({ length: 64 }, (_, seed) => token(seed)).filter(
      (one) => decodeToken(withOtherEnd(one)) === decodeToken(one),
    )
    expect(same).to.deep.equal([])
  })

  it('is another signature of two parts to who compares bytes', () => {
    const signatures = Array.from({ length: 64 }, (_, seed) => token(seed).split('.')[2] as string)
    const bytesOf = (text: string): string => Buffer.from(text.slice(3), 'base64url').toString('hex')
    const same = signatures.filter((one) => bytesOf(withOtherEnd(`id.${one}`)) === bytesOf(`id.${one}`))
    expect(same).to.deep.equal([])
  })

  it('keeps everything before it', () => {
    expect(withOtherEnd('K-header-01')).to.match(/^K-header-0[02-9]$/)
  })
})

describe('bytes in base64 that stand in for others', () => {
  const isCanonical = (text: string): boolean => Buffer.from(text, 'base64url').toString('base64url') === text
  const sizes = [16, 20, 32, 48, 64]
  const sealed = (size: number, seed: number): string =>
    createHash('sha512').update(String(seed)).digest().subarray(0, size).toString('base64url')
  const cases: readonly (readonly [string, (token: string) => readonly string[]])[] = [
    ['with another secret', (one) => withOtherSecret(one).split('.')],
    ['with another end', (one) => withOtherEnd(one).split('.')],
    ['rotated', (one) => rotateText(one).split('.')],
  ]
  for (const [title, partsOf] of cases)
    it(`leave no bit to spare set, ${title}`, () => {
      const tokens = sizes.flatMap((size) =>
        Array.from(
          { length: 32 },
          (_, seed) => `${sealed(size, seed)}.${sealed(32, -seed)}.${sealed(size, seed + 99)}`,
        ),
      )
      expect(tokens.flatMap(partsOf).filter((part) => !isCanonical(part))).to.deep.equal([])
    })
})

describe('tokens of one issuer', () => {
  const made = (claims: object): string => `${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`
  const ann = { sub: 'ann', type: 'access', exp: 1 }
  const cases: readonly (readonly [string, string, string, boolean])[] = [
    ['of two users have one purpose', made(ann), made({ ...ann, sub: 'bob', exp: 2 }), false],
    ['with another type have two', made(ann), made({ ...ann, type: 'refresh' }), true],
    ['with another claim have two', made(ann), made({ ...ann, order: 7 }), true],
    ['with another audience have two', `e30.${made({ aud: ['a'] })}`, `e30.${made({ aud: ['b'] })}`, true],
    ['that are not in JSON have none that is known', 'a.b', made(ann), false],
  ]
  for (const [title, one, other, isSo] of cases)
    it(title, () => expect([haveTwoPurposes(one, other), haveTwoPurposes(other, one)]).to.deep.equal([isSo, isSo]))
})

describe('the claims of a token', () => {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const cases: readonly (readonly [title: string, token: string, claims: object | undefined])[] = [
    ['of three parts', `${part({ alg: 'HS256' })}.${part({ sub: 'ann' })}.c2ln`, { sub: 'ann' }],
    ['of two parts', `${part({ sub: 'ann' })}.c2ln`, { sub: 'ann' }],
    ['of one part', part({ sub: 'ann' }), undefined],
    ['with a list in it', `${part([1])}.c2ln`, undefined],
    ['not in JSON', 'Key.of.ann', undefined],
    ['empty', '', undefined],
  ]
  for (const [title, token, claims] of cases) it(title, () => expect(readClaims(token)).to.deep.equal(claims))
})

describe('the decoding of a token', () => {
  it('leaves bits to spare out of account', () => {
    expect(decodeToken('a.b.AAB')).to.equal(decodeToken('a.b.AAA'))
    expect(decodeToken('a.b.AAE')).to.not.equal(decodeToken('a.b.AAA'))
  })

  it('leaves out what is not of the alphabet', () => {
    expect(decodeToken('a.b.AAE\u00e9')).to.equal(decodeToken('a.b.AAE'))
  })

  it('leaves out white space behind it', () => {
    const [whole] = [token(1)]
    expect([`${whole} `, `${whole}\n`, `${whole}\u00a0`].map(decodeToken)).to.deep.equal(
      [whole, whole, whole].map(decodeToken),
    )
  })

  it('leaves what is not a JSON Web Token as it is', () => {
    const others = ['Key-of-ann-AAB', 'a.b.AAB and more', 'x a.b.AAB', 'a.b.']
    expect(others.map(decodeToken)).to.deep.equal(others)
  })
})

describe('another token of the same form', () => {
  it('has another signature and nothing else, where there is one', () => {
    expect(withOtherSecret('a.b.AAE'))
      .to.match(/^a\.b\.[A-Z]{3}$/)
      .and.to.not.equal('a.b.AAE')
    expect(withOtherSecret('Key-1'))
      .to.match(/^[A-Z][a-z]{2}-\d$/)
      .and.to.not.equal('Key-1')
    expect(withOtherSecret('Token a.b.AAE')).to.match(/^Token a\.b\.[A-Z]{3}$/)
    expect(withOtherSecret('Token k4711')).to.match(/^Token [a-z]\d{4}$/)
  })
})
