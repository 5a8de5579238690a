import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { buildSample, type BuiltSample, type ServerProcess, startServer, stopServer } from './testdata/built.ts'
import { startLoad } from './testdata/load.ts'

const route = (handler: string): string =>
  `import { operation } from 'svc'\n\nexport const GET = operation({ auth: null }, ${handler})\n`
const CONFIG = `import { defineConfig } from 'svc'
export default defineConfig({
  docs: false,
  start: () => {
    process.stderr.write('database opened\\n')
    return () => void process.stderr.write('database closed\\n')
  },
})
`
const ROUTES = {
  'x.ts': route("() => 'x'"),
  'slow.ts': route(
    "() => {\n  process.stderr.write('slow\\n')\n  return new Promise((resolve) => setTimeout(() => resolve('slow'), 300))\n}",
  ),
  'held.ts': route("() => {\n  process.stderr.write('held\\n')\n  return new Promise(() => undefined)\n}"),
  'broken.ts': route("() => {\n  throw new Error('broken')\n}"),
  'stray.ts': route("() => {\n  setTimeout(() => {\n    throw new Error('stray')\n  }, 10)\n  return 'x'\n}"),
  'rejected.ts': route("() => {\n  void Promise.reject(new Error('rejected'))\n  return 'x'\n}"),
}

describe('a built server as a process', () => {
  let built: BuiltSample
  let server: ServerProcess

  before(async () => {
    built = await buildSample({ 'svc.config.ts': CONFIG, routes: ROUTES })
  })
  after(() => built.dispose())
  afterEach(() => stopServer(server))

  const start = (env: Readonly<Record<string, string>> = {}): Promise<string> => {
    server = startServer(built.out, env)
    return server.url
  }

  async function answerOf(request: ClientRequest): Promise<string> {
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return `${response.statusCode} ${await text(response)} ${response.headers.connection}`
  }

  for (const { signal, code } of [
    { signal: 'SIGTERM', code: 0 },
    { signal: 'SIGINT', code: 130 },
  ] as const) {
    it(`answers what is in flight on ${signal}, stops what start opened, and ends with ${code}`, async () => {
      const url = await start()
      const slow = answerOf(get(`${url}/api/slow`))
      await server.line(/^slow$/)
      server.child.kill(signal)
      expect(await slow).to.equal('200 slow close')
      expect(await server.ended).to.equal(code)
      expect(server.err).to.deep.equal(['database opened', `serving  ${url}`, 'page  off', 'slow', 'database closed'])
    })

    it(`ends at once on a second ${signal}`, async () => {
      const url = await start()
      const held = once(get(`${url}/api/held`), 'error')
      await server.line(/^held$/)
      server.child.kill(signal)
      // Until it has seen the first.
      for (let isOpen = true; isOpen;)
        isOpen = await fetch(`${url}/api/x`).then(
          () => true,
          () => false,
        )
      server.child.kill(signal)
      expect(await server.ended).to.equal(signal === 'SIGTERM' ? 143 : 130)
      await held
    })
  }

  it('cuts off what takes longer than the drain, and says so', async () => {
    const url = await start({ DRAIN: '1' })
    const held = once(get(`${url}/api/held`), 'error')
    await server.line(/^held$/)
    server.child.kill('SIGTERM')
    expect(await server.ended).to.equal(0)
    await held
    expect(server.err).to.include('warning: 1 response was cut off')
  })

  it('loses no request of many clients on SIGTERM', async () => {
    const url = await start()
    const load = startLoad(`${url}/api/x`, 32)
    await load.answered(500)
    server.child.kill('SIGTERM')
    expect(await server.ended).to.equal(0)
    const { statuses, lost } = await load.stop()
    expect(Object.keys(statuses)).to.deep.equal(['200'])
    expect(lost).to.deep.equal({})
  })

  for (const { path, event, line } of [
    { path: 'stray', event: 'uncaughtException', line: 'routes/stray.ts:5:11' },
    { path: 'rejected', event: 'unhandledRejection', line: 'routes/rejected.ts:4:23' },
  ]) {
    it(`logs an ${event} with its stack, answers what is in flight, and ends with 1`, async () => {
      const url = await start()
      const slow = answerOf(get(`${url}/api/slow`))
      await server.line(/^slow$/)
      const stray = answerOf(get(`${url}/api/${path}`))
      const record = JSON.parse(await server.line(new RegExp(`"event":"${event}"`))) as { readonly error: string }
      expect(record.error).to.match(new RegExp(`^Error: ${path}\\n +at .*${line}`))
      expect(await slow).to.match(/^200 slow/)
      expect(await stray).to.match(/^200 x/)
      expect(await server.ended).to.equal(1)
    })
  }

  it('writes one line of JSON for each request, with its id and the traceparent of the caller', async () => {
    const url = await start()
    const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await fetch(`${url}/api/x`, { headers: { traceparent: trace } })
    await fetch(`${url}/api/none?key=secret`, { headers: { traceparent: 'secret', authorization: 'Bearer secret' } })
    server.child.kill('SIGTERM')
    await server.ended
    const records = server.out.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    const known = records.map(({ time: _, duration: _duration, id, ...record }) => ({ ...record, id: typeof id }))
    expect(known).to.deep.equal([
      {
        id: 'string',
        method: 'GET',
        path: '/api/x',
        operation: 'GET /x',
        status: 200,
        address: '127.0.0.1',
        traceparent: trace,
        outcome: 'public',
      },
      { id: 'string', method: 'GET', path: '/api/none', status: 404, address: '127.0.0.1', outcome: 'none' },
    ])
    expect(new Set(records.map(({ id }) => id)).size).to.equal(2)
    expect([...server.out, ...server.err].join('\n')).to.not.include('secret')
  })

  it('writes one line for a request that fails, with its stack', async () => {
    const url = await start()
    expect((await fetch(`${url}/api/broken`)).status).to.equal(500)
    server.child.kill('SIGTERM')
    await server.ended
    const lines = [...server.out, ...server.err].filter((line) => line.includes('/api/broken'))
    expect(lines.map((line) => [JSON.parse(line).status, JSON.parse(line).error.split('\n')[0]])).to.deep.equal([
      [500, 'Error: broken'],
    ])
  })

  it('writes only what failed where LOG is errors', async () => {
    const url = await start({ LOG: 'errors' })
    for (const path of ['/x', '/none', '/broken']) await fetch(`${url}/api${path}`)
    server.child.kill('SIGTERM')
    await server.ended
    const lines = server.out.filter((line) => line.includes('"status"'))
    expect(lines.map((line) => [JSON.parse(line).path, JSON.parse(line).status])).to.deep.equal([['/api/broken', 500]])
  })

  it('answers a health check that is not an operation, appears in no log, and fails while it drains', async () => {
    const url = await start({ HEALTH: '/health' })
    const ask = async (method = 'GET'): Promise<string> => {
      const response = await fetch(`${url}/health`, { method, headers: { host: 'balancer.internal' } })
      return `${response.status} ${await response.text()}`
    }
    expect(await ask()).to.equal('200 {"status":"ok"}')
    expect(await ask('HEAD')).to.equal('200 ')
    expect(await ask('POST')).to.match(/^4/)
    // A request that has begun keeps its connection while the server drains.
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write('GET /health HTTP/1.1\r\nHost: x\r\n')
    await ask()
    server.child.kill('SIGTERM')
    for (let isOpen = true; isOpen;)
      isOpen = await ask().then(
        () => true,
        () => false,
      )
    socket.write('\r\n')
    expect(await text(socket)).to.match(/^HTTP\/1\.1 503 [^]*\{"status":"unavailable"\}$/)
    expect(await server.ended).to.equal(0)
    expect(server.out.filter((line) => line.includes('/health') && line.includes('"GET"'))).to.deep.equal([])
  })
})
