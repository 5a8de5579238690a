import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { fwAuthSuperuser } from 'svc/security'
import { session } from 'svc/testing'
import { runScenarios } from '../../fixtures/broken-apps/run-scenarios.ts'

/** Users as they are now: rolf was in the office when his session began. */
const OFFICE = new Set(['tess'])

describe('an authenticator as a member of combinations', () => {
  it('is tried with a user who may now, and not with one of whom the session alone says so', async function () {
    this.timeout(60_000)
    const api = new SvcAPI({
      auth: fwAuthSuperuser,
      sessions: {
        secrets: ['a secret of sessions that is long enough'],
        loadUser: ({ user: { name } }) => ({ name, isSuperuser: OFFICE.has(name) }),
      },
    })
    api.get('/log', {}, ({ auth }) => ({ for: auth['name'] }))
    const of = (name: string): object => session({ name, isSuperuser: true })
    const { exitCode, counts, details } = await runScenarios(api, {
      users: { rolf: { roles: ['gardener'] }, tess: { roles: ['office'] } },
      credentials: { fwAuthSuperuser: { rolf: of('rolf'), tess: of('tess') } },
      roles: { 'GET /log': { allow: ['office'], deny: ['gardener'] } },
    })
    expect({ exitCode, details, inconclusive: counts.inconclusive }).to.deep.equal({
      exitCode: 0,
      details: [],
      inconclusive: 0,
    })
  })
})
