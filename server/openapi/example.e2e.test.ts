import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { type DevServer, startDevServer } from '../dev/dev-server.ts'
import { describeInBrowsers, useBrowser } from './testdata/browser.ts'
import { openProfile, openReference } from './testdata/reference.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
  .replaceAll('\\', '/')
  .replace(/\/$/, '')

describeInBrowsers('the reference page of the example application', (browser) => {
  const browserOf = useBrowser(browser)
  let server: DevServer

  before(async () => {
    const ignore = (): void => undefined
    server = await startDevServer(
      { root: ROOT, port: 0, host: '127.0.0.1', https: false, strictPort: false, debug: false },
      { print: ignore, report: ignore, color: { stdout: false, stderr: false } },
    )
  })
  after(async () => server?.close())

  it('logs in by the login form, sees the pets as that user, logs out, and is refused', async () => {
    const subject = { url: new URL(server.url).origin, title: 'Pets', received: [] }
    const reference = await openReference(await openProfile(browserOf()), subject)
    const statusOf = async (
      summary: string,
      title: string,
      fields: Readonly<Record<string, string>> = {},
    ): Promise<number> => {
      await reference.openOperation(summary, title)
      if (Object.keys(fields).length > 0) await reference.fillForm(fields)
      return (await reference.send()).status
    }
    expect(await statusOf('Greet the user', 'get /api/pets')).to.equal(401)
    expect(await statusOf('Log in', 'post /api/login', { username: 'ann', password: 'ann-password' })).to.equal(200)
    expect(await statusOf('Greet the user', 'get /api/pets')).to.equal(200)
    await reference.client().getByText('Authenticated user ann').first().waitFor()
    expect(await statusOf('List the users', 'get /api/admin/users')).to.equal(401)
    expect(await statusOf('Log out', 'post /api/logout')).to.equal(204)
    expect(await statusOf('Greet the user', 'get /api/pets')).to.equal(401)
    const { foreign, faults, page } = reference
    await page.context().close()
    expect({ foreign, faults }).to.deep.equal({ foreign: [], faults: [] })
  })
})
