import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { BEARER, describeLeaf } from '../../server/internal.ts'
import { HarnessError } from '../model/failure.ts'
import { testAuth, type TestOptions } from './test-auth.ts'

// oxfmt-ignore
const OPTIONS = {
  routes: [], only: ['common'], skip: [], role: [], reporter: [], bail: 0, jobs: 4, curl: false, updateBaseline: false, updateMatrix: false,
  unsafe: false, timeout: 5_000, seed: 'a-seed', list: false, json: false, inProcess: false, strict: false, contract: false,
  allowExec: false, init: false,
} as unknown as TestOptions

const FIXTURES = {
  login: { request: { path: '/login', body: { name: '{user}', word: '{password}' } }, take: { json: '/token' } },
  users: { ann: 'ann-Pw-7731-kx', bob: 'bob-Pw-7731-kx' },
}

const TOKEN = 'a-token-of-someone-4711'

/** How a server deals with requests that have no good token: it may end with the first, before its answer or after. */
type Guard = 'stays' | 'ends-before' | 'ends-after'

describe('a server that a request of the preparation ends', () => {
  let folder: string
  let server: Server
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'svc-stopped-'))))
  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true })
    server.closeAllConnections()
    if (server.listening) await once(server.close(), 'close')
  })

  async function test(guard: Guard, endsLogin = false): Promise<readonly [exitCode: number, stdout: string]> {
    const end = (): void => {
      server.close()
      server.closeAllConnections()
    }
    let logins = 0
    server = createServer((request, response) => {
      const isLogin = request.url === '/login'
      const isGood = request.headers.authorization === `Bearer ${TOKEN}`
      const isRefused = !isLogin && !isGood
      if ((isRefused && guard === 'ends-before') || (isLogin && endsLogin && ++logins > 1)) return end()
      response.on('finish', () => isRefused && guard === 'ends-after' && setImmediate(end))
      response.statusCode = isRefused ? 401 : 200
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify(isLogin ? { token: TOKEN } : isRefused ? {} : { name: 'x' }))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    writeFileSync(join(folder, 'auth.json'), JSON.stringify(FIXTURES))
    const shared = {
      base: '',
      csrf: false,
      declaresBody: false,
      level: 'operation',
      authSource: undefined,
      source: undefined,
    } as const
    const auth = describeLeaf(BEARER, { name: 'Token' })
    const routes = [
      { ...shared, key: 'POST /login', method: 'POST', path: '/login', auth: null },
      { ...shared, key: 'GET /pets', method: 'GET', path: '/pets', auth },
      { ...shared, key: 'GET /toys', method: 'GET', path: '/toys', auth },
    ] as const
    let stdout = ''
    const exitCode = await testAuth(
      { ...OPTIONS, fixtures: join(folder, 'auth.json') },
      {
        root: folder,
        subject: { kind: 'remote', origin: `http://127.0.0.1:${port}`, routes, unsafe: true },
        problems: [],
        importModule: () => Promise.reject(new Error('there is no module')),
        env: {},
        title: 'stopped',
        version: '1',
        specs: [],
        stdout: (text) => void (stdout += text),
        stderr: () => undefined,
        color: false,
        interactive: false,
      },
    )
    return [exitCode, stdout]
  }

  for (const guard of ['ends-before', 'ends-after'] as const)
    it(`is a finding that names the last requests, where it ${guard.replace('-', ' ')} its answer`, async () => {
      const [exitCode, stdout] = await test(guard)
      expect(exitCode, stdout).to.equal(1)
      expect(stdout).to.include('Cause: an exception that nothing catches ends the process.')
      expect(stdout).to.match(/A request of the preparation came before the server stopped answering/)
      expect(stdout).to.match(/no answer any more; the last requests: .*POST \/login.*GET \/\w+$/m)
      expect(stdout).to.include('the server stopped answering, so the rest was not sent')
    })

  it('is not a finding where it goes on', async () => {
    const [exitCode, stdout] = await test('stays')
    expect(stdout).to.include(' 0 failed').and.not.include('stopped answering')
    expect(exitCode).to.not.equal(1)
  })

  it('that cannot be prepared is an error that names them, and ends with 1', async () => {
    const error = await test('stays', true).catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(HarnessError)
    expect(error).to.include({ code: 'SVC_SERVER_STOPPED', exitCode: 1 })
    expect((error as HarnessError).message).to.match(/^the server stopped answering after POST \/login: an exception/)
  })
})
