import { expect } from 'chai'
import type { BrowserContext } from 'playwright-core'
import { eventStream, HttpError, SvcAPI, websocket } from 'svc'
import { bearer, cookieKey, queryKey } from 'svc/security'
import { describeInBrowsers, useBrowser } from './testdata/browser.ts'
import { closeTabs, openProfile, openReference, type Reference, textsOf } from './testdata/reference.ts'

const HOSTILE = `<!doctype html><title>x</title><h1>Written here</h1>
<script>fetch('/api/ran?script'); parent.ran = 1; top.location = '/api/ran?top'</script>
<img src="data:," onerror="fetch('/api/ran?error')"><svg onload="fetch('/api/ran?svg')"></svg>
<iframe src="javascript:fetch('/api/ran?frame')"></iframe><iframe srcdoc="<script>fetch('/api/ran?srcdoc')</script>"></iframe>
<object data="/api/ran?object"></object><embed src="/api/ran?embed"><link rel=stylesheet href="/api/ran?style">
<meta http-equiv=refresh content="0;url=/api/ran?refresh"><form action="/api/ran?form"><button autofocus>Go</button></form>`
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" onload="fetch('/api/ran?image')">
<script>fetch('/api/ran?drawing')</script><rect width="40" height="20" fill="red"/></svg>`
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const PDF =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj\ntrailer<</Root 1 0 R>>'

/** The stream of events, as its test moves it on. */
interface Ticks {
  more?: Promise<void>
  resolveStopped?: () => void
}

describeInBrowsers('answers on the reference page', (browser) => {
  const browserOf = useBrowser(browser)
  const ran: string[] = []
  const ticks: Ticks = {}
  let profile: BrowserContext
  let reference: Reference
  let close: () => Promise<void>

  before(async () => {
    const api = new SvcAPI({ title: 'Answers', auth: null, docs: {} })
    const answer = (summary: string, type: string, body: BodyInit): void => {
      const respond = (): Response => new Response(body, { headers: { 'content-type': type } })
      api.get(`/${summary.toLowerCase()}`, { summary }, respond)
    }
    answer('Html', 'text/html; charset=utf-8', HOSTILE)
    answer('Drawing', 'image/svg+xml', DRAWING)
    answer('Pixel', 'image/png', Buffer.from(PIXEL, 'base64'))
    answer('Paper', 'application/pdf', PDF)
    answer('Forged', 'application/pdf', HOSTILE)
    const tell = async function* (signal: AbortSignal): AsyncGenerator<{ data: string }> {
      signal.addEventListener('abort', () => ticks.resolveStopped?.())
      yield { data: 'first' }
      await ticks.more
      yield { data: 'second' }
      await new Promise(() => undefined)
    }
    // Firefox ends a connection that is read no more when the next bytes come.
    api.get('/ticks', { summary: 'Ticks' }, () => eventStream(tell, { heartbeat: 1 }))
    const chat = () =>
      websocket({
        open: (peer) => void peer.send('Welcome'),
        message: (peer, message) => void peer.send(`You said ${message.text()}`),
      })
    const isRight = (_request: unknown, value: string): boolean => value === 'v1'
    api.get('/cookie', { summary: 'Cookie', auth: cookieKey('device', isRight, { name: 'Device' }) }, chat)
    api.get('/query', { summary: 'Query', auth: queryKey('key', isRight, { name: 'Link' }) }, chat)
    api.get('/token', { summary: 'Token', auth: bearer(isRight, { name: 'Token' }) }, chat)
    api.get('/ran', { summary: 'Ran' }, ({ url }) => {
      ran.push(url.href)
      throw new HttpError(404)
    })
    const { url, close: end } = await api.withOperations(api.operations(), { base: '/api' }).listen({ log: false })
    close = end
    profile = await openProfile(browserOf())
    reference = await openReference(profile, { url, title: 'Answers', received: [] })
  })
  after(async () => {
    await closeTabs(profile)
    await profile.close()
    await close()
  })

  /** Sends an operation, and waits for what might run. */
  async function show(summary: string): Promise<void> {
    await reference.openOperation(summary, `get /api/${summary.toLowerCase()}`)
    await reference.send()
    await reference.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
    expect(ran).to.deep.equal([])
    expect(await reference.page.evaluate(() => 'ran' in globalThis)).to.equal(false)
  }

  it('show HTML in a frame that runs nothing and reaches nothing', async () => {
    await show('Html')
    const frame = reference.client().locator('iframe')
    expect(await frame.getAttribute('sandbox')).to.equal('')
    const content = await (await frame.elementHandle())?.contentFrame()
    await content?.getByRole('heading', { name: 'Written here' }).waitFor()
  })

  for (const summary of ['Drawing', 'Pixel'])
    it(`show an image: ${summary}`, async () => {
      await show(summary)
      const image = reference.client().locator('img[src^="blob:"]')
      await image.waitFor()
      expect(await image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).to.be.greaterThan(0)
    })

  for (const summary of ['Paper', 'Forged'])
    it(`leave PDF to the browser: ${summary}`, async () => {
      await show(summary)
      await reference.client().locator('iframe[src^="blob:"]').waitFor()
    })

  it('show events as they come, until they are stopped', async () => {
    let goOn: (() => void) | undefined
    ticks.more = new Promise((resolve) => (goOn = resolve))
    const stopped = new Promise<void>((resolve) => (ticks.resolveStopped = resolve))
    await reference.openOperation('Ticks', 'get /api/ticks')
    await reference
      .client()
      .getByRole('button', { name: /^Send .* request/ })
      .click()
    const answer = reference.client().getByRole('region', { name: 'Response', exact: true })
    await answer.getByText('first').waitFor()
    expect(await answer.getByText('second').count()).to.equal(0)
    goOn?.()
    await answer.getByText('second').waitFor()
    await answer.getByRole('button', { name: 'Cancel' }).click()
    await stopped
  })

  const socket = () => reference.client().getByRole('region', { name: 'WebSocket' })
  const button = (name: string) => socket().getByRole('button', { name, exact: true })
  async function offer(summary: string, field: string): Promise<void> {
    await reference.openOperation(summary, `get /api/${summary.toLowerCase()}`)
    await reference.type({ [field]: 'v1' })
    expect((await reference.send()).status).to.equal(426)
    await button('Connect').click()
  }

  for (const [summary, field] of [
    ['Cookie', 'Device key'],
    ['Query', 'Link key'],
  ] as const)
    it(`open a WebSocket with what a browser can send: ${summary}`, async () => {
      await offer(summary, field)
      const log = socket().getByRole('log')
      await log.getByText('← Welcome').waitFor()
      expect(await reference.page.context().cookies()).to.deep.equal([])
      await reference.page.keyboard.type('good morning')
      await reference.page.keyboard.press('Enter')
      await log.getByText('← You said good morning').waitFor()
      await button('Close').click()
      await log.getByText('closed 1000').waitFor()
      expect(await textsOf(log.locator('p'))).to.deep.equal([
        'open',
        '← Welcome',
        '→ good morning',
        '← You said good morning',
        'closed 1000',
      ])
      expect(await button('Connect').isVisible()).to.equal(true)
    })

  it('say which credential a WebSocket of a browser leaves behind', async () => {
    await offer('Token', 'Token token')
    await socket()
      .getByText('A browser sends its cookies with a WebSocket, and no header. Token stays behind.')
      .waitFor()
    await socket().getByText('closed 1006: refused, or cut off').waitFor()
    await reference.closeOperation()
    await reference.openOperation('Pixel', 'get /api/pixel')
    await socket().waitFor({ state: 'hidden' })
  })
})
