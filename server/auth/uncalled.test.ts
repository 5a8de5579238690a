import { expect } from 'chai'
import * as security from 'svc/security'
import { checkAuth } from './policy.ts'

const MAKERS = ['bearer', 'basic', 'queryKey', 'headerKey', 'cookieKey', 'optional', 'all', 'check', 'named'] as const

describe('a function that makes authenticators, uncalled', () => {
  for (const name of MAKERS) {
    const maker: unknown = security[name]
    const said = `auth is the function ${name} itself, not the authenticator that it returns. Write ${name}(…).`
    it(`is a load error: ${name}`, () => {
      expect(() => checkAuth(maker, undefined)).to.throw(said)
      expect(() => checkAuth([maker], undefined)).to.throw(said)
      expect(() => checkAuth(security.optional(maker as never), undefined)).to.throw(said)
      expect(() => checkAuth(security.named('x', maker as never), undefined)).to.throw(said)
    })
  }
})
