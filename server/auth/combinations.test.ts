import { expect } from 'chai'
import { LoadError } from '../base/errors.ts'
import { headerKey } from './api-key.ts'
import { bearer } from './bearer.ts'
import { all, check, optional } from './combinators.ts'
import { describeAuth } from './describe.ts'
import { named } from './named.ts'
import { checkAuth } from './policy.ts'
import { fwAuth } from './session-auth.ts'

const user = bearer(() => null, { name: 'user' })
const device = headerKey('X-Device', () => null, { name: 'device' })
/** As programs do that the compiler does not check. */
const untyped = { all, check, named } as unknown as Readonly<Record<string, (...args: unknown[]) => unknown>>
const {
  all: allOf,
  check: checkOf,
  named: name,
} = untyped as Record<'all' | 'check' | 'named', (...args: unknown[]) => unknown>

const source = { file: 'routes/pets.ts', line: 4 }
const said = (make: () => unknown): string => {
  try {
    checkAuth(make(), source)
    return 'accepted'
  } catch (error) {
    return error instanceof LoadError ? `${error.code} ${error.message.replace(/^\S+:\d+ +/, '')}` : String(error)
  }
}

const REFUSED: Readonly<Record<string, readonly [make: () => unknown, problem: string]>> = {
  'all without a member': [
    () => allOf(),
    'SVC_AUTH_ALL_MEMBERS all(...) needs two members or more; got none. Write all(first, second).',
  ],
  'all of a list': [
    () => allOf([user, device]),
    'SVC_AUTH_ALL_MEMBERS all(...) needs two members or more; got one, a list, of which any passes. Write all(first, second).',
  ],
  'all without a member inside of others': [
    () => [user, optional(allOf() as never)],
    'SVC_AUTH_ALL_MEMBERS all(...) needs two members or more; got none. Write all(first, second).',
  ],
  'check without a guard': [
    () => checkOf(user),
    'SVC_AUTH_GUARD check(authenticator, guard) needs a function as guard; got undefined. Write check(user, (user) => user.isEditor).',
  ],
  'check with a text as guard': [
    () => checkOf(user, 'admin'),
    'SVC_AUTH_GUARD check(authenticator, guard) needs a function as guard; got "admin". Write check(user, (user) => user.isEditor).',
  ],
  'check with an authenticator as guard': [
    () => checkOf(user, device),
    'SVC_AUTH_GUARD check(authenticator, guard) needs a function as guard; got an authenticator. Write check(user, (user) => user.isEditor).',
  ],
  'check with a maker as guard': [
    () => checkOf(user, bearer),
    'SVC_AUTH_GUARD check(authenticator, guard) needs a function as guard; got bearer, which makes authenticators. Write check(user, (user) => user.isEditor).',
  ],
  'a name for a combination': [
    () => name('both', all(user, device)),
    'SVC_AUTH_NAMED named(name, authenticator, scheme) takes one authenticator or a function; a list or a combination has no name. Name its members.',
  ],
  'a name for a list': [
    () => name('both', [user, device]),
    'SVC_AUTH_NAMED named(name, authenticator, scheme) takes one authenticator or a function; a list or a combination has no name. Name its members.',
  ],
  'the name last': [
    () => name(user, 'user'),
    'SVC_AUTH_NAMED named(name, authenticator, scheme) takes the name first, a text that is not empty.',
  ],
  'a scheme of another place': [
    () => named('key', device, { type: 'apiKey', in: 'query', name: 'X-Device' }),
    'SVC_AUTH_NAMED named(name, authenticator, scheme) gives key the scheme {"type":"apiKey","in":"query","name":"X-Device"}, but it is read from header X-Device. Write a scheme of that place, or leave it out.',
  ],
  'a scheme for a session': [
    () => named('session', fwAuth, { type: 'apiKey', in: 'cookie', name: 'svc-session' }),
    'SVC_AUTH_NAMED named(name, authenticator, scheme) gives session the scheme {"type":"apiKey","in":"cookie","name":"svc-session"}, but it is read from session. Write a scheme of that place, or leave it out.',
  ],
  'another scheme of Authorization': [
    () => named('basic', user, { type: 'http', scheme: 'basic' }),
    'SVC_AUTH_NAMED named(name, authenticator, scheme) gives basic the scheme {"type":"http","scheme":"basic"}, but it is read from Authorization: Bearer. Write a scheme of that place, or leave it out.',
  ],
}

describe('a combination that could not do what it says', () => {
  for (const [what, [make, problem]] of Object.entries(REFUSED))
    it(`is a load error: ${what}`, () => expect(said(make)).to.equal(problem))
})

describe('a combination', () => {
  it('takes lists as members', () => {
    expect([said(() => check([user, device], () => true)), said(() => all([user, fwAuth], device))]).to.deep.equal([
      'accepted',
      'accepted',
    ])
  })
})

describe('named, with a scheme', () => {
  const schemes = [
    { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    { type: 'openIdConnect', openIdConnectUrl: 'https://id.example/.well-known/openid-configuration' },
    { type: 'oauth2', flows: {} },
  ] as const
  for (const scheme of schemes)
    it(`describes an authenticator as ${scheme.type}`, () => {
      const jwt = named('jwt', user, scheme)
      expect(describeAuth(jwt)).to.deep.equal({ ...(describeAuth(user) as object), name: 'jwt', scheme })
      expect(describeAuth(user)).to.not.have.property('scheme')
    })
})
