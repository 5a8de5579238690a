import { expect } from 'chai'
import { describeInBrowsers } from './testdata/browser.ts'
import { type Demo, SECRET } from './testdata/demo.ts'
import type { Reference } from './testdata/reference.ts'
import { usePage } from './testdata/use-page.ts'

describeInBrowsers('the reference page while its application changes', (browser) => {
  const opened = usePage(browser)
  let demo: Demo
  let reference: Reference
  beforeEach(() => void ({ demo, reference } = opened()))

  /** Saves, and waits until the page shows it. */
  async function save(...edition: Parameters<Demo['save']>): Promise<void> {
    const shown = reference.page.getByText('Added route').first()
    demo.save({ ...edition[0], added: true }, edition[1])
    await shown.waitFor({ state: 'attached' })
  }

  it('keeps parameters, body, credentials, focus and the open request over a save', async () => {
    await reference.openOperation('Change a thing', 'put /api/things/{id}')
    await reference.type({ 'HeaderKey key': SECRET })
    await reference.fillForm({ id: 'a', limit: '5' })
    await reference.writeBody('{ "name": "typed" }')
    await save({})
    expect(await reference.body().evaluate((editor) => editor.contains(document.activeElement))).to.equal(true)
    expect(await reference.field('id').textContent()).to.equal('a')
    expect(await reference.field('limit').textContent()).to.equal('5')
    expect(await reference.body().textContent()).to.equal('{ "name": "typed" }')
    const answered = reference.page.waitForResponse(/things/)
    await reference.send()
    expect(await (await answered).json()).to.deep.equal({ id: 'a', limit: 5, name: 'typed' })
  })

  it('keeps a form with its file over a save, multipart from the start', async () => {
    await reference.openOperation('Upload', 'post /api/files')
    await reference.fillForm({ note: 'typed' })
    const choosing = reference.page.waitForEvent('filechooser')
    await reference
      .client()
      .getByRole('row', { name: /^Include file in request/ })
      .getByRole('button', { name: /Select File/ })
      .click()
    await (await choosing).setFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('content') })
    await reference.client().getByText('a.txt').first().waitFor()
    await save({})
    const answered = reference.page.waitForResponse(/\/api\/files/)
    await reference.send()
    expect(await (await answered).json()).to.deep.equal({ note: 'typed', text: 'content' })
  })

  const old = (): ReturnType<Reference['client']> => reference.client().getByText(/^Old answer/)

  it('marks an answer as old once its request or its operation changed, and no other', async () => {
    await reference.openOperation('Change a thing', 'put /api/things/{id}')
    await reference.type({ 'HeaderKey key': SECRET })
    await reference.fillForm({ id: 'a', limit: '5' })
    await reference.writeBody('{ "name": "typed" }')
    await reference.send()
    await save({})
    expect(await old().count()).to.equal(0)
    await reference.fillForm({ limit: '6' })
    await old().waitFor()
    await reference.send()
    await old().waitFor({ state: 'detached' })
    demo.save({ added: true, token: true })
    await old().waitFor()
  })

  it('says what changed in who may call, until the next request is sent', async () => {
    await reference.openOperation('Change a thing', 'put /api/things/{id}')
    await reference.fillForm({ id: 'a', limit: '5' })
    demo.save({ token: true })
    const notice = reference.client().getByRole('alert')
    await notice.getByText('Who may call this changed: it was HeaderKey, it is Token.').waitFor()
    await reference.panel().getByLabel('Token token', { exact: true }).waitFor()
    await reference.send()
    await notice.waitFor({ state: 'hidden' })
  })

  it('says why the open operation is gone, keeps what was typed, and offers a way out', async () => {
    await reference.openOperation('Change a thing', 'put /api/things/{id}')
    await reference.type({ 'HeaderKey key': SECRET })
    await reference.fillForm({ id: 'a', limit: '5' })
    const reason = 'routes/things/[id].ts:3  does not parse: Expected `)`.'
    await save({ without: '/things/:id' }, [{ path: '/api/things/{id}', reason }])
    const notice = reference.client().getByRole('alert')
    await notice.getByText(`PUT /api/things/{id} answers 503. ${reason}`).waitFor()
    expect(await reference.field('limit').textContent()).to.equal('5')
    expect(await reference.summary()).to.equal('Sends HeaderKey (header X-API-Key).')
    const { key, status } = await reference.send()
    expect({ key, status }).to.deep.equal({ key: SECRET, status: 404 })
    demo.save({})
    await notice.waitFor({ state: 'hidden' })
    expect(await reference.field('limit').textContent()).to.equal('5')
    demo.save({ without: '/things/:id' })
    await notice.getByText('PUT /api/things/{id} is gone').waitFor()
    await notice.getByRole('button', { name: 'Close request' }).click()
    await reference.client().waitFor({ state: 'hidden' })
  })

  it('leaves the page alone where the document stays the same', async () => {
    await reference.openOperation('Header key', 'get /api/header')
    await reference.closeOperation()
    const handle = await reference.page.getByRole('button', { name: 'Test Request (get /api/header)' }).elementHandle()
    const read = reference.page.waitForResponse(/openapi\.json\?v=/)
    demo.save({})
    await read
    await reference.openOperation('Header key', 'get /api/header')
    expect(await handle?.evaluate((element) => element.isConnected)).to.equal(true)
  })
})
