import { execFileSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { SvcAPI } from '../api/api.ts'
import { bearer, fwAuth, login, logout } from '../auth/index.ts'
import { openRedisStore } from './redis-store.ts'
import { describeWithRedis, type RedisServer, startRedis } from './testdata/redis-server.ts'

describeWithRedis('a cluster of three', () => {
  let servers: readonly RedisServer[] = []
  let address = ''
  before(async () => {
    const options = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '2000']
    servers = await Promise.all([1, 2, 3].map(() => startRedis(...options)))
    const nodes = servers.map(({ port }) => `127.0.0.1:${port}`)
    execFileSync('redis-cli', ['--cluster', 'create', ...nodes, '--cluster-yes'], { stdio: 'ignore' })
    while (!servers.every((server) => server.run('CLUSTER', 'INFO').includes('cluster_state:ok'))) await delay(50)
    address = `redis-cluster://${nodes.slice(0, 2).join(',')}?timeout=5000`
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
})
