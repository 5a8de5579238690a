import { expect } from 'chai'
import { bearer, fwAuth, HttpBearer, headerKey, named } from '../auth/index.ts'
import { declarationOf } from '../auth/declared-at.ts'
import { describeAuth } from '../auth/describe.ts'
import { leavesOf } from '../model/description.ts'

// Outside of server/auth, whose own frames are passed over.
const TOKEN_AUTH = here() + 1
class TokenAuth extends HttpBearer {
  authenticate(): null {
    return null
  }
}

const OPTION_AUTH = here() + 5
class OptionAuth extends HttpBearer {
  readonly realm: string

  constructor(realm: string) {
    super()
    this.realm = realm
  }

  authenticate(): null {
    return null
  }
}

/** The line of this file from which it is called. */
function here(): number {
  const line = new Error('here').stack?.split('\n')[2] ?? ''
  return Number(/:(\d+):\d+\)?$/.exec(line)?.[1])
}

const KEY = bearer(() => null)
const KEY_LINE = here() - 1

describe('where an authenticator is declared', () => {
  const samples: readonly (readonly [what: string, auth: object, line: number])[] = [
    ['a function form', bearer(() => null), here()],
    ['a key', headerKey('X-Key', () => null), here()],
    ['one that is renamed, as the original', named('other', KEY), KEY_LINE],
    ['a function that is given a name', named('custom', () => null), here()],
  ]
  for (const [what, auth, line] of samples) {
    it(`is the line that makes it: ${what}`, () => {
      expect(declarationOf(auth)?.line).to.equal(line)
      const [leaf] = leavesOf(describeAuth(auth))
      expect(leaf && declarationOf(leaf)?.file).to.match(/declared-at\.test\.ts$/)
      expect(leaf && declarationOf(leaf)?.line).to.equal(line)
    })
  }

  it('is the class of an instance', () => {
    const lines = [new TokenAuth(), new OptionAuth('a')].map((auth) => declarationOf(auth)?.line)
    // An engine may leave out an implicit constructor: then it is the line of `new`.
    expect(lines[0]).to.be.oneOf([TOKEN_AUTH, here() - 2])
    expect(lines[1]).to.equal(OPTION_AUTH)
  })

  it('is not known of a plain function, nor of what the package exports', () => {
    expect([declarationOf(() => null), declarationOf(fwAuth)]).to.deep.equal([undefined, undefined])
  })

  it('is not a member that can be seen, compared or printed', () => {
    const described = describeAuth(bearer(() => null, { name: 'Token' }))
    expect(described).to.deep.equal(describeAuth(bearer(() => null, { name: 'Token' })))
    expect(JSON.stringify(described)).to.not.include('declared')
  })
})

describe('a wrong call of named', () => {
  it('is reported where it is written', () => {
    const wrong = (): unknown => named('both', [fwAuth] as never)
    expect(wrong).to.throw(
      `server/declaring/declared-at.test.ts:${here() - 2}  named(name, authenticator, scheme) takes one`,
    )
  })
})
