import { execFileSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { SvcAPI } from '../api/api.ts'
import { bearer, fwAuth, login, logout } from '../auth/index.ts'
import { openRedisStore } from './redis-store.ts'
import { describeWithRedis, type RedisServer, startRedis } from './testdata/redis-server.ts'

/** A message without the position of the option `store`. */
const withoutPlace = (text: string): string => text.replace(/ \([\w/.-]+:\d+(?::\d+)?\)/, '')

const nameOf = ({ port }: RedisServer): string => `127.0.0.1:${port}`

/** Three primaries; those that are left go on with their own keys. */
async function startCluster(): Promise<readonly RedisServer[]> {
  const options = [
    '--cluster-enabled',
    'yes',
    '--cluster-node-timeout',
    '2000',
    '--cluster-require-full-coverage',
    'no',
  ]
  const servers = await Promise.all([1, 2, 3].map(() => startRedis(...options)))
  execFileSync('redis-cli', ['--cluster', 'create', ...servers.map(nameOf), '--cluster-yes'], { stdio: 'ignore' })
  while (!servers.every((server) => server.run('CLUSTER', 'INFO').includes('cluster_state:ok'))) await delay(50)
  return servers
}

describeWithRedis('a cluster of three', () => {
  let servers: readonly RedisServer[] = []
  let address = ''
  before(async () => {
    servers = await startCluster()
    const nodes = servers.map(nameOf)
    address = `redis-cluster://${nodes.slice(0, 2).join(',')}?timeout=1000`
  })
  after(async () => {
    if (address !== '') openRedisStore(address).close()
    await Promise.all(servers.map((server) => server.kill()))
  })

  it('keeps revocations and counts, each group of keys on one node, and notices a node that was emptied', async () => {
    const make = (): SvcAPI<null> => {
      const api = new SvcAPI<null>({
        docs: false,
        auth: null,
        store: address,
        throttle: { failures: 3, window: 600 },
        sessions: { secrets: ['a secret of the tests, thirty-two characters'], revocationCache: 0 },
      })
      api.get('/me', { auth: fwAuth }, () => 'in')
      api.get('/key', { auth: bearer((_, value) => value === 'right') }, () => 'in')
      api.post('/login', {}, (request) => login(request, { name: 'ann' }))
      api.post('/logout', {}, (request) => logout(request))
      return api
    }
    const [one, two] = [make(), make()]
    let client = 0
    const ask = (api: SvcAPI<null>, method: string, path: string, headers: Record<string, string>): Promise<Response> =>
      api.fetch(new Request(`http://svc.test${path}`, { method, headers }), { clientAddress: `10.0.0.${client}` })
    const sessions: { readonly cookie: string; readonly isRevoked: boolean }[] = []
    for (; client < 48; client++) {
      const [setCookie = ''] = (await ask(one, 'POST', '/login', {})).headers.getSetCookie()
      const cookie = setCookie.slice(0, setCookie.indexOf(';'))
      const isRevoked = client % 2 === 0
      if (isRevoked) await ask(one, 'POST', '/logout', { cookie })
      sessions.push({ cookie, isRevoked })
    }
    const verdicts = async (): Promise<readonly boolean[]> =>
      Promise.all(
        sessions.map(async ({ cookie }, index) => {
          client = index + 100
          return (await ask(two, 'GET', '/me', { cookie })).status === 401
        }),
      )
    expect(await verdicts()).to.deep.equal(sessions.map(({ isRevoked }) => isRevoked))
    const statuses: number[] = []
    for (const api of [one, two, one, two]) {
      client = 200
      statuses.push((await ask(api, 'GET', '/key', { authorization: 'Bearer wrong' })).status)
    }
    expect(statuses).to.deep.equal([401, 401, 401, 429])
    expect(servers.map((server) => Number(server.run('DBSIZE')) > 0)).to.deep.equal([true, true, true])
    servers[1]?.run('FLUSHALL')
    const after = await verdicts()
    expect(sessions.filter(({ isRevoked }, index) => isRevoked && !after[index])).to.deep.equal([])
    expect(after.filter((isRefused) => !isRefused).length).to.be.greaterThan(0)
    expect(await one.checkHealth()).to.deep.equal({ status: 'ok' })
  })

  it('says nothing of one question without an answer where every primary is well', async () => {
    const store = openRedisStore(address)
    expect((await store.check()).status).to.equal('ok')
    const warnings: string[] = []
    const listen = ({ message }: Error): void => void warnings.push(message)
    process.on('warning', listen)
    const thrown: unknown = await store.use(() => new Promise(() => undefined)).catch((error: unknown) => error)
    await store.check()
    await delay(20)
    process.off('warning', listen)
    expect([String(thrown).includes('no answer within 1000 ms'), warnings]).to.deep.equal([true, []])
  })

  const ROWS: readonly {
    readonly what: string
    readonly breakIt: (node: RedisServer) => unknown
    readonly mend: (node: RedisServer) => unknown
    readonly cause: string
    readonly until: string
  }[] = [
    {
      what: 'paused',
      breakIt: (node) => node.pause(),
      mend: (node) => node.resume(),
      cause: 'is away: no answer within 1000 ms',
      until: 'it answers',
    },
    {
      what: 'full',
      breakIt: (node) => node.run('CONFIG', 'SET', 'maxmemory', '1'),
      mend: (node) => node.run('CONFIG', 'SET', 'maxmemory', '0'),
      cause: 'cannot be used: it is full (OOM). Raise maxmemory',
      until: 'that is mended',
    },
    {
      what: 'without the permission to write',
      breakIt: (node) => node.run('ACL', 'SETUSER', 'default', '-set'),
      mend: (node) => node.run('ACL', 'SETUSER', 'default', '+set'),
      cause:
        'cannot be used: its account lacks a permission (NOPERM). Allow EXISTS, GET, SET, PTTL, EVAL, EVALSHA, PING and INFO',
      until: 'that is mended',
    },
  ]
  for (const { what, breakIt, mend, cause, until } of ROWS) {
    it(`is not healthy while one node is ${what}: one line names it, and sessions of the others go on`, async () => {
      const api = new SvcAPI<null>({
        docs: false,
        auth: null,
        store: address,
        sessions: { secrets: ['a secret of the tests, thirty-two characters'], revocationCache: 0 },
      })
      api.post('/login', {}, (request) => login(request, { name: 'ann' }))
      api.post('/logout', { auth: fwAuth }, (request) => logout(request))
      const post = (path: string, headers = {}): Promise<Response> =>
        api.fetch(new Request(`http://svc.test${path}`, { method: 'POST', headers }))
      /** Logs out as many users, and counts the statuses. */
      const logOut = async (cookies: readonly string[]): Promise<ReadonlySet<number>> => {
        const answers = await Promise.all(cookies.map((cookie) => post('/logout', { cookie })))
        return new Set(answers.map(({ status }) => status))
      }
      const cookies = await Promise.all(
        Array.from({ length: 60 }, async () => (await post('/login')).headers.getSetCookie()[0]?.split(';')[0] ?? ''),
      )
      expect(await api.checkHealth()).to.deep.equal({ status: 'ok' })
      const warnings: string[] = []
      const listen = ({ message }: Error): void => void warnings.push(message)
      process.on('warning', listen)
      const node = servers[2] as RedisServer
      const name = address.slice(0, address.indexOf('?'))
      const reason = `The node ${nameOf(node)} of the store at ${name} ${cause}.`
      breakIt(node)
      try {
        expect(await logOut(cookies.slice(0, 30))).to.deep.equal(new Set([200, 503]))
        const health = await api.checkHealth()
        expect(health.status === 'unavailable' && withoutPlace(health.reason)).to.equal(reason)
        // It is asked again and again.
        await delay(600)
      } finally {
        mend(node)
      }
      while (warnings.length < 2) await delay(20)
      process.off('warning', listen)
      expect(warnings.map(withoutPlace)).to.deep.equal([
        `${reason} Until ${until}, sessions whose revocations it keeps are refused with 503.`,
        `The store at ${name} answers again.`,
      ])
      expect(await api.checkHealth()).to.deep.equal({ status: 'ok' })
      expect(await logOut(cookies.slice(30))).to.deep.equal(new Set([200]))
    })
  }
})

describeWithRedis('a cluster whose primary goes away without a word', () => {
  it('is healthy once its replica has taken over, over a connection that was never closed', async () => {
    const servers = [...(await startCluster())]
    const primary = servers[2] as RedisServer
    const replica = await startRedis('--cluster-enabled', 'yes', '--cluster-node-timeout', '2000')
    servers.push(replica)
    const store = openRedisStore(`redis-cluster://${servers.slice(0, 2).map(nameOf).join(',')}?timeout=500`)
    try {
      replica.run('CLUSTER', 'MEET', '127.0.0.1', String(primary.port))
      const id = primary.run('CLUSTER', 'MYID')
      while (!replica.run('CLUSTER', 'NODES').includes(id)) await delay(50)
      replica.run('CLUSTER', 'REPLICATE', id)
      const others = servers.filter((server) => server !== primary)
      while (!others.every((server) => server.run('CLUSTER', 'NODES').includes(`slave ${id}`))) await delay(50)
      replica.until('master_link_status:up')
      expect(await store.check()).to.deep.equal({ status: 'ok' })
      primary.pause()
      expect((await store.check()).status).to.equal('unavailable')
      while (!replica.run('ROLE').startsWith('master')) await delay(50)
      const deadline = performance.now() + 10_000
      while ((await store.check()).status !== 'ok') {
        if (performance.now() > deadline) throw new Error('away for 10 s after the replica took over')
      }
    } finally {
      store.close()
      primary.resume()
      await Promise.all(servers.map((server) => server.kill()))
    }
  })
})
