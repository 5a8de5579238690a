import { expect } from 'chai'
import { declaredFor, formatAge, formatTested } from './access.ts'
import type { Person } from './configuration.ts'
import { ANONYMOUS } from './people.ts'
import { readOperations, readSchemes } from './schemes.ts'
import type { ShownOperation } from './scalar.ts'

const SCHEMES = {
  Token: { type: 'http', scheme: 'bearer' },
  Key: { type: 'apiKey', in: 'query', name: 'api_key' },
  fwAuth: { type: 'apiKey', in: 'cookie', name: 'sid' },
} as const
const ANN: Person = { name: 'ann', roles: [], typed: { Token: { token: 't' } }, hasSession: true }
const KEYS: Person = { name: 'valid', roles: [], typed: { Key: { token: 'k' } }, hasSession: false }

const declared = (operation: ShownOperation, person: Person): string => {
  const document = { paths: { '/x': { get: operation } }, components: { securitySchemes: SCHEMES } }
  const schemes = new Map(readSchemes(document, 'sid').map((scheme) => [scheme.name, scheme]))
  return readOperations(document)
    .map((facts) => declaredFor(facts, person, schemes))
    .join()
}

describe('what is declared for a person', () => {
  const checked = { 'x-svc-auth': { access: 'Token, then the check isChief' } }
  const table: readonly (readonly [string, ShownOperation, readonly string[]])[] = [
    ['a public operation', { security: [] }, ['open', 'open', 'open']],
    ['a token', { security: [{ Token: [] }] }, ['no', 'may', 'no']],
    ['a session', { security: [{ fwAuth: [] }] }, ['no', 'may', 'no']],
    ['one of two', { security: [{ Token: [] }, { Key: [] }] }, ['no', 'may', 'may']],
    ['both', { security: [{ Token: [], Key: [] }] }, ['no', 'no', 'no']],
    ['a token or nothing', { security: [{ Token: [] }, {}] }, ['open', 'open', 'open']],
    ['a check', { security: [{ Token: [] }], ...checked }, ['no', 'checked', 'no']],
    [
      'a resource that is open',
      { security: [], 'x-svc-auth': { access: 'open, then the resource a {id}' } },
      ['checked', 'checked', 'checked'],
    ],
    ['superusers', { security: [{ fwAuth: [] }], 'x-badges': [{ name: 'Superuser' }] }, ['no', 'checked', 'no']],
    ['a function', { 'x-svc-auth': { custom: ['ipWhitelist'] } }, ['checked', 'checked', 'checked']],
  ]
  for (const [what, operation, expected] of table)
    it(`with ${what}`, () => {
      expect([ANONYMOUS, ANN, KEYS].map((person) => declared(operation, person))).to.deep.equal(expected)
    })
})

describe('what came of a person’s requests', () => {
  it('has a tick, or a cross for a finding', () => {
    expect(formatTested({ came: ['200', '204'], isWrong: false })).to.equal('✓ 200, 204')
    expect(formatTested({ came: ['200'], isWrong: true })).to.equal('✕ 200')
    expect(formatTested(undefined)).to.equal('')
  })

  it('has an age', () => {
    const table = [
      [0, 'just now'],
      [59_999, 'just now'],
      [60_000, '1 minute ago'],
      [3_599_999, '59 minutes ago'],
      [7_200_000, '2 hours ago'],
      [200_000_000, '2 days ago'],
    ] as const
    for (const [passed, text] of table) expect(formatAge(1_000, 1_000 + passed)).to.equal(text)
  })
})
