import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { SvcAPI } from '../api/api.ts'
import { bearer } from './bearer.ts'
import { all, check } from './combinators.ts'
import { fwAuth, logout } from './session-auth.ts'
import { fwAuthSuperuser } from './superuser.ts'

const START = 1_700_000_000_000

describe('a session among other authenticators', () => {
  const directory = mkdtempSync(join(tmpdir(), 'svc-session-lists-'))
  after(() => rmSync(directory, { recursive: true, force: true }))
  let now = START
  let isDisabled = false

  /** An application with one operation, and a cookie for it that is due for renewal. */
  async function start(
    auth: unknown,
  ): Promise<(method: string, headers?: Record<string, string>) => Promise<Response>> {
    now = START
    isDisabled = false
    const api = new SvcAPI({
      docs: false,
      sessions: {
        secrets: ['a secret of the tests, thirty-two characters'],
        revocations: mkdtempSync(join(directory, 'revocations-')),
        idleTimeout: 100,
        now: () => now,
        loadUser: ({ user }) => (isDisabled ? null : user),
      },
    })
    api.get('/op', { auth: auth as never }, (request) => request.session?.user ?? null)
    api.delete('/op', { auth: null }, (request) => logout(request))
    const cookie = `${api.sessions.cookieName}=${await api.sessions.seal({ name: 'ann' })}`
    now += 50_000
    return async (method, headers = {}) =>
      api.fetch(new Request('http://svc.test/op', { method, headers: { cookie, ...headers } }))
  }

  it('is renewed by the member that lets it in, after one that did not', async () => {
    const ask = await start([fwAuthSuperuser, fwAuth])
    const response = await ask('GET')
    expect([response.status, response.headers.getSetCookie().length]).to.deep.equal([200, 1])
  })

  for (const [what, refused] of [
    ['a guard', check(fwAuth, () => false)],
    ['another member of all', all(fwAuth, () => false)],
  ] as const) {
    it(`is neither that of the request nor renewed where ${what} refused it and another credential passed`, async () => {
      const ask = await start([refused, bearer(() => 'robot')])
      const response = await ask('GET', { authorization: 'Bearer any' })
      expect([await response.json(), response.headers.getSetCookie()]).to.deep.equal([null, []])
    })
  }

  it('stays that of the request where all(…) goes on with a list', async () => {
    const ask = await start(all(fwAuth, [() => false, () => 'device'] as never))
    const response = await ask('GET')
    expect([await response.json(), response.headers.getSetCookie().length]).to.deep.equal([{ name: 'ann' }, 1])
  })

  it('ends by logout also while its user is disabled', async () => {
    const ask = await start(fwAuth)
    isDisabled = true
    expect((await ask('DELETE')).status).to.equal(200)
    isDisabled = false
    expect((await ask('GET')).status).to.equal(401)
  })
})
