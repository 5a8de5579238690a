import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { hasScope, jwt, oidcLogin } from 'svc/identity'
import { check } from 'svc/security'
import type { AnyApi } from '../../fixtures/broken-apps/broken-app.ts'
import { runScenarios } from '../../fixtures/broken-apps/run-scenarios.ts'
import { foreignLookups } from '../../fixtures/lookups.ts'

const issuer = 'https://id.example.com'

describe('a run on an application with an issuer and a provider', () => {
  const begun = new Set<string>()

  const open = (): AnyApi => {
    const auth = jwt({ issuer, audience: 'pets' })
    const secrets = ['a-secret-for-sessions-of-32-characters-or-more']
    const api = new SvcAPI({ auth, sessions: { secrets }, docs: { oauth: { clientId: 'pets-page' } } })
    const login = oidcLogin({ issuer, clientId: 'pets', user: ({ sub }) => ({ name: sub }) })
    api.get('/pets', { auth: check(auth, hasScope('pets:read')) }, () => 'in')
    api.get('/sso', { auth: null }, async (request) => {
      const answer = (await login.start(request as never)) as Response
      begun.add(`${answer.status} ${answer.headers.get('location')?.replace(/\?.*/, '')}`)
      return answer
    })
    api.get('/sso/callback', { auth: null }, (request) => login.callback(request as never))
    return api
  }

  it('asks neither, and a login begins all the same', async () => {
    const foreign = await foreignLookups(async () => {
      const { exitCode, failed } = await runScenarios(open(), {})
      expect({ exitCode, failed }).to.deep.equal({ exitCode: 0, failed: [] })
    })
    expect({ foreign, begun: [...begun] }).to.deep.equal({ foreign: [], begun: [`303 ${issuer}/authorize`] })
  })

  it('asks them again after it', async () => {
    const api = open()
    const foreign = await foreignLookups(async () => {
      await runScenarios(api, {}, ['valid'])
      expect((await api.fetch(new Request('http://localhost/sso'))).status).to.equal(503)
    })
    expect(foreign).to.deep.equal(['id.example.com'])
  })
})
