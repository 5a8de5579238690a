import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { fwAuth, login } from 'svc/security'
import { authScenarios } from '../command/auth-scenarios.ts'

/** Verdicts on the parallel logins of an application that makes its ids so. */
async function outcomeOf(createId: () => string): Promise<string | undefined> {
  const api = new SvcAPI({ sessions: { secrets: ['a-secret-for-sessions-of-32-characters-or-more'] } })
  api.get('/x', { auth: fwAuth }, () => 1)
  api.post('/login', { auth: null }, async (request) => {
    await login(request, { name: 'ann' })
    return { id: createId() }
  })
  const fixtures = { login: { request: { path: '/login' }, take: { json: '/id' } } }
  const scenarios = await authScenarios(api, { fixtures, only: ['flow.parallel-logins'] })
  try {
    const verdicts = await Promise.all(scenarios.tests.map(({ verdict }) => verdict()))
    expect(verdicts).to.have.lengthOf(1)
    expect(verdicts[0]?.exchanges).to.have.lengthOf(8)
    return verdicts[0]?.finding?.problems[0].code ?? verdicts[0]?.outcome
  } finally {
    await scenarios.close()
  }
}

describe('parallel logins', () => {
  it('find an id that two logins share', async () => {
    let logins = 0
    expect(await outcomeOf(() => `session-of-second-${++logins >> 1}`)).to.equal('shared')
  })

  it('find nothing where every login has an id of its own', async () => {
    expect(await outcomeOf(() => crypto.randomUUID())).to.equal('passed')
  })
})
