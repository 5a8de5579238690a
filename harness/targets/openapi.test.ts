import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { BEARER, describeLeaf } from '../../server/internal.ts'
import type { FixtureFile } from '../credentials/define.ts'
import type { RunEvent } from '../model/event.ts'
import type { RunSummary } from '../model/summary.ts'
import { Run } from '../run/run.ts'
import { readDocument } from './document.ts'
import { readServer } from './server.ts'
import { sampleSetup } from '../testdata/sample-setup.ts'

const TOKEN = 'token-of-ann-7f31'
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Other', version: '1' },
  paths: {
    '/bearer': { get: { security: [{ Token: [] }] } },
    '/items/{id}': { get: { security: [{ Key: [] }, { Token: [] }] } },
    '/open': { get: { security: [] } },
  },
  components: {
    securitySchemes: {
      Token: { type: 'http', scheme: 'bearer' },
      Key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    },
  },
}
const FIXTURES: FixtureFile = { credentials: { Token: { valid: TOKEN }, Key: { valid: TOKEN } } }

/** A server without a framework: plain text, no challenge, 403 instead of 401. */
type Admit = (request: IncomingMessage, path: string) => boolean

const strict: Admit = ({ headers }, path) =>
  headers.authorization === `Bearer ${TOKEN}` || (path.startsWith('/items/') && headers['x-api-key'] === TOKEN)

async function serve(admit: Admit): Promise<Server & { readonly url: string }> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const known = path === '/bearer' || path === '/open' || /^\/items\/[^/]+$/.test(path)
    if (path === '/openapi.json') response.end(JSON.stringify(DOCUMENT))
    else if (!known || (request.method !== 'GET' && request.method !== 'HEAD')) response.writeHead(404).end('not here')
    else if (path !== '/open' && !admit(request, path)) response.writeHead(403).end('no')
    else response.end(`welcome to ${path}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(server, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

async function test(admit: Admit): Promise<{ readonly summary: RunSummary; readonly found: readonly string[] }> {
  const server = await serve(admit)
  try {
    const { origin, routes } = await readServer({ url: server.url, document: undefined, timeout: 60_000 })
    const found = new Set<string>()
    const setup = await sampleSetup({
      subject: { kind: 'remote', origin, routes, unsafe: false },
      fixtures: FIXTURES,
      seed: 'test',
      timeout: 60_000,
    })
    const { targets, context } = await setup.open()
    const emit = (event: RunEvent): void => {
      if (event.type === 'scenario.ended' && event.verdict.finding) found.add(event.verdict.scenario.name)
    }
    const run = new Run({
      plan: setup.plan,
      targets,
      context,
      ledger: undefined,
      emit,
      jobs: 4,
      bail: 0,
      strict: false,
      safe: setup.safe,
      repeat: true,
    })
    const summary = await run.start()
    await targets.close()
    return { summary, found: [...found] }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

describe('a server that is not ours', () => {
  it('finds nothing on a correct one that refuses in its own way', async () => {
    const { summary, found } = await test(strict)
    expect({ found, exitCode: summary.exitCode, failed: summary.counts.failed }).to.deep.equal({
      found: [],
      exitCode: 0,
      failed: 0,
    })
  })

  const broken: Readonly<Record<string, readonly [Admit, string]>> = {
    'a prefix compare': [
      ({ headers }) =>
        (headers.authorization ?? '').length > 8 && `Bearer ${TOKEN}`.startsWith(headers.authorization ?? ''),
      'key.prefix',
    ],
    'any scheme': [({ headers }) => (headers.authorization ?? '').split(' ')[1] === TOKEN, 'bearer.token-scheme'],
    'a header that is believed': [
      (request, path) => strict(request, path) || request.headers['x-authenticated'] === 'true',
      'probe.authenticated',
    ],
    'HEAD that is not guarded': [(request, path) => strict(request, path) || request.method === 'HEAD', 'method.HEAD'],
    'a token in the query': [
      (request, path) => strict(request, path) || (request.url ?? '').includes(TOKEN),
      'bearer.query-token',
    ],
    'no guard at all': [() => true, 'missing'],
  }
  for (const [name, [admit, scenario]] of Object.entries(broken)) {
    it(`finds ${name} by ${scenario}`, async () => expect((await test(admit)).found).to.include(scenario))
  }

  it('reads paths by reference, and the methods and addresses of schemes of OpenAPI 3.2', () => {
    const operation = { security: [{ Token: [] }] }
    const { routes, unknown } = readDocument({
      openapi: '3.2.0',
      components: {
        securitySchemes: { Token: { type: 'http', scheme: 'bearer' } },
        pathItems: { Orders: { get: operation } },
      },
      paths: {
        '/orders': { $ref: '#/components/pathItems/Orders', post: operation },
        '/search': { query: { security: [{ '#/components/securitySchemes/Token': [] }] } },
        '/cache': { additionalOperations: { PURGE: operation } },
        '/elsewhere': { $ref: './more.yaml#/elsewhere' },
        '/lost': { $ref: '#/components/pathItems/Lost' },
      },
    })
    const token = describeLeaf(BEARER, { name: 'Token' })
    expect(routes.map(({ key, auth }) => [key, auth])).to.deep.equal(
      ['GET /orders', 'POST /orders', 'QUERY /search', 'PURGE /cache'].map((key) => [key, token]),
    )
    expect(unknown).to.deep.equal([
      '/elsewhere  it is described in ./more.yaml#/elsewhere, which is not in the document: bundle it',
      '/lost  it is described in #/components/pathItems/Lost, which is not in the document: bundle it',
    ])
  })

  it('says whether an operation or the whole document declares the security', () => {
    const security = [{ Token: [] }]
    const paths = { '/own': { get: { security } }, '/all': { get: {} } }
    const levelsOf = (document: object) => readDocument(document).routes.map(({ level }) => level)
    expect(levelsOf({ ...DOCUMENT, security, paths })).to.deep.equal(['operation', 'api'])
    expect(levelsOf({ ...DOCUMENT, security: undefined, paths })).to.deep.equal(['operation', 'operation'])
  })

  it('reads lists, conjunctions and optional security of OpenAPI 3.0', () => {
    const security = [{ Token: [], Key: [] }, { Key: [] }, {}]
    const document = {
      ...DOCUMENT,
      openapi: '3.0.3',
      servers: [{ url: 'https://api.example/v1' }],
      paths: { '/x': { get: { security } } },
    }
    const token = describeLeaf(BEARER, { name: 'Token' })
    const key = describeLeaf({ in: 'header', name: 'X-API-Key' }, { name: 'Key' })
    const { base, routes } = readDocument(document)
    expect({ base, auth: routes[0]?.auth }).to.deep.equal({
      base: '/v1',
      auth: { kind: 'optional', member: { kind: 'list', members: [{ kind: 'all', members: [token, key] }, key] } },
    })
  })
})
