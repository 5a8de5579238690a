import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { cookieKey, headerKey } from 'svc/security'
import type { AnyApi } from './application.ts'
import { authScenarios } from './auth-scenarios.ts'
import type { FixtureFile } from './fixtures/define.ts'
import type { Finding } from './model.ts'

const KEY = 'supersecret'

/** What is found on an application by the scenarios of these names. */
async function findingsOf(api: AnyApi, fixtures: FixtureFile, only: readonly string[]): Promise<readonly Finding[]> {
  const scenarios = await authScenarios(api, { fixtures, only })
  try {
    const verdicts = await Promise.all(scenarios.tests.map(({ verdict }) => verdict()))
    return verdicts.flatMap(({ finding }) => (finding === undefined ? [] : [finding]))
  } finally {
    await scenarios.close()
  }
}

describe('a finding, as it is printed', function () {
  this.timeout(30_000)

  it('names the credential of its own route, where several have one value', async () => {
    const api = new SvcAPI()
    const starts = (key: string): string | null => (KEY.startsWith(key) ? key : null)
    const header = headerKey('X-Key', (_, key) => starts(key), { name: 'HeaderKey' })
    const cookie = cookieKey('key', (_, key) => starts(key), { name: 'CookieKey' })
    api.get('/header', { auth: header }, () => 1)
    api.get('/cookie', { auth: cookie }, () => 1)
    const credentials = { HeaderKey: { valid: KEY }, CookieKey: { valid: KEY } }
    const found = await findingsOf(api, { credentials }, ['key.prefix'])
    expect(found.map(({ sent, curl }) => [sent, /\$\{(\w+):0:10\}/.exec(curl)?.[1]])).to.deep.equal([
      ['GET /header  X-Key: [credentials.HeaderKey.valid: chars 1-10 of 11]', 'CREDENTIALS_HEADERKEY_VALID'],
      ['GET /cookie  Cookie: key=[credentials.CookieKey.valid: chars 1-10 of 11]', 'CREDENTIALS_COOKIEKEY_VALID'],
    ])
  })
})
