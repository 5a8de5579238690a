import { expect } from 'chai'
import type { FirstLogin } from '../credentials/server-skeleton.ts'
import { describeFailedLogin } from './failed-login.ts'

const LOGIN = { login: { request: { path: '/login' }, take: { json: '/token' } }, users: [], others: [] } as const
const PASSWORD = { ANN_PASSWORD: 'ann-Pw-7731-kx' }
const NAMED = { ...PASSWORD, ANN_USERNAME: 'anna' }

describe('what --init says of a login that gave no credential', () => {
  const anew = 'and write the file anew'
  const table: readonly (readonly [what: string, Partial<FirstLogin>, env: object, said: string | undefined])[] = [
    [
      'with neither variable',
      { status: undefined },
      {},
      `the login was not sent: take is a guess. Set ANN_PASSWORD, and ANN_USERNAME where the user is not called ann, ${anew}`,
    ],
    [
      'without the password alone',
      { status: undefined },
      { ANN_USERNAME: 'anna' },
      `the login was not sent: take is a guess. Set ANN_PASSWORD, ${anew}`,
    ],
    [
      'that is refused to ann',
      { status: 401, refusal: '{ "error": "no user\n ann, ann-Pw-7731-kx\u0007" }' },
      PASSWORD,
      `the login POST /login answered 401 { "error": "no user ann, [env:ANN_PASSWORD]\\x07" }, so take is a guess. Set ANN_USERNAME where the user is not called ann, or correct ANN_PASSWORD, ${anew}; or correct the request of login in the file`,
    ],
    [
      'that is refused to a user with another name',
      { status: 403 },
      NAMED,
      `the login POST /login answered 403, so take is a guess. Correct ANN_USERNAME or ANN_PASSWORD, ${anew}; or correct the request of login in the file`,
    ],
    [
      'that nothing answers',
      { status: 0 },
      NAMED,
      'the login POST /login got no answer, so take is a guess. Write the file anew when the server answers',
    ],
    [
      'whose answer has none',
      { status: 200, isGuess: true },
      NAMED,
      'the login POST /login answered 200 without a token, a cookie or a field that may be one, so take is a guess: correct it in the file',
    ],
    ['that gave one', { status: 200 }, NAMED, undefined],
  ]
  for (const [what, more, env, said] of table)
    it(`is what is missing, and what was answered: one ${what}`, () => {
      const first: FirstLogin = { ...LOGIN, status: undefined, ...more }
      expect(describeFailedLogin(first, env as Record<string, string>)).to.equal(said)
    })
})
