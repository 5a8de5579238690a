import { expect } from 'chai'
import type { BrowserContextOptions } from 'playwright-core'
import { basic } from 'svc/security'
import { useBrowser } from './testdata/browser.ts'
import { type Demo, type Received, SECRET, startDemo } from './testdata/demo.ts'
import { openReference, type Reference } from './testdata/reference.ts'

/** What a request without any credential looks like to the server. */
const NOTHING = { authorization: undefined, key: undefined, cookie: undefined }
const BASIC = `Basic ${Buffer.from(`admin:${SECRET}`).toString('base64')}`

describe('the reference page in a browser', () => {
  const browserOf = useBrowser()
  let demo: Demo
  let reference: Reference

  beforeEach(async () => {
    demo = await startDemo()
    reference = await openReference(browserOf(), demo)
  })
  afterEach(async () => {
    const { foreign, faults, page } = reference
    await page.context().close()
    await demo.close()
    expect({ foreign, faults }).to.deep.equal({ foreign: [], faults: [] })
  })

  const fillAs: Readonly<Record<string, () => Promise<void>>> = {
    value: () => reference.fill('Value', SECRET),
    token: () => reference.fill('Bearer Token', SECRET),
    basic: async () => {
      await reference.fillUser('admin')
      await reference.fill('Password', SECRET)
    },
    both: async () => {
      await reference.fill('Bearer Token', SECRET)
      await reference.fill('Value', SECRET)
    },
    chosen: async () => {
      await reference.select('Token')
      await reference.fill('Bearer Token', SECRET)
    },
    second: async () => {
      await reference.select('HeaderKey')
      await reference.fill('Value', SECRET)
    },
  }
  type Case = readonly [summary: string, path: string, fill: string, empty: number, received: Partial<Received>]
  const kinds: readonly Case[] = [
    ['Query key', '/api/query', 'value', 401, { target: '/api/query?api_key=v1' }],
    ['Header key', '/api/header', 'value', 401, { key: SECRET }],
    ['Cookie key', '/api/cookie', 'value', 401, { cookie: 'X-API-KEY=v1' }],
    ['Bearer', '/api/bearer', 'token', 401, { authorization: 'Bearer v1' }],
    ['Basic', '/api/basic', 'basic', 401, { authorization: BASIC }],
    ['Either key', '/api/either', 'value', 401, { target: '/api/either?api_key=v1' }],
    ['Either key', '/api/either', 'second', 401, { key: SECRET }],
    ['Both', '/api/both', 'both', 401, { authorization: 'Bearer v1', key: SECRET }],
    ['Maybe', '/api/maybe', 'chosen', 200, { authorization: 'Bearer v1' }],
  ]
  for (const [summary, path, fill, empty, received] of kinds) {
    it(`${path} (${fill}): sends nothing while empty, then exactly what was typed, and nothing to a public operation`, async () => {
      await reference.openOperation(summary, `get ${path}`)
      expect(await reference.send()).to.deep.equal({ target: path, ...NOTHING, status: empty })
      await fillAs[fill]?.()
      expect(await reference.send()).to.deep.equal({ target: path, ...NOTHING, ...received, status: 200 })
      await reference.openOperation('Public', 'get /api/public')
      expect(await reference.send()).to.deep.equal({ target: '/api/public', ...NOTHING, status: 200 })
    })
  }

  it('sends nothing to a public operation after everything is filled and somebody is logged in', async () => {
    for (const [summary, path, fill] of kinds.slice(0, 5)) {
      await reference.openOperation(summary, `get ${path}`)
      await fillAs[fill]?.()
    }
    await logIn('root')
    await reference.openOperation('Public', 'get /api/public')
    expect(await reference.send()).to.deep.equal({ target: '/api/public', ...NOTHING, status: 200 })
  })

  async function logIn(username: string): Promise<void> {
    await reference.openOperation('Log in', 'post /api/login')
    await reference.fillForm({ username, password: SECRET })
    expect((await reference.send()).status).to.equal(200)
  }

  it('logs in and out: the session goes where it is asked for, and ends', async () => {
    await reference.openOperation('Pets', 'get /api/pets')
    expect(await reference.send()).to.deep.equal({ target: '/api/pets', ...NOTHING, status: 401 })
    await logIn('ann')
    await reference.openOperation('Pets', 'get /api/pets')
    const { cookie, status } = await reference.send()
    expect(status).to.equal(200)
    expect(cookie).to.match(/^svc-session=[^;]+$/)
    await reference.openOperation('Log out', 'post /api/logout')
    expect((await reference.send()).status).to.equal(200)
    await reference.openOperation('Pets', 'get /api/pets')
    expect(await reference.send()).to.deep.equal({ target: '/api/pets', ...NOTHING, status: 401 })
  })

  it('gives superuser operations the session of a superuser, and only that passes', async () => {
    await logIn('ann')
    await reference.openOperation('Users', 'get /api/admin/users')
    const { cookie, status } = await reference.send()
    expect({ carries: cookie?.startsWith('svc-session='), status }).to.deep.equal({ carries: true, status: 401 })
    await logIn('root')
    await reference.openOperation('Users', 'get /api/admin/users')
    expect((await reference.send()).status).to.equal(200)
  })

  it('sends the typed token instead of the session where both would do', async () => {
    await logIn('ann')
    await reference.openOperation('Mixed', 'get /api/mixed')
    expect((await reference.send()).cookie).to.match(/^svc-session=/)
    await reference.select('Token')
    await reference.fill('Bearer Token', SECRET)
    expect(await reference.send()).to.deep.equal({
      target: '/api/mixed',
      ...NOTHING,
      authorization: 'Bearer v1',
      status: 200,
    })
  })

  it('shows a wrong Basic credential as 401 and goes on', async () => {
    await reference.openOperation('Basic', 'get /api/basic')
    await reference.fillUser('admin')
    await reference.fill('Password', 'wrong')
    expect((await reference.send()).status).to.equal(401)
    await reference.fill('Password', SECRET)
    expect((await reference.send()).status).to.equal(200)
  })

  it('leaves no planted cookie behind', async () => {
    await reference.openOperation('Cookie key', 'get /api/cookie')
    await reference.fill('Value', SECRET)
    expect((await reference.send()).status).to.equal(200)
    expect(await reference.page.context().cookies(`${demo.url}/api/cookie`)).to.deep.equal([])
  })

  it('refuses a value that no cookie can have, with a message, and sends nothing', async () => {
    await reference.openOperation('Cookie key', 'get /api/cookie')
    await reference.fill('Value', 'a;b')
    await reference
      .client()
      .getByRole('button', { name: /^Send .* request/ })
      .click()
    await reference.page.getByText('The value for the cookie "X-API-KEY" cannot be sent').first().waitFor()
    expect(demo.received).to.deep.equal([])
  })

  it('lets a custom check see the cookies that the browser holds', async () => {
    await logIn('ann')
    await reference.openOperation('Custom', 'get /api/custom')
    const { cookie, status } = await reference.send()
    expect({ carries: cookie?.startsWith('svc-session='), status }).to.deep.equal({ carries: true, status: 200 })
  })

  it('keeps what was typed over a reload, and forgets it when asked', async () => {
    await reference.openOperation('Header key', 'get /api/header')
    await reference.fill('Value', SECRET)
    expect((await reference.send()).status).to.equal(200)
    await reference.page.waitForFunction(() => JSON.stringify(localStorage).includes('v1'))
    await reference.reload()
    await reference.openOperation('Header key', 'get /api/header')
    expect((await reference.send()).key).to.equal(SECRET)
    await reference.client().getByRole('button', { name: 'Close Client' }).click()
    const reloaded = reference.page.waitForEvent('load')
    await reference.page.getByRole('button', { name: 'Forget them' }).click()
    await reloaded
    await reference.heading().waitFor()
    await reference.openOperation('Header key', 'get /api/header')
    expect((await reference.send()).key).to.equal(undefined)
  })

  it('shows a route that was added, while an open request stays open', async () => {
    await reference.openOperation('Header key', 'get /api/header')
    await reference.fill('Value', SECRET)
    demo.addRoute()
    // Behind the dialog, so not among the roles that can be reached.
    await reference.page.getByText('Added route').first().waitFor({ state: 'attached' })
    expect(await reference.send()).to.deep.equal({ target: '/api/header', ...NOTHING, key: SECRET, status: 200 })
    await reference.openOperation('Added route', 'get /api/added')
    expect((await reference.send()).status).to.equal(200)
  })

  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 390],
  ] as const) {
    it(`has no fault of accessibility that is ours, ${colorScheme}, ${width} pixels wide`, async () => {
      const viewport = { width, height: 900 }
      const other = await openReference(browserOf(), demo, { viewport, colorScheme, reducedMotion: 'reduce' })
      expect(await other.findOurViolations()).to.deep.equal([])
      if (width < 600) await other.page.getByRole('button', { name: /menu/i }).first().click()
      await other.openOperation('Basic', 'get /api/basic')
      await other.send()
      expect(await other.findOurViolations()).to.deep.equal([])
      await other.page.context().close()
    })
  }
})

describe('the reference page in a browser, set up otherwise', () => {
  const browserOf = useBrowser()
  let demo: Demo
  let reference: Reference
  const open = async (setup: Promise<Demo>, options: BrowserContextOptions = {}): Promise<void> => {
    demo = await setup
    reference = await openReference(browserOf(), demo, options)
  }
  afterEach(async () => {
    await reference.page.context().close()
    await demo.close()
  })

  it('begins with the credentials that the developer asked for', async () => {
    await open(startDemo({}, { HeaderKey: { value: SECRET }, Basic: { username: 'admin', password: SECRET } }))
    await reference.openOperation('Header key', 'get /api/header')
    expect((await reference.send()).key).to.equal(SECRET)
    await reference.openOperation('Basic', 'get /api/basic')
    expect((await reference.send()).authorization).to.equal(BASIC)
    await reference.fill('Password', 'wrong')
    expect((await reference.send()).authorization).to.equal(`Basic ${btoa('admin:wrong')}`)
  })

  it('opens behind its own guard, document and updates included', async () => {
    const guard = basic((_request, user, password) => (user === 'docs' && password === SECRET ? user : null))
    await open(startDemo({ auth: guard }), { httpCredentials: { username: 'docs', password: SECRET } })
    demo.addRoute()
    await reference.page.getByText('Added route').first().waitFor({ state: 'attached' })
  })
})
