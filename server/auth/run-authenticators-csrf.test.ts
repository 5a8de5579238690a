import { expect } from 'chai'
import { SvcAPI } from '../api/api.ts'
import { cookieKey, headerKey } from './api-key.ts'
import { check } from './combinators.ts'
import { fwAuth } from './session-auth.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
type Method = (typeof METHODS)[number]
const UNSAFE: readonly Method[] = ['POST', 'PUT', 'PATCH', 'DELETE']
const SAFE: readonly Method[] = ['GET', 'HEAD', 'OPTIONS']

const sessions = { secrets: ['a secret of the tests, thirty-two characters'], now: () => 1_700_000_000_000 }
const cookie = cookieKey('key', (_, key) => key === 'right' && key)
const header = headerKey('X-Key', (_, key) => key === 'right' && key)

/** An API with one path that has every method. */
function everyMethod(auth: unknown, csrf: { api?: boolean; operation?: boolean }): SvcAPI {
  const api = new SvcAPI({ docs: false, sessions, ...(csrf.api === undefined ? {} : { csrf: csrf.api }) })
  const options = { auth, ...(csrf.operation === undefined ? {} : { csrf: csrf.operation }) } as { auth: never }
  for (const method of METHODS) api[method.toLowerCase() as Lowercase<Method>]('/op', options, () => 'done')
  return api
}

/** The statuses of a request with these headers, by method. */
async function statuses(
  api: SvcAPI,
  methods: readonly Method[],
  headers: Record<string, string>,
): Promise<ReadonlySet<number>> {
  const answers = methods.map((method) => api.fetch(new Request('http://svc.test/op', { method, headers })))
  return new Set((await Promise.all(answers)).map(({ status }) => status))
}

describe('csrf: true', () => {
  const own = { origin: 'http://svc.test' }
  const foreign = { origin: 'http://evil.test' }

  for (const [kind, auth, makeCookie] of [
    ['a key in a cookie', cookie, async () => 'key=right'],
    [
      'a session',
      fwAuth,
      async (api: SvcAPI) => `${api.sessions.cookieName}=${await api.sessions.seal({ name: 'ann' })}`,
    ],
  ] as const) {
    it(`asks ${kind} for its origin, with every unsafe method and no safe one`, async () => {
      const api = everyMethod(auth, { api: true })
      const credential = { cookie: await makeCookie(api) }
      expect({
        unsafe: await statuses(api, UNSAFE, credential),
        foreign: await statuses(api, UNSAFE, { ...credential, ...foreign }),
        own: await statuses(api, UNSAFE, { ...credential, ...own }),
        safe: await statuses(api, SAFE, { ...credential, ...foreign }),
        json: await statuses(api, ['POST'], { ...credential, 'content-type': 'application/json' }),
      }).to.deep.equal({
        unsafe: new Set([403]),
        foreign: new Set([403]),
        own: new Set([200]),
        safe: new Set([200]),
        json: new Set([403]),
      })
    })
  }

  it('requires no proof for a key in a header, nor without the cookie', async () => {
    const api = everyMethod([cookie, header], { api: true })
    expect({
      header: await statuses(api, UNSAFE, { 'x-key': 'right', ...foreign }),
      both: await statuses(api, UNSAFE, { cookie: 'key=right', 'x-key': 'right', ...foreign }),
      neither: await statuses(api, UNSAFE, foreign),
    }).to.deep.equal({ header: new Set([200]), both: new Set([200]), neither: new Set([401]) })
  })

  it('is the reason where it was the first to refuse a known user, and a guard is where that was first', async () => {
    const guarded = check(header, () => false)
    const later = check(header, async () => false)
    const detailOf = async (auth: unknown): Promise<unknown> => {
      const headers = { cookie: 'key=right', 'x-key': 'right', ...foreign }
      const response = await everyMethod(auth, { api: true }).fetch(
        new Request('http://svc.test/op', { method: 'POST', headers }),
      )
      return response.json()
    }
    const [csrf, forbidden] = [{ detail: 'CSRF check failed' }, { detail: 'Forbidden' }]
    for (const guard of [guarded, later])
      expect([await detailOf([cookie, guard]), await detailOf([guard, cookie])]).to.deep.equal([csrf, forbidden])
  })

  it('of an operation holds under an API without it, and false opts out of one with it', async () => {
    const credential = { cookie: 'key=right', ...foreign }
    expect({
      inside: await statuses(everyMethod(cookie, { operation: true }), UNSAFE, credential),
      out: await statuses(everyMethod(cookie, { api: true, operation: false }), UNSAFE, credential),
      neither: await statuses(everyMethod(cookie, {}), UNSAFE, credential),
    }).to.deep.equal({ inside: new Set([403]), out: new Set([200]), neither: new Set([200]) })
  })

  it('of an open operation asks everybody, with every unsafe method', async () => {
    const api = everyMethod(null, { operation: true })
    expect({
      silent: await statuses(api, UNSAFE, {}),
      own: await statuses(api, UNSAFE, own),
      safe: await statuses(api, SAFE, foreign),
    }).to.deep.equal({ silent: new Set([403]), own: new Set([200]), safe: new Set([200]) })
  })
})
