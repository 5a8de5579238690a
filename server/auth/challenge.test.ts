import { expect } from 'chai'
import { challengesOf } from './challenge.ts'
import type { AuthDescription } from './description.ts'

const bearer: AuthDescription = { kind: 'bearer', name: 'A' }
const other: AuthDescription = { kind: 'bearer', name: 'B' }
const basic: AuthDescription = { kind: 'basic', name: 'C' }
const key: AuthDescription = { kind: 'apiKey', in: 'header', paramName: 'X-"Key"', name: 'D' }
const session: AuthDescription = { kind: 'session', superuser: true, name: 'E' }
const callable: AuthDescription = { kind: 'callable', name: 'F' }

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

  it('a title, with what no header field can carry left out', () => {
    expect(challengesOf(bearer, 'My "\\"\r\nSet-Cookie: a=b\u0000 Caf\u00e9\t')).to.deep.equal([
      'Bearer realm="My \\"\\\\\\"Set-Cookie: a=b Caf\t"',
    ])
  })
})
