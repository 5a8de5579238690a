import { expect } from 'chai'
import { BASIC, BEARER, REQUEST, SESSION } from '../model/carrier.ts'
import { challengesOf } from './challenge.ts'
import { type AuthDescription, describeLeaf } from '../model/description.ts'

const bearer: AuthDescription = describeLeaf(BEARER, { name: 'A' })
const other: AuthDescription = describeLeaf(BEARER, { name: 'B' })
const basic: AuthDescription = describeLeaf(BASIC, { name: 'C' })
const key: AuthDescription = describeLeaf({ in: 'header', name: 'X-"Key"' }, { name: 'D' })
const session: AuthDescription = describeLeaf(SESSION, { name: 'E', superuser: true })
const callable: AuthDescription = describeLeaf(REQUEST, { name: 'F' })

describe('challengesOf', () => {
  const rows: readonly (readonly [what: string, description: AuthDescription, challenges: readonly string[]])[] = [
    ['bearer', bearer, ['Bearer realm="api"']],
    ['basic', basic, ['Basic realm="api", charset="UTF-8"']],
    ['key', key, [String.raw`ApiKey realm="api", in="header", name="X-\"Key\""`]],
    ['session', session, ['Session realm="api"']],
    ['callable', callable, ['Custom realm="api"']],
    [
      'list, in its order and each once',
      { kind: 'list', members: [basic, bearer, { kind: 'all', members: [other, session] }] },
      ['Basic realm="api", charset="UTF-8"', 'Bearer realm="api"', 'Session realm="api"'],
    ],
    ['optional', { kind: 'optional', member: bearer }, ['Bearer realm="api"']],
    ['check', { kind: 'check', member: bearer, guard: 'isAdmin' }, ['Bearer realm="api"']],
  ]
  for (const [what, description, challenges] of rows) {
    it(`a ${what}`, () => expect(challengesOf(description, 'api')).to.deep.equal(challenges))
  }

  it('a title, without characters that no header field can carry', () => {
    expect(challengesOf(bearer, 'My "\\"\r\nSet-Cookie: a=b\u0000 Caf\u00e9\t')).to.deep.equal([
      'Bearer realm="My \\"\\\\\\"Set-Cookie: a=b Caf\t"',
    ])
  })
})
