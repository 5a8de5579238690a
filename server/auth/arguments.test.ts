import { expect } from 'chai'
import { basic, bearer, cookieKey, headerKey, HttpBearer, queryKey } from 'svc/security'
import { checkAuth } from './policy.ts'

/** As JavaScript calls them. */
const make = (maker: unknown, ...args: readonly unknown[]): unknown =>
  (maker as (...args: readonly unknown[]) => unknown)(...args)
const find = (): undefined => undefined
class Finder {}

describe('a function that makes an authenticator refuses', () => {
  const rows: readonly (readonly [what: string, maker: unknown, args: readonly unknown[], said: RegExp])[] = [
    [
      'the arguments of a key in the other order',
      headerKey,
      [find, 'X-Key'],
      /other order\. Write headerKey\("X-Key", /,
    ],
    ['a key without its name', headerKey, [find], /name first.*got the function find\. Write headerKey\("X-API-Key", /],
    ['an empty name', queryKey, ['', find], /not empty; got ""\. Write queryKey\("api_key", /],
    [
      'a key without its function',
      cookieKey,
      ['sid'],
      /second; got undefined\. Write cookieKey\("sid", \(request, key\)/,
    ],
    ['a key with a text to compare', headerKey, ['X-Key', 'secret'], /second; got "secret"/],
    ['a class', headerKey, ['X-Key', Finder], /got the class or generator Finder/],
    [
      'a token to compare',
      bearer,
      ['supersecret'],
      /first; got "supersecret"\. Write bearer\(\(request, token\) => …\)/,
    ],
    ['what an import misspelt gives', bearer, [undefined], /got undefined/],
    ['a generator', basic, [function* users() {}], /got the class or generator users.*\(request, username, password\)/],
    ['a list of users', basic, [[]], /got an object/],
    [
      'a name in the place of the options',
      bearer,
      [find, 'Token'],
      /options last, as \{ name: 'Token' \}; got "Token"/,
    ],
    [
      'an option that does not exist',
      bearer,
      [find, { shceme: 'Token' }],
      /no option "shceme"\. Did you mean "scheme"/,
    ],
    ['a scheme for Basic', basic, [find, { scheme: 'Token' }], /no option "scheme"\. Options are name, description/],
    ['an option of a key that does not exist', headerKey, ['X', find, { paramName: 'Y' }], /no option "paramName"/],
  ]
  for (const [what, maker, args, said] of rows) {
    it(what, () => {
      expect(() => make(maker, ...args)).to.throw(said)
    })
  }
})

describe('the scheme of a bearer', () => {
  const load =
    (scheme: unknown): (() => void) =>
    () =>
      checkAuth(bearer(find, { scheme: scheme as string }), undefined)

  it('is a token of HTTP', () => {
    expect(load('Token')).not.to.throw()
    expect(load('To ken')).to.throw(/find reads the scheme "To ken" .* cannot be one\. Write one word/)
    expect(load('')).to.throw(/reads the scheme ""/)
    expect(load(7)).to.throw(/reads the scheme 7/)
  })

  it('is not Basic, whose credential is a pair', () => {
    expect(load('basic')).to.throw(/a user name and a password\. Use basic\(…\)/)
  })

  it('is checked in a class too', () => {
    class Odd extends HttpBearer {
      override readonly scheme = 'a:b'
      override authenticate(): undefined {
        return undefined
      }
    }
    expect(() => checkAuth(new Odd(), undefined)).to.throw(/Odd reads the scheme "a:b"/)
  })
})
