import { expect } from 'chai'
import { describeInBrowsers } from './testdata/browser.ts'
import type { Reference } from './testdata/reference.ts'
import { useDevPage } from './testdata/use-dev-page.ts'

const CONFIG = `import { defineConfig, SvcAPI } from 'svc'
import { fwAuth } from 'svc/security'
const docs = { login: 'POST /auth/start', logout: 'POST /auth/end' }
export default defineConfig({ api: new SvcAPI({ title: 'Shop', auth: fwAuth, csrf: true, docs }) })
`
const START = `import { Form, HttpError, operation } from 'svc'
import { login } from 'svc/security'
export const POST = operation(
  { auth: null, summary: 'Start', body: Form({ user: String, pin: String }) },
  (request) => {
    if (request.body.pin !== '1234') throw new HttpError(401)
    return login(request, { name: request.body.user })
  },
)
`
const END = `import { operation } from 'svc'
import { logout } from 'svc/security'
export const POST = operation({ summary: 'End' }, (request) => logout(request))
`
const ORDERS = `import { operation } from 'svc'\nexport const GET = operation({ summary: 'Orders' }, () => 'orders')\n`

describeInBrowsers('the reference page of svc dev in a browser', (browser) => {
  const files = {
    'package.json': '{"type":"module"}',
    'svc.config.ts': CONFIG,
    routes: { auth: { 'start.ts': START, 'end.ts': END }, 'orders.ts': ORDERS },
  }
  const login = { method: 'post', path: '/api/auth/start', fields: { user: 'ann', pin: '1234' } }
  const opened = useDevPage(browser, files, { session: { login } })
  let sample: ReturnType<typeof opened>['sample']
  let reference: Reference
  beforeEach(() => {
    ;({ sample, reference } = opened())
  })

  const session = () => reference.credentials().getByRole('group', { name: /fwAuth/ })
  const orders = async (): Promise<number> => {
    await reference.openOperation('Orders', 'get /api/orders')
    const { status } = await reference.send()
    await reference.closeOperation()
    return status
  }

  it('logs in and out with the operations that docs names, and with the fields of the fixtures', async () => {
    expect(await orders()).to.equal(401)
    const fields = ['user', 'pin'].map((name) => session().getByLabel(`fwAuth ${name}`, { exact: true }))
    expect(await Promise.all(fields.map((field) => field.inputValue()))).to.deep.equal(['ann', '1234'])
    await session().getByRole('button', { name: 'Log in' }).click()
    await session().getByText('Logged in as ann').waitFor()
    expect(await orders()).to.equal(200)
    await session().getByRole('button', { name: 'Log out' }).click()
    await session().getByRole('button', { name: 'Log in' }).waitFor()
    expect(await orders()).to.equal(401)
  })

  it('says why nothing is served while svc.config.ts is broken, and recovers when it is mended', async () => {
    const everywhere = reference.page.locator('.svc-page-notice')
    const notice = reference.client().getByRole('alert')
    await reference.openOperation('Orders', 'get /api/orders')
    sample.write('svc.config.ts', CONFIG.replace('defineConfig({', 'defineConfig(('))
    await everywhere.filter({ hasText: 'svc.config.ts:4' }).waitFor()
    await notice.getByText('svc.config.ts:4').waitFor()
    const texts = [await everywhere.innerText(), await notice.locator('p').innerText()]
    expect(texts.map((text) => sample.strip(text).split(' does not parse')[0])).to.deep.equal([
      'Everything answers 503. svc.config.ts:4',
      'GET /api/orders answers 503. svc.config.ts:4',
    ])
    expect((await reference.send()).status).to.equal(503)
    sample.write('svc.config.ts', CONFIG)
    await everywhere.waitFor({ state: 'hidden' })
    await notice.waitFor({ state: 'hidden' })
    expect((await reference.send()).status).to.equal(401)
  })
})
