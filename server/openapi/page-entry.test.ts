import { expect } from 'chai'
import { Form, SvcAPI } from 'svc'
import { all, basic, bearer, check, fwAuth, headerKey, login } from 'svc/security'
import type { DocsOption } from '../declaring/docs-option.ts'
import { buildAssets } from './assets/build.ts'
import type { EntryForm } from './page/configuration.ts'

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const accept = (_request: unknown, secret: string): string | null => (secret === 'right' ? 'reader' : null)
const token = bearer(accept, { name: 'CanaryToken', description: 'canary-description' })

/** An API every part of whose document has a canary in it. */
function serve(docs: DocsOption, loginPath = '/login', field = 'username'): SvcAPI<typeof fwAuth> {
  const sessions = { secrets: ['x'.repeat(32)] }
  const api = new SvcAPI({ title: 'API', description: 'canary', version: 'canary-1', auth: fwAuth, docs, sessions })
  api.get('/canary', { summary: 'canary', tags: ['canary'] }, () => 1)
  const body = Form({ [field]: String, password: String })
  api.post(loginPath, { auth: null, summary: 'canary', description: 'canary', body }, (request) =>
    login(request, { name: String(request.body[field]) }),
  )
  return api
}

async function ask(
  api: Pick<SvcAPI, 'fetch'>,
  headers: Readonly<Record<string, string>>,
  query = '',
): Promise<Response> {
  return api.fetch(new Request(`http://svc.test/docs${query}`, { headers }))
}

async function formOf(response: Response): Promise<EntryForm> {
  const [, json] = /id="svc-configuration" data-entry>(.*?)<\/script>/s.exec(await response.text()) ?? []
  return JSON.parse(json ?? '') as EntryForm
}

describe('the form before a guarded page', () => {
  before(async () => void (await buildAssets()))

  it('is the body of the same 401, for those who ask for HTML', async () => {
    const api = serve({ auth: token })
    const [form, usual] = [await ask(api, HTML), await ask(api, { accept: '*/*' })]
    expect([form.status, usual.status]).to.deep.equal([401, 401])
    expect(form.headers.get('www-authenticate')).to.equal(usual.headers.get('www-authenticate'))
    expect(await usual.json()).to.have.keys('detail')
    expect(form.headers.get('content-type')).to.match(/^text\/html/)
    expect(form.headers.get('cache-control')).to.equal('no-store')
    const page = await ask(api, { ...HTML, authorization: 'Bearer right' })
    expect(page.status).to.equal(200)
    expect(form.headers.get('content-security-policy')).to.equal(page.headers.get('content-security-policy'))
  })

  it('has nothing of the document but how to log in, and nothing of the request', async () => {
    const guards: readonly DocsOption[] = [
      { auth: token },
      { auth: [token, fwAuth] },
      { auth: all(token, fwAuth) },
      { auth: check(fwAuth, () => false) },
    ]
    for (const docs of guards) {
      const response = await ask(serve(docs), { ...HTML, 'x-svc': 'canary' }, '?canary=canary#canary')
      expect([response.status, await response.text()].join('\n'))
        .to.match(/^401\n/)
        .and.not.match(/canary/i)
    }
  })

  it('names the login operation only where a session opens the page', async () => {
    expect(await formOf(await ask(serve({ auth: token }), HTML))).not.to.have.property('login')
    const { login: named } = await formOf(await ask(serve({ auth: [token, fwAuth] }), HTML))
    expect(named).to.deep.equal({
      method: 'POST',
      path: './login',
      type: 'application/x-www-form-urlencoded',
      fields: [
        { name: 'username', isSecret: false },
        { name: 'password', isSecret: true },
      ],
    })
  })

  it('leads nowhere but to this server, whatever the login operation is called', async () => {
    for (const path of ['/evil.test/login', '/@evil.test/login']) {
      const response = await ask(serve({ auth: fwAuth, login: `POST ${path}` }, path), HTML)
      const { login: named } = await formOf(response)
      const { origin, pathname } = new URL(named?.path ?? '', 'http://svc.test/docs')
      expect([origin, decodeURIComponent(pathname)]).to.deep.equal(['http://svc.test', path])
    }
  })

  it('holds no element that the name of a field ends', async () => {
    const name = '</script><script>alert(1)</script>'
    const response = await ask(serve({ auth: fwAuth }, '/login', name), HTML)
    expect((await response.clone().text()).match(/<script/g)).to.have.length(2)
    expect((await formOf(response)).login?.fields[0]?.name).to.equal(name)
  })

  it('opens for no client that the guard refuses: the document and the state of the session stay closed', async () => {
    const api = serve({ auth: [token, headerKey('X-Key', accept), basic(() => null)] })
    for (const path of ['/openapi.json', '/docs/session']) {
      const response = await api.fetch(new Request(`http://svc.test${path}`, { headers: HTML }))
      expect([response.status, response.headers.get('content-type')]).to.deep.equal([401, 'application/json'])
    }
    const head = await api.fetch(new Request('http://svc.test/docs', { method: 'HEAD', headers: HTML }))
    expect([head.status, await head.text()]).to.deep.equal([401, ''])
    for (const method of ['POST', 'PUT', 'OPTIONS']) {
      const response = await api.fetch(new Request('http://svc.test/docs', { method, headers: HTML }))
      expect(response.status).to.be.oneOf([204, 405])
    }
  })
})
