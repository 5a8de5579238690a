import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import { HttpError } from '../base/errors.ts'
import { buildAssets } from './assets/build.ts'
import type { DocsFacts } from './docs-route.ts'
import { docsRoutes } from './routes.ts'
import { BASIC, HEADER_KEY, operationOf, SESSION, sourceOf } from './testdata/operations.ts'
import { createUpdates } from './updates.ts'

const CREDENTIALS = {
  HeaderKey: { value: 'canary-key' },
  BasicAuth: { username: 'ann', password: 'canary-password' },
  fwAuth: { value: 'canary-session' },
}
const OPERATIONS = [operationOf('GET /a', HEADER_KEY), operationOf('GET /b', BASIC), operationOf('GET /c', SESSION)]

function factsOf(more: Partial<DocsFacts> = {}): DocsFacts {
  return { ...sourceOf(OPERATIONS), ...more }
}

function developing(hosts: readonly string[] = []): DocsFacts {
  return factsOf({ development: { updates: createUpdates(), credentials: CREDENTIALS, hosts } })
}

async function ask(
  facts: DocsFacts,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  clientAddress = '127.0.0.1',
): Promise<Response> {
  const route = docsRoutes(facts).find(
    (candidate) =>
      path.startsWith(candidate.path.replace('[...file]', '')) &&
      (candidate.path === path || candidate.path.includes('[')),
  )
  if (!route) throw new HttpError(404)
  return route.respond({
    method: 'GET',
    path: facts.base + path,
    headers: new Headers({ host: 'localhost:3000', ...headers }),
    query: {},
    clientAddress,
    origin: 'http://localhost:3000',
  })
}

async function configurationOf(page: Response): Promise<Record<string, unknown>> {
  const [, json] = /id="svc-configuration">(.*?)<\/script>/s.exec(await page.text()) ?? []
  return JSON.parse(json ?? '') as Record<string, unknown>
}

describe('the routes of the document and the page', () => {
  before(async () => void (await buildAssets()))

  it('guards everything but the assets, and has updates only in development', () => {
    const pathsOf = (facts: DocsFacts): unknown => docsRoutes(facts).map(({ path, guarded }) => [path, guarded])
    const always = [
      ['/openapi.json', true],
      ['/docs', true],
      ['/docs/session', true],
      ['/docs/assets/[...file]', false],
    ]
    expect(pathsOf(factsOf())).to.deep.equal(always)
    expect(pathsOf(developing())).to.deep.include.members([...always, ['/docs/events', true]])
  })

  it('serves the document compressed and answers 304 for one that did not change', async () => {
    const facts = factsOf()
    const plain = await ask(facts, '/openapi.json')
    const text = await plain.text()
    expect(JSON.parse(text)).to.have.property('openapi', '3.1.1')
    const brotli = await ask(facts, '/openapi.json', { 'accept-encoding': 'br, gzip' })
    expect(brotliDecompressSync(Buffer.from(await brotli.arrayBuffer())).toString()).to.equal(text)
    const gzip = await ask(facts, '/openapi.json', { 'accept-encoding': 'gzip' })
    expect(gunzipSync(Buffer.from(await gzip.arrayBuffer())).toString()).to.equal(text)
    const again = await ask(facts, '/openapi.json', { 'if-none-match': plain.headers.get('etag') ?? '' })
    expect([again.status, await again.text()]).to.deep.equal([304, ''])
  })

  it('serves the page with a policy that allows nothing from elsewhere and nothing inline but styles', async () => {
    const page = await ask(factsOf(), '/docs')
    expect(Object.fromEntries(page.headers)).to.deep.equal({
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; frame-src blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    expect(await configurationOf(page)).to.deep.equal({
      title: 'Pets',
      path: '/api/docs',
      slug: 'svc-pets-api',
      sessionCookie: 'svc_session',
      persists: false,
    })
  })

  it('keeps a title from ending its element', async () => {
    const title = '</script><script>alert(1)</script>"&'
    const page = await ask(factsOf({ title }), '/docs')
    const html = await page.clone().text()
    expect(html).not.to.contain('<script>alert')
    expect(await configurationOf(page)).to.have.property('title', title)
  })

  it('gives the developer the credentials that were asked for, sessions aside', async () => {
    const configuration = await configurationOf(await ask(developing(), '/docs'))
    expect(configuration).to.have.property('persists', true)
    expect(configuration.credentials).to.deep.equal({
      HeaderKey: { token: 'canary-key' },
      BasicAuth: { username: 'ann', password: 'canary-password' },
    })
  })

  const SELF = { 'sec-fetch-site': 'same-origin' }
  const logged = { loggedIn: true, until: 7, name: 'canary-name' }
  const withSession = (facts: DocsFacts): DocsFacts => ({ ...facts, readSession: () => Promise.resolve(logged) })

  it('says who is logged in to pages of its own that prove it, and the name to the developer alone', async () => {
    const answer = await ask(withSession(developing()), '/docs/session', SELF)
    expect([await answer.json(), answer.headers.get('cache-control')]).to.deep.equal([logged, 'no-store'])
    const { name: _name, ...nameless } = logged
    for (const [facts, address] of [
      [factsOf(), '127.0.0.1'],
      [developing(), '192.0.2.1'],
    ] as const) {
      const other = await ask(withSession(facts), '/docs/session', SELF, address)
      expect(await other.json()).to.deep.equal(nameless)
    }
    expect(await (await ask(withSession(developing()), '/docs/session')).json()).to.deep.equal({})
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, { origin: 'null' }]) {
      const refusal = await ask(withSession(factsOf()), '/docs/session', headers).catch((error: unknown) => error)
      expect(refusal).to.be.instanceOf(HttpError).with.property('status', 403)
    }
  })

  const strangers: readonly [what: string, headers: Readonly<Record<string, string>>, address: string][] = [
    ['another machine', {}, '192.0.2.1'],
    ['another machine, IPv6', {}, '2001:db8::1'],
    ['a name that was rebound', { host: 'evil.example:3000' }, '127.0.0.1'],
    ['no name', { host: '' }, '127.0.0.1'],
    ['a name that only begins well', { host: 'localhost.evil.example' }, '127.0.0.1'],
    ['a client behind a proxy', { 'x-forwarded-for': '192.0.2.1' }, '127.0.0.1'],
    ['a client behind a proxy that sends the standard field', { forwarded: 'for=192.0.2.1' }, '127.0.0.1'],
  ]
  for (const [what, headers, address] of strangers) {
    it(`gives no credential to ${what}`, async () => {
      const page = await ask(developing(['dev.local']), '/docs', headers, address)
      expect(await page.text()).not.to.contain('canary')
    })
  }

  for (const host of ['localhost', 'LOCALHOST:80', '127.0.0.1:3000', '[::1]:3000', 'dev.local:3000']) {
    it(`knows ${host}`, async () => {
      const page = await ask(developing(['dev.local']), '/docs', { host }, host.startsWith('[') ? '::1' : '127.0.0.1')
      expect(await page.text()).to.contain('canary-key')
    })
  }

  it('writes no credential into the document', async () => {
    expect(await (await ask(developing(), '/openapi.json')).text()).not.to.contain('canary')
  })

  it('serves assets for ever, in the coding that is accepted', async () => {
    const { version } = await buildAssets()
    const path = `/docs/assets/${version}/page.js`
    const brotli = await ask(factsOf(), path, { 'accept-encoding': 'br' })
    const plain = await ask(factsOf(), path)
    const text = await plain.text()
    expect(text).to.contain('createApiReference')
    expect(brotliDecompressSync(Buffer.from(await brotli.arrayBuffer())).toString()).to.equal(text)
    expect(Object.fromEntries(plain.headers)).to.deep.equal({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': String(Buffer.byteLength(text)),
      'content-type': 'text/javascript; charset=utf-8',
      'cross-origin-resource-policy': 'same-origin',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    })
  })

  it('keeps what it sends, and inflates and copies nothing for each request', async () => {
    const { version } = await buildAssets()
    const path = `/docs/assets/${version}/scalar/scalar.js`
    for (const coding of ['identity', 'gzip', 'br']) {
      await ask(factsOf(), path, { 'accept-encoding': coding })
      const before = process.memoryUsage().arrayBuffers
      const answers = await Promise.all(
        Array.from({ length: 64 }, () => ask(factsOf(), path, { 'accept-encoding': coding })),
      )
      const grown = process.memoryUsage().arrayBuffers - before
      expect([answers.length, grown < 1_000_000]).to.deep.equal([64, true])
    }
  })

  it('serves the licence of what it ships', async () => {
    const { version } = await buildAssets()
    expect(await (await ask(factsOf(), `/docs/assets/${version}/scalar/LICENSE.txt`)).text()).to.contain('MIT License')
  })

  for (const path of [
    'old/page.js',
    'VERSION/../manifest.json',
    'VERSION/manifest.json',
    'VERSION/',
    'VERSION',
    'VERSION/page.js.br',
    'VERSION/%2e%2e/manifest.json',
  ]) {
    it(`has no asset ${path}`, async () => {
      const { version } = await buildAssets()
      const refusal = await ask(factsOf(), `/docs/assets/${path.replace('VERSION', version)}`).catch(
        (error: unknown) => error,
      )
      expect(refusal).to.be.instanceOf(HttpError).with.property('status', 404)
    })
  }
})

describe('how a session begins and ends, as the page learns it', () => {
  const login = operationOf('POST /auth/login', null)
  const logout = operationOf('POST /auth/logout', SESSION)
  const operations = [...OPERATIONS, login, logout]
  const at = (path: string): unknown => ({ method: 'POST', path })
  const describeSessions = async (more: Partial<DocsFacts>): Promise<unknown> =>
    (await configurationOf(await ask(factsOf(more), '/docs'))).session
  const development = { updates: createUpdates(), session: { logout: { method: 'POST', path: '/api/bye' } } }

  it('finds it by its looks, believes fixtures more, and what docs names most', async () => {
    expect(await describeSessions({})).to.equal(undefined)
    expect(await describeSessions({ operations })).to.deep.equal({
      login: at('/api/auth/login'),
      logout: at('/api/auth/logout'),
    })
    expect(await describeSessions({ operations, development })).to.deep.equal({
      login: at('/api/auth/login'),
      logout: at('/api/bye'),
    })
    const named = { login: 'POST /a', logout: 'POST /users/[id]/end' }
    expect(await describeSessions({ operations, development, named })).to.deep.equal({
      login: at('/api/a'),
      logout: at('/api/users/{id}/end'),
    })
  })
})

describe('the update stream', () => {
  it('says what does not load to developers alone, and says when it loads again', async () => {
    const updates = createUpdates()
    const streams = [updates.open(true), updates.open()].map((response) =>
      response.body?.pipeThrough(new TextDecoderStream()).getReader(),
    )
    const closed = [{ path: '/api/pets', reason: 'routes/pets.ts:3 does not parse' }]
    updates.announce(closed)
    updates.announce()
    const [developer, stranger] = await Promise.all(
      streams.map(async (reader) => {
        const chunks = [await reader?.read(), await reader?.read(), await reader?.read()]
        return chunks.map((chunk) => chunk?.value ?? '')
      }),
    )
    expect(developer?.map((text) => text.split('\n')[1])).to.deep.equal([
      '',
      `data: ${JSON.stringify(closed)}`,
      'data: []',
    ])
    expect(stranger?.join('')).not.to.contain('routes/pets.ts')
    updates.close()
  })

  it('sends the present revision at once, and each new one, to every client', async () => {
    const updates = createUpdates()
    const readers = [updates.open(), updates.open()].map((response) =>
      response.body?.pipeThrough(new TextDecoderStream()).getReader(),
    )
    const first = updates.revision
    updates.announce()
    expect(updates.revision).not.to.equal(first)
    for (const reader of readers) {
      expect([await reader?.read(), await reader?.read()].map((chunk) => chunk?.value)).to.deep.equal([
        `data: ${first}\n\n`,
        `data: ${updates.revision}\n\n`,
      ])
    }
    updates.close()
    expect((await readers[0]?.read())?.done).to.equal(true)
  })

  it('forgets a page that has gone', async () => {
    const updates = createUpdates()
    await updates.open().body?.cancel()
    updates.announce()
    updates.close()
  })
})
