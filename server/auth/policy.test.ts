import { expect } from 'chai'
import { LoadError } from '../base/errors.ts'
import { headerKey, queryKey } from './api-key.ts'
import { basic } from './basic.ts'
import { bearer, HttpBearer } from './bearer.ts'
import { all, check, inherit, optional } from './combinators.ts'
import { formatAuth } from '../model/description.ts'
import { applyDeclaration, type Declaration, UNDECLARED } from './policy.ts'

const source = { file: 'routes/pets.ts', line: 4 }
const at = (level: Declaration['level'], value: unknown): Declaration => ({ level, value, source })
const never = () => null
const resolve = (chain: readonly Declaration[]) => chain.reduce(applyDeclaration, UNDECLARED)
const token = bearer(never, { name: 'Token' })
const key = queryKey('key', never, { name: 'Key' })
const device = headerKey('X-Device', never, { name: 'Device' })
const user = basic(never, { name: 'User' })

class TokenAuth extends HttpBearer {
  override authenticate(): null {
    return null
  }
}

describe('a chain of declarations', () => {
  const shown = (...chain: Declaration[]): string => {
    const { level, description } = resolve(chain)
    return `${level}: ${description ? formatAuth(description) : String(description)}`
  }

  it('lets the innermost level that says anything decide', () => {
    expect([
      shown(),
      shown(at('api', token)),
      shown(at('api', token), at('folder', key)),
      shown(at('api', token), at('folder', key), at('operation', device)),
      shown(at('api', token), at('operation', null)),
      shown(at('folder', null), at('operation', token)),
    ]).to.deep.equal([
      'none: undefined',
      'api: Token',
      'folder: Key',
      'operation: Device',
      'operation: null',
      'operation: Token',
    ])
  })

  it('puts what encloses in the place of inherit', () => {
    expect([
      shown(at('api', token), at('operation', [inherit, key])),
      shown(at('api', [token, device]), at('operation', [key, inherit])),
      shown(at('api', token), at('folder', [inherit, key]), at('operation', [inherit, device])),
      shown(at('api', token), at('operation', inherit)),
      shown(at('api', token), at('operation', check(inherit, never as never))),
    ]).to.deep.equal([
      'operation: [Token, Key]',
      'operation: [Key, Token, Device]',
      'operation: [Token, Key, Device]',
      'operation: Token',
      'operation: check(Token, never)',
    ])
  })

  const GOT_A_STRING =
    'auth must be an authenticator, a list of them, or null; got "bearer". Import one from "svc/security".'
  const ONE_HEADER =
    'all(...) needs Bearer and Basic in one Authorization header, which holds only one credential. ' +
    'Use a list for either of them, or read one from another header.'
  const refused: readonly (readonly [string, readonly Declaration[], string])[] = [
    [
      'undefined',
      [at('operation', undefined)],
      'auth is written but undefined, which is what a misspelt import looks like. ' +
        'Give it an authenticator, null for public, or leave it out to inherit.',
    ],
    [
      'a string',
      [at('operation', 'bearer')],
      'auth must be an authenticator, a list of them, or null; got "bearer". Import one from "svc/security".',
    ],
    [
      'a boolean',
      [at('operation', false)],
      'auth must be an authenticator, a list of them, or null; got false. Import one from "svc/security".',
    ],
    [
      'an object',
      [at('operation', {})],
      'auth must be an authenticator, a list of them, or null; got an object that is not an authenticator. ' +
        'Import one from "svc/security".',
    ],
    [
      'a generator function',
      [at('operation', function* ask() {})],
      'auth must be an authenticator, a list of them, or null; got the generator function ask. ' +
        'Import one from "svc/security".',
    ],
    ['a class', [at('operation', TokenAuth)], 'auth is the class TokenAuth, not an instance. Write new TokenAuth().'],
    [
      'an empty list',
      [at('operation', [])],
      'auth is an empty list, which nothing can pass. List an authenticator, or write null for public.',
    ],
    [
      'null in a list',
      [at('operation', [token, null])],
      'auth has null at position 2 of its list. ' +
        'Use optional(...) as the last member to let requests without a credential through.',
    ],
    [
      'a hole in a list',
      // oxlint-disable-next-line no-sparse-arrays -- the hole is the case
      [at('operation', [, token])],
      'auth has undefined at position 1 of its list. ' +
        'Use optional(...) as the last member to let requests without a credential through.',
    ],
    [
      'a list in a list',
      [at('operation', [token, [key]])],
      'auth has a list inside its list, at position 2. Write its members in the outer list, or all(...) if every one of them is needed.',
    ],
    [
      'optional before the end',
      [at('operation', [optional(token), key])],
      'auth has optional(...) before the end of its list, so what follows would never be asked. Put it last.',
    ],
    [
      'optional inherited before the end',
      [at('api', optional(token)), at('operation', [inherit, key])],
      'auth has optional(...) before the end of its list, so what follows would never be asked. Put it last.',
    ],
    [
      'two credentials in one header',
      [at('operation', all(token, user))],
      'all(...) needs Bearer and Basic in one Authorization header, which holds only one credential. ' +
        'Use a list for either of them, or read one from another header.',
    ],
    ['a string in a list', [at('operation', [token, 'bearer'])], GOT_A_STRING],
    ['a string in all', [at('operation', all(token, 'bearer' as never))], GOT_A_STRING],
    [
      'a string in check',
      [
        at(
          'operation',
          check('bearer' as never, () => false),
        ),
      ],
      GOT_A_STRING,
    ],
    ['a string in optional', [at('operation', optional('bearer' as never))], GOT_A_STRING],
    [
      'null in all',
      [at('operation', all(token, null as never))],
      'auth must be an authenticator, a list of them, or null; got null. Import one from "svc/security".',
    ],
    [
      'a generator function without a name',
      [at('operation', (() => function* () {})())],
      'auth must be an authenticator, a list of them, or null; got the generator function without a name. ' +
        'Import one from "svc/security".',
    ],
    [
      'a class without a name',
      [at('operation', (() => class {})())],
      'auth is the class (class { … }), not an instance. Write new (class { … })().',
    ],
    [
      'optional before several others',
      [at('operation', [optional(token), key, device])],
      'auth has optional(...) before the end of its list, so what follows would never be asked. Put it last.',
    ],
    [
      'optional before the end of a list that is optional itself',
      [at('operation', optional([optional(token), key] as never))],
      'auth has optional(...) before the end of its list, so what follows would never be asked. Put it last.',
    ],
    [
      'optional before the end of a list in all',
      [at('operation', all(key, optional([optional(token), device] as never)))],
      'auth has optional(...) before the end of its list, so what follows would never be asked. Put it last.',
    ],
    ['two credentials in one header, as a member', [at('operation', [key, all(token, user)])], ONE_HEADER],
    [
      'two credentials in one header, one of them from any of a list',
      [at('api', [token, token]), at('operation', all(inherit, user))],
      ONE_HEADER,
    ],
    [
      'a key in the header of a token',
      [
        at(
          'operation',
          all(
            token,
            headerKey('AUTHORIZATION', () => 1),
          ),
        ),
      ],
      ONE_HEADER.replace('Basic', 'a key'),
    ],
    [
      'inherit without anything around it',
      [at('operation', [inherit, key])],
      'inherit stands for nothing here: no enclosing level declares auth. Name an authenticator.',
    ],
    [
      'inherit under null',
      [at('folder', null), at('operation', [inherit, key])],
      'inherit stands for nothing here: the enclosing level is public (null). Name an authenticator.',
    ],
  ]
  for (const [what, chain, problem] of refused) {
    it(`refuses ${what}`, () => {
      expect(() => resolve(chain)).to.throw(LoadError, `routes/pets.ts:4  ${problem}`)
    })
  }

  it('allows all of two kinds that are read in two places', () => {
    expect(shown(at('operation', all(token, device)))).to.equal('operation: all(Token, Device)')
    expect(shown(at('operation', all(token, token)))).to.equal('operation: all(Token, Token)')
    const named = queryKey('authorization', () => 1, { name: 'Named' })
    expect(shown(at('operation', all(token, named)))).to.equal('operation: all(Token, Named)')
  })

  it('allows all of two kinds where a list leaves a way around the one header', () => {
    const chain = [at('api', [token, device]), at('operation', all(inherit, user))]
    expect(shown(...chain)).to.equal('operation: all([Token, Device], User)')
  })
})
