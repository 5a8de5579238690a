import { expect } from 'chai'
import { SvcAPI } from '../api/api.ts'
import { cookieKey, headerKey, queryKey } from '../auth/api-key.ts'
import { basic } from '../auth/basic.ts'
import { bearer } from '../auth/bearer.ts'
import { all, optional } from '../auth/combinators.ts'
import type { AuthInput } from '../auth/infer.ts'
import { fwAuth } from '../auth/session-auth.ts'
import type { ApiOptions } from '../declaring/settings.ts'
import { findWarnings } from './warnings.ts'

const token = bearer(() => 1)

/** Codes for an API with one POST under `auth`, and a public GET. */
function codesOf(auth: AuthInput | undefined, options: ApiOptions = {}, operation: object = {}): readonly string[] {
  const api = new SvcAPI(options as ApiOptions<undefined>)
  api.get('/open', { auth: null }, () => 1)
  api.post('/x', { ...operation, ...(auth === undefined ? {} : { auth: auth as never }) }, () => 1)
  return findWarnings(api.operations(), api.settings).map(({ code }) => code)
}

describe('findWarnings', () => {
  it('names an operation that nothing declares auth for', () => {
    const api = new SvcAPI()
    api.get('/x', {}, () => 1)
    const [warning] = findWarnings(api.operations(), api.settings)
    expect(warning?.code).to.equal('SVC_WARN_UNDECLARED')
    expect(warning?.message).to.match(
      /^server\/files\/warnings\.test\.ts:\d+ {2}GET \/x declares no auth at any level, so anyone may call it\. Give it one, or write auth: null if that is meant\.$/,
    )
  })

  const csrf: readonly (readonly [
    name: string,
    auth: AuthInput,
    options: ApiOptions,
    operation: object,
    warns: boolean,
  ])[] = [
    ['a session', fwAuth, {}, {}, true],
    ['a cookie key', cookieKey('k', () => 1), {}, {}, true],
    ['a session somewhere in a combination', [token, optional(fwAuth)], {}, {}, true],
    ['a bearer token', token, {}, {}, false],
    ['a session with csrf: true', fwAuth, { csrf: true }, {}, false],
    ['a session with csrf: false, said outright', fwAuth, { csrf: false }, {}, false],
    ['a session where an operation speaks of csrf', fwAuth, {}, { csrf: true }, false],
  ]
  for (const [name, auth, options, operation, warns] of csrf) {
    it(`${warns ? 'warns' : 'says nothing'} about an unsafe method under ${name}`, () => {
      expect(codesOf(auth, options, operation)).to.deep.equal(warns ? ['SVC_WARN_CSRF'] : [])
    })
  }

  const docs: readonly (readonly [name: string, auth: AuthInput, warns: boolean])[] = [
    ['a bearer token', token, true],
    ['a header key', headerKey('k', () => 1), true],
    ['all of a session and a bearer token', all(fwAuth, token), true],
    ['a session', fwAuth, false],
    ['Basic', basic(() => 1), false],
    ['a query key', queryKey('k', () => 1), false],
    ['a bearer token or a session', [token, fwAuth], false],
    ['a function', () => 1, false],
    ['nobody', null, false],
  ]
  for (const [name, auth, warns] of docs) {
    it(`${warns ? 'warns' : 'says nothing'} about docs guarded by ${name}`, () => {
      expect(codesOf(null, { docs: { auth } })).to.deep.equal(warns ? ['SVC_WARN_DOCS_AUTH'] : [])
    })
  }
})
