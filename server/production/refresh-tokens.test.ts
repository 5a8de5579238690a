import { expect } from 'chai'
import { PATIENCE } from '../../fixtures/test-time.ts'
import { describeWithRedis, type RedisServer, startRedis } from '../store/testdata/redis-server.ts'
import { buildSample, type BuiltSample, type ServerProcess, startServer, stopServer } from './testdata/built.ts'

const CONFIG = "import { defineConfig } from 'svc'\nexport default defineConfig({ docs: false })\n"
const TOKENS = `import { refreshTokens, signJwt } from 'svc/identity'
const secret = 'kUq3h0vYzR1mTn8sWb5xLe2cPa7dGf4j'
export const tokens = refreshTokens({ sign: signJwt({ issuer: 'pets', audience: 'pets', secret }) })
`
const operationOf = (call: string): string => `import { operation } from 'svc'
import { tokens } from '../tokens.ts'
export const POST = operation({ auth: null, body: { token: String } }, async (request) => {
  request.responseHeaders.set('x-pid', String(process.pid))
  return ${call}
})
`
const TREE = {
  'svc.config.ts': CONFIG,
  'tokens.ts': TOKENS,
  routes: {
    'login.ts': operationOf("tokens.issue(request, { sub: 'ann' })"),
    'refresh.ts': operationOf('tokens.rotate(request, request.body.token)'),
    'logout.ts': operationOf('tokens.revoke(request, request.body.token)'),
  },
}

interface Answer {
  readonly status: number
  readonly pid: string | null
  /** The refresh token of a 200. */
  readonly token: string
}

describeWithRedis('refresh tokens over two workers behind Redis', () => {
  let built: BuiltSample
  let redis: RedisServer
  let server: ServerProcess
  let url: string

  before(async () => {
    built = await buildSample(TREE)
    redis = await startRedis()
    server = startServer(built.out, { WORKERS: '2', SVC_STORE: redis.url })
    url = await server.url
  })
  after(async () => {
    await stopServer(server)
    await redis.kill()
    built.dispose()
  })

  const post = async (path: string, token = ''): Promise<Answer> => {
    const response = await fetch(`${url}/api/${path}`, {
      method: 'POST',
      // Another connection is often another worker.
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ token }),
    })
    const body = (await response.json()) as { readonly refresh_token?: string } | null
    return { status: response.status, pid: response.headers.get('x-pid'), token: body?.refresh_token ?? '' }
  }
  const refresh = (token: string): Promise<Answer> => post('refresh', token)
  const usedOf = (token: string): string => {
    const [key] = redis.run('KEYS', `svc:{${token.split('.')[0]}}:*:used:*`).split('\n')
    return key ?? ''
  }
  /** As if a token had been used so many milliseconds earlier. */
  const age = (key: string, milliseconds: number): void => {
    const [time, nonce] = redis.run('GET', key).split('.')
    redis.run('SET', key, `${Number(time) - milliseconds}.${nonce}`, 'KEEPTTL')
  }

  it('give every worker the same next token for one token', async () => {
    const pids = new Set<string | null>()
    for (const end = Date.now() + PATIENCE; pids.size < 2 && Date.now() < end;) {
      const { token } = await post('login')
      const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(token)))
      expect(new Set(answers.map(({ status, token: next }) => `${status} ${next}`))).to.have.property('size', 1)
      expect(answers[0]?.status).to.equal(200)
      for (const { pid } of answers) pids.add(pid)
      expect((await refresh(answers[0]?.token as string)).status).to.equal(200)
    }
    expect(pids.size).to.equal(2)
  })

  it('end the login on every worker where one is used again later', async () => {
    const { token } = await post('login')
    const { token: next } = await refresh(token)
    age(usedOf(token), 11_000)
    const first = await refresh(token)
    expect([first.status, first.pid]).to.deep.equal([401, null])
    const after = await Promise.all(Array.from({ length: 8 }, () => refresh(next)))
    expect(after.map(({ status }) => status)).to.deep.equal(Array.from({ length: 8 }, () => 401))
  })

  it('end on every worker by a logout on one', async () => {
    const { token } = await post('login')
    await post('logout', token)
    const after = await Promise.all(Array.from({ length: 8 }, () => refresh(token)))
    expect(new Set(after.map(({ status }) => status))).to.deep.equal(new Set([401]))
  })

  it('are kept as digests, under one hash tag a login, until the login ends', async () => {
    const { token } = await post('login')
    const { token: next } = await refresh(token)
    const [family = '', secret = ''] = token.split('.')
    const keys = redis.run('KEYS', `*${family}*`).split('\n')
    expect(
      keys.map((key) => key.replace(/refresh:[\w-]{16}/, 'refresh:…').replace(/[\w-]{43}$/, '…')).toSorted(),
    ).to.deep.equal([
      `svc:{${family}}:refresh:…:issued:…`,
      `svc:{${family}}:refresh:…:issued:…`,
      `svc:{${family}}:refresh:…:login`,
      `svc:{${family}}:refresh:…:used:…`,
    ])
    const all = keys.map((key) => `${key} ${redis.run('GET', key)}`).join('\n')
    expect(all).to.not.include(secret).and.not.include(next.split('.')[1])
    for (const key of keys) expect(Number(redis.run('TTL', key))).to.be.within(2_592_000 - 60, 2_592_000 + 60)
  })

  it('are 401 by a Redis that lost them, and 503 while it is away', async () => {
    const { token } = await post('login')
    redis.run('FLUSHALL')
    expect((await refresh(token)).status).to.equal(401)
    const { token: kept } = await post('login')
    await redis.kill()
    const answers = [await post('login'), await refresh(kept), await post('logout', kept)]
    expect(answers.map(({ status }) => status)).to.deep.equal([503, 503, 503])
    await redis.start()
    const back = new Set<string | null>()
    for (const end = Date.now() + PATIENCE; back.size < 2 && Date.now() < end;) {
      const { status, pid } = await post('login')
      if (status === 200) back.add(pid)
    }
    expect(back.size).to.equal(2)
  })

  it('do not start on two workers without it', async () => {
    const alone = startServer(built.out, { WORKERS: '2' })
    expect(await alone.ended).to.equal(2)
    expect(alone.err.join('\n')).to.include('the used refresh tokens are kept in one process, and 2 workers')
  })
})
