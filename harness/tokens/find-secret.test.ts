import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { findSecret, forgeToken, readSigned, type SearchInput } from './find-secret.ts'

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function token(key: string, alg = 'HS256'): string {
  const text = `${encode({ alg, typ: 'JWT' })}.${encode({ sub: 'ann' })}`
  return `${text}.${createHmac(alg.replace('HS', 'sha'), key).update(text).digest('base64url')}`
}

async function search(key: string, input: Partial<SearchInput> = {}, alg?: string): Promise<unknown> {
  const signed = readSigned(token(key, alg))
  if (signed === undefined) return 'not a signed token'
  const found = await findSecret(signed, { names: [], ...input })
  if (found !== undefined) expect(found.key).to.equal(key)
  return found?.how
}

describe('the secret of a token', function () {
  this.timeout(60_000)

  // Written down before the search was: what a person would choose, and what cannot be guessed.
  const cases: readonly (readonly [string, string | undefined, Partial<SearchInput>?, string?])[] = [
    ['secret', 'a secret of examples, 6 characters'],
    ['keyboard cat', 'a secret of examples, 12 characters'],
    ['SuperSecret', 'a secret of examples, 11 characters'],
    ['Dragon', 'a word of the public list, 6 characters'],
    ['p4ssw0rd', 'a secret of examples, 8 characters', {}, 'HS512'],
    ['summer2024', 'a word of the public list with an ending, 10 characters', {}, 'HS384'],
    ['monkey7', 'a word of the public list and digits, 7 characters'],
    ['token_secret', 'a word of the public list with an ending, 12 characters'],
    ['0427', 'digits, 4 characters'],
    ['orders-secret', 'a name of the document or the host with an ending, 13 characters', { names: ['Orders API'] }],
    ['krakatau99', 'a word of --crack and digits, 10 characters', { own: ['krakatau'] }],
    ['b1946ac92492d2347c6235b4d2611184', undefined, { most: 60_000 }],
    ['Qz-7!', undefined, { most: 60_000 }],
  ]
  for (const [key, how, input, alg] of cases)
    it(`${how === undefined ? 'is not found where it is' : 'is found where it is'} ${JSON.stringify(key)}`, async () =>
      expect(await search(key, input, alg)).to.equal(how))

  it('is found where it is six digits, within a minute', async () =>
    expect(await search('493027', { most: 1_900_000 })).to.equal('digits, 6 characters'))

  it('is looked for in tokens with an HMAC alone', () => {
    const others = [
      'eyJ.a.b',
      token('k').replace(/\.[^.]*$/, '.'),
      'text',
      `${encode({ alg: 'RS256' })}.e30.${'a'.repeat(43)}`,
    ]
    expect(others.map(readSigned)).to.deep.equal(others.map(() => undefined))
    expect(readSigned(`Token ${token('k')}`)?.algorithm).to.equal('sha256')
  })

  it('is looked for until the run ends', async () => {
    const signed = readSigned(token('b1946ac92492d2347c6235b4d2611184'))
    if (signed === undefined) throw new Error('no token')
    const searching = findSecret(signed, { names: [], isOver: () => true })
    expect(await searching).to.equal(undefined)
  })
})

describe('a forged copy of a token', () => {
  it('says the same in another text, with the signature of the key, after the prefix of the good one', () => {
    const forged = forgeToken(`Token ${token('secret')}`, 'secret')
    const [, , claims = ''] = /^Token (.+)\.(.+)\./.exec(forged) ?? []
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).to.deep.equal({ sub: 'ann' })
    expect(forged).not.to.equal(`Token ${token('secret')}`)
    const signed = readSigned(forged)
    expect(
      createHmac('sha256', 'secret')
        .update(signed?.text ?? '')
        .digest('base64url'),
    ).to.equal(signed?.signature)
  })
})
