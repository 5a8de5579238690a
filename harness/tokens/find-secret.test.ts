import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  if (found.key === undefined) return undefined
  expect(found.key).to.equal(key)
  return found.how
}

describe('the secret of a token', function () {
  this.timeout(300_000)

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
    ['this is a secret', 'a phrase, 16 characters'],
    ['my super secret key', 'a phrase, 19 characters'],
    ['change me please', 'a phrase, 16 characters'],
    ['This-Is-My-Very-Secret-Key', 'a phrase, 26 characters'],
    ['PLEASE_CHANGE_ME_IN_PRODUCTION', 'a phrase with an ending, 30 characters'],
    ['thisIsNotASecret', 'a phrase, 16 characters'],
    ['do not use in production', 'a phrase with an ending, 24 characters', {}, 'HS512'],
    ['dev-insecure-key-change-in-production', 'a phrase for the time of development, 37 characters'],
    ['LOCAL_JWT_SECRET_DO_NOT_USE_IN_PRODUCTION', 'a phrase for the time of development, 41 characters'],
    ['super-secret-key-2024', 'a phrase with an ending, 21 characters'],
    [
      'my kennel secret key',
      'a phrase with a name of the document or the host, 20 characters',
      { names: ['Kennel API'] },
    ],
    ['secret_key_for_kennel', 'a phrase with a name of the document or the host, 21 characters', { names: ['Kennel'] }],
    // Not a sentence of examples, and their words in an order that means nothing.
    ['the heron eats seven grey stones', undefined, { most: 900_000 }],
    ['secret a is this', undefined, { most: 900_000 }],
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
    expect(await searching).to.include({ isWhole: false })
  })
})

describe("the secret of a token, among a user's own words", function () {
  this.timeout(300_000)
  let folder = ''
  before(() => (folder = mkdtempSync(join(tmpdir(), 'svc-crack-'))))
  after(() => rmSync(folder, { recursive: true }))

  async function crack(
    key: string,
    text: string,
    seconds = 60,
  ): Promise<{ readonly found: Awaited<ReturnType<typeof findSecret>>; readonly said: number }> {
    const file = join(folder, 'words.txt')
    writeFileSync(file, text)
    let said = 0
    const signed = readSigned(token(key))
    if (signed === undefined) throw new Error('no token')
    const found = await findSecret(signed, { names: [], most: 1_000, crack: { file, seconds, progress: () => said++ } })
    return { found, said }
  }

  it('is found as it is, and in its forms, in a file of any size', async () => {
    const many = Array.from({ length: 90_000 }, (_, at) => `línea ${at} of the list`)
    const { found } = await crack('Zaphod, the 2nd', [...many, 'Zaphod, the 2nd', 'x'].join('\r\n'))
    expect(found).to.include({ key: 'Zaphod, the 2nd', how: 'a word of --crack, 15 characters' })
    expect((await crack('krakatau99', 'tambora\nkrakatau')).found).to.include({
      how: 'a word of --crack and digits, 10 characters',
    })
    expect((await crack('línea 89999 of the list', many.join('\n'))).found).to.include({
      key: 'línea 89999 of the list',
    })
  })

  it('is not found where no word is it; all were tried', async () => {
    const { found } = await crack('b1946ac92492d2347c6235b4d2611184', 'tambora\nkrakatau')
    expect(found).to.include({ isWhole: true })
    expect(found.key).to.equal(undefined)
  })

  it('is looked for until the time is over, and says how far it is', async () => {
    const many = Array.from({ length: 60_000 }, (_, at) => `word${at}`).join('\n')
    const { found, said } = await crack('b1946ac92492d2347c6235b4d2611184', many, 3)
    expect(found).to.include({ isWhole: false })
    expect(found.tried).to.be.greaterThan(1_000)
    expect(said).to.be.greaterThan(0)
  })

  it('is not looked for in a file that is one line of other bytes', async () => {
    expect((await crack('b1946ac92492d2347c6235b4d2611184', '\0'.repeat(900_000))).found).to.include({ isWhole: true })
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
