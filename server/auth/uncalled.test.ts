import { expect } from 'chai'
import { all, basic, bearer, check, cookieKey, headerKey, named, optional, queryKey } from 'svc/security'
import { checkAuth } from './policy.ts'

const MAKERS: Readonly<Record<string, unknown>> = {
  bearer,
  basic,
  queryKey,
  headerKey,
  cookieKey,
  optional,
  all,
  check,
  named,
}

describe('a function that makes authenticators, uncalled', () => {
  for (const [name, maker] of Object.entries(MAKERS)) {
    const said = `auth is the function ${name} itself, not the authenticator that it returns. Write ${name}(…).`
    it(`is a load error: ${name}`, () => {
      expect(() => checkAuth(maker, undefined)).to.throw(said)
      expect(() => checkAuth([maker], undefined)).to.throw(said)
      expect(() => checkAuth(optional(maker as never), undefined)).to.throw(said)
      expect(() => checkAuth(named('x', maker as never), undefined)).to.throw(said)
    })
  }
})
