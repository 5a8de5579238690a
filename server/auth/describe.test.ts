import { expect } from 'chai'
import { REQUEST } from '../model/carrier.ts'
import { headerKey } from './api-key.ts'
import { bearer } from './bearer.ts'
import { all, check, inherit, optional } from './combinators.ts'
import { named } from './named.ts'
import { isClass } from '../base/callable.ts'
import { describeAuth, readAuth } from './describe.ts'
import { describeLeaf, formatAuth, leavesOf } from '../model/description.ts'

const token = bearer(() => 1, { name: 'Token' })
const key = headerKey('X-Key', () => 1, { name: 'Key' })
const isAdmin = (): boolean => true
const fromOffice = (): boolean => true

describe('readAuth', () => {
  class Made {
    static authenticate(): number {
      return 1
    }
  }
  function* generate(): Generator<number> {
    yield 1
  }
  async function* generateLater(): AsyncGenerator<number> {
    yield 1
  }
  const rows: readonly (readonly [what: string, value: unknown, kind: string | undefined])[] = [
    ['an authenticator', token, 'authenticator'],
    ['an arrow function', fromOffice, 'callable'],
    ['an async function', async () => 1, 'callable'],
    [
      'a function',
      function named() {
        return 1
      },
      'callable',
    ],
    ['a bound function', Made.authenticate.bind(Made), 'callable'],
    ['a list', [token], 'list'],
    ['inherit', inherit, 'inherit'],
    ['all', all(token, key), 'all'],
    ['optional', optional(token), 'optional'],
    ['check', check(token, isAdmin), 'check'],
    ['a class', Made, undefined],
    ['a generator function, whose iterator is truthy', generate, undefined],
    ['an async generator function', generateLater, undefined],
    ['an object', { authenticate: () => 1 }, undefined],
    ['an object with a brand of its own', { [Symbol('svc.authenticator')]: 'authenticator' }, undefined],
    ['a string', 'bearer', undefined],
    ['true', true, undefined],
    ['null', null, undefined],
    ['undefined', undefined, undefined],
  ]
  for (const [what, value, kind] of rows) {
    it(`takes ${what} for ${kind ?? 'nothing'}`, () => expect(readAuth(value)?.kind).to.equal(kind))
  }
})

describe('isClass', () => {
  it('distinguishes classes from functions', () => {
    const values = [class {}, Map, () => 1, function old() {}, Object, 'class', null]
    expect(values.map(isClass)).to.deep.equal([true, true, false, false, true, false, false])
  })
})

describe('a description', () => {
  const auth = [all(token, key), check(token, isAdmin), named('office', fromOffice), optional(key)]
  const description = describeAuth(auth)

  it('says what is made of what', () => {
    const [bearerData, keyData] = [token.describe(), key.describe()]
    expect(description).to.deep.equal({
      kind: 'list',
      members: [
        { kind: 'all', members: [bearerData, keyData] },
        { kind: 'check', member: bearerData, guard: 'isAdmin' },
        describeLeaf(REQUEST, { name: 'office' }),
        { kind: 'optional', member: keyData },
      ],
    })
  })

  it('has its leaves in evaluation order', () => {
    expect(leavesOf(description).map(({ name }) => name)).to.deep.equal(['Token', 'Key', 'Token', 'office', 'Key'])
  })

  it('is one line for people', () => {
    expect(formatAuth(description)).to.equal('[all(Token, Key), check(Token, isAdmin), office, optional(Key)]')
  })

  it('has the scheme that a callable was given, and no other name than its own', () => {
    const scheme = { type: 'apiKey', in: 'header', name: 'X-Signature' } as const
    expect([
      describeAuth(named('signature', fromOffice, scheme)),
      describeAuth(fromOffice),
      describeAuth([() => 1][0]),
      describeAuth(check(token, () => true)),
    ]).to.deep.equal([
      describeLeaf(REQUEST, { name: 'signature', scheme }),
      describeLeaf(REQUEST, { name: 'fromOffice' }),
      describeLeaf(REQUEST, { name: 'callable' }),
      { kind: 'check', member: token.describe(), guard: 'guard' },
    ])
  })

  it('cannot be made of what is not an auth, nor of an inherit that was not replaced', () => {
    for (const value of ['x', undefined, inherit, [inherit]]) expect(() => describeAuth(value)).to.throw(TypeError)
  })
})
