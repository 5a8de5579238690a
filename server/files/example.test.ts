import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { load, type Loaded } from './load.ts'
import { Modules } from './modules.ts'
import { createSample, type SampleFolder } from './testdata/tree.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

interface Ask {
  readonly headers?: Readonly<Record<string, string>>
  readonly form?: Readonly<Record<string, string>>
  readonly json?: unknown
}

describe('the example application', () => {
  const directory = process.cwd()
  const secret = process.env['SVC_SESSION_SECRET']
  let modules: Modules
  let loaded: Loaded
  let elsewhere: SampleFolder
  let url: string
  let close: () => Promise<void>

  before(async () => {
    elsewhere = createSample({})
    // Where the list of revoked sessions is kept.
    process.chdir(elsewhere.root)
    process.env['SVC_SESSION_SECRET'] = 'a secret of the tests that is long enough'
    modules = await Modules.open(ROOT)
    loaded = await load(modules)
    ;({ url, close } = await loaded.api.listen())
  })

  after(async () => {
    await close()
    await modules.close()
    process.chdir(directory)
    delete process.env['SVC_SESSION_SECRET']
    if (secret !== undefined) process.env['SVC_SESSION_SECRET'] = secret
    elsewhere.dispose()
  })

  async function send(name: string, { headers = {}, form, json }: Ask = {}): Promise<Response> {
    const [method, path] = name.split(' ') as [string, string]
    const body = form ? new URLSearchParams(form) : json === undefined ? null : JSON.stringify(json)
    const type: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' }
    return fetch(`${url}/api${path}`, { method, headers: { ...type, ...headers }, body })
  }

  async function ask(name: string, options?: Ask): Promise<string> {
    const response = await send(name, options)
    return `${response.status} ${await response.text()}`
  }

  async function logIn(name: string): Promise<{ readonly cookie: string }> {
    const response = await send('POST /login', { form: { username: name, password: `${name}-password` } })
    return { cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' }
  }

  it('loads without a word', () => {
    expect({ problems: loaded.problems, warnings: loaded.warnings }).to.deep.equal({ problems: [], warnings: [] })
  })

  const basic = (pair: string): Ask => ({ headers: { authorization: `Basic ${btoa(pair)}` } })
  const unauthorized = '401 {"detail":"Unauthorized"}'
  const cases: readonly (readonly [name: string, ask: Ask, answer: string])[] = [
    ['GET /pets', {}, unauthorized],
    ['POST /pets', { json: { name: 'Rex' } }, unauthorized],
    ['GET /bearer', { headers: { authorization: 'Bearer supersecret' } }, '200 {"token":"supersecret"}'],
    ['GET /bearer', { headers: { authorization: 'Bearer supersecre' } }, unauthorized],
    ['POST /token', { form: { username: 'admin', password: 'secret' } }, '200 {"token":"supersecret"}'],
    ['POST /token', { form: { username: 'admin', password: 'wrong' } }, '401 {"detail":"Wrong username or password"}'],
    ['GET /ipwhitelist', {}, '200 Authenticated client, IP = 127.0.0.1'],
    ['GET /apikey?api_key=supersecret', {}, '200 Hello Acme'],
    ['GET /apikey', { headers: { api_key: 'supersecret' } }, unauthorized],
    ['GET /headerkey', { headers: { 'x-api-key': 'supersecret' } }, '200 Token = supersecret'],
    ['GET /headerkey', {}, unauthorized],
    ['GET /cookiekey', { headers: { cookie: 'X-API-KEY=supersecret' } }, '200 Token = supersecret'],
    ['GET /cookiekey', { headers: { 'x-api-key': 'supersecret' } }, unauthorized],
    ['GET /basic', basic('admin:secret'), '200 {"httpuser":"admin"}'],
    ['GET /basic', basic('admin:'), unauthorized],
    ['GET /multiple?api_key=supersecret', {}, '200 Token = supersecret'],
    ['GET /multiple', { headers: { 'x-api-key': 'supersecret' } }, '200 Token = supersecret'],
    ['GET /multiple?api_key=wrong', { headers: { 'x-api-key': 'supersecret' } }, '200 Token = supersecret'],
    ['GET /multiple', {}, unauthorized],
    ['GET /admin/users', {}, unauthorized],
    ['GET /invalid', {}, '401 {"detail":"Invalid token supplied"}'],
    [
      'POST /login',
      { form: { username: 'ann', password: 'root-password' } },
      '401 {"detail":"Wrong username or password"}',
    ],
    [
      'POST /login',
      { form: { username: 'eve', password: 'no such user' } },
      '401 {"detail":"Wrong username or password"}',
    ],
    ['GET /_users', {}, '404 {"detail":"Not Found"}'],
  ]
  for (const [name, options, answer] of cases) {
    it(`answers ${name} ${JSON.stringify(options)} with ${answer}`, async () => {
      expect(await ask(name, options)).to.equal(answer)
    })
  }

  it('knows ann by her session, until she logs out', async () => {
    const ann = await logIn('ann')
    const sameOrigin = { ...ann, 'sec-fetch-site': 'same-origin' }
    expect(await ask('GET /pets', { headers: ann })).to.equal('200 Authenticated user ann')
    expect(await ask('POST /pets', { headers: ann, json: { name: 'Rex' } })).to.equal(
      '403 {"detail":"CSRF check failed"}',
    )
    expect(await ask('POST /pets', { headers: sameOrigin, json: { name: 'Rex' } })).to.equal(
      '201 {"name":"Rex","owner":"ann"}',
    )
    expect(await ask('GET /admin/users', { headers: ann })).to.equal(unauthorized)
    expect(await ask('POST /logout', { headers: sameOrigin })).to.equal('204 ')
    expect(await ask('GET /pets', { headers: ann })).to.equal(unauthorized)
  })

  it('shows users to a superuser', async () => {
    const root = await logIn('root')
    expect(await ask('GET /admin/users', { headers: root })).to.equal(
      '200 [{"name":"ann"},{"name":"root","isSuperuser":true}]',
    )
    expect(await ask('GET /admin/users/ann', { headers: root })).to.equal('200 {"name":"ann"}')
    expect(await ask('GET /admin/users/eve', { headers: root })).to.equal('404 {"detail":"No such user"}')
  })
})
