import { expect } from 'chai'
import { buildAssets } from './assets/build.ts'
import type { DocsRequest } from './docs-route.ts'
import { KEY_PARAMETER, PageKeys } from './page-keys.ts'
import { docsRoutes } from './routes.ts'
import { HEADER_KEY, operationOf, sourceOf } from './testdata/operations.ts'
import { createUpdates } from './updates.ts'

const CREDENTIALS = { HeaderKey: { value: 'canary-key' } }
const PEOPLE = [{ name: 'ann', roles: [], credentials: CREDENTIALS, session: { name: 'canary-user' } }]
const SESSION = { login: { method: 'POST', path: '/api/login', fields: { password: 'canary-password' } } }
const PAGE = 'A'.repeat(22)

describe('the key in the printed address of the page', () => {
  before(async () => void (await buildAssets()))

  let keys: PageKeys
  let updates: ReturnType<typeof createUpdates>
  beforeEach(() => {
    keys = new PageKeys()
    updates = createUpdates()
  })
  afterEach(() => updates.close())

  function ask(path: string, more: Partial<DocsRequest> = {}): Promise<Response> {
    const development = { updates, keys, credentials: CREDENTIALS, people: PEOPLE, session: SESSION }
    const routes = docsRoutes({ ...sourceOf([operationOf('GET /a', HEADER_KEY)]), development })
    const request: DocsRequest = {
      method: 'GET',
      path: `/api${path}`,
      query: {},
      clientAddress: '127.0.0.1',
      origin: 'http://localhost:3000',
      ...more,
      headers: new Headers({ host: 'localhost:3000', ...Object.fromEntries(more.headers ?? []) }),
    }
    const route = routes.find((candidate) => candidate.path === path)
    return Promise.resolve(route ? route.respond(request) : Response.error())
  }
  const canaries = async (cookie: string): Promise<readonly string[]> => {
    const page = await (await ask('/docs', { headers: new Headers({ cookie }) })).text()
    return page.match(/canary-(?:key|password)|"ann"/g) ?? []
  }

  it('is good once, leaves the address, and its browser has what the fixtures hold from then on', async () => {
    const query = { [KEY_PARAMETER]: keys.issue(), of: 'mine' }
    const answer = await ask('/docs', { query })
    expect([answer.status, answer.headers.get('location'), await answer.text()]).to.deep.equal([
      303,
      'docs?of=mine',
      '',
    ])
    const [cookie = '', ...attributes] = (answer.headers.get('set-cookie') ?? '').split('; ')
    expect(attributes).to.deep.equal(['Path=/api/docs', 'HttpOnly', 'SameSite=Strict'])
    expect(cookie)
      .to.match(/^svc-docs-3000=[\w-]{22}$/)
      .and.not.contain(query[KEY_PARAMETER])
    const opened = await canaries(`a=b; ${cookie}`)
    expect(opened).to.include.members(['canary-key', 'canary-password', '"ann"'])
    expect(await canaries(cookie), 'a reload').to.deep.equal(opened)
    expect((await ask('/docs', { query })).status).to.equal(200)
  })

  it('is needed: without it, with another one, or with its text as the cookie, there is nothing of the fixtures', async () => {
    const key = keys.issue()
    for (const cookie of ['', `svc-docs-3000=${key}`, `svc-docs-3000=${PAGE}`, 'svc-docs-3000='])
      expect(await canaries(cookie)).to.deep.equal([])
    for (const wrong of ['', PAGE, [key]]) {
      expect((await ask('/docs', { query: { [KEY_PARAMETER]: wrong } })).status).to.equal(200)
    }
  })

  it('is not spent by a foreign page, another machine, or a request that only looks', async () => {
    const query = { [KEY_PARAMETER]: keys.issue() }
    for (const other of [
      { headers: new Headers({ 'sec-fetch-site': 'cross-site' }) },
      { headers: new Headers({ 'x-forwarded-for': '192.0.2.1' }) },
      { clientAddress: '192.0.2.1' },
      { method: 'HEAD' },
    ]) {
      expect((await ask('/docs', { ...other, query })).status).to.equal(200)
    }
    expect((await ask('/docs', { query })).status).to.equal(303)
  })

  it('is needed for calls as a person, and not for the reasons of refusals', async () => {
    const listen = async (cookie: string): Promise<readonly boolean[]> => {
      await ask('/docs/events', { query: { page: PAGE }, headers: new Headers({ cookie }) })
      return [updates.isOpen(PAGE), updates.mayAct(PAGE)]
    }
    expect(await listen('')).to.deep.equal([true, false])
    const answer = await ask('/docs', { query: { [KEY_PARAMETER]: keys.issue() } })
    expect(await listen(answer.headers.get('set-cookie')?.split(';')[0] ?? '')).to.deep.equal([true, true])
  })
})
