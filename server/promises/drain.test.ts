import { createServer, type Server } from 'node:http'
import { expect } from 'chai'
import { PATIENCE } from '../../fixtures/test-time.ts'
import { SvcAPI } from '../api/api.ts'
import { drainServer } from '../listening/drain-server.ts'
import { guardServer } from '../listening/guard-server.ts'
import { eventStream } from '../http/event-stream.ts'
import { field, RawClient, request, until } from './testdata/raw-client.ts'
import { urlOf } from './testdata/sample.ts'

describe('promise 23: a server ends without losing a request', () => {
  let release: (() => void)[] = []
  let server: Server
  let url = ''
  const gates = new Set<() => void>()
  const inHandler = (count: number): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => (release.length >= count ? resolve() : void gates.add(look))
      look()
    })

  beforeEach(async () => {
    release = []
    const api = new SvcAPI({ docs: false, auth: null })
    api.get('/fast', {}, () => 'fast')
    api.get('/busy', {}, () => {
      for (const ends = performance.now() + 5; performance.now() < ends;);
      return 'busy'
    })
    api.get('/slow', {}, async () => {
      await new Promise<void>((resolve) => {
        release.push(resolve)
        for (const look of gates) look()
      })
      return 'slow'
    })
    api.get('/events', {}, () =>
      eventStream(async function* (signal) {
        yield 'first'
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
      }),
    )
    server = createServer(api.nodeHandler())
    guardServer(server, api.settings.limits)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = urlOf(server)
  })
  afterEach(() => {
    gates.clear()
    server.closeAllConnections()
  })

  it('answers what is in flight with Connection: close, and accepts no new connection', async () => {
    const client = new RawClient(url).write(request(url, 'GET', '/slow'))
    await inHandler(1)
    const drained = drainServer(server)
    await until(() => !server.listening)
    const late = new RawClient(url).write(request(url, 'GET', '/fast'))
    await late.closed
    release[0]?.()
    const answer = await client.next()
    expect([answer.status, answer.body, field(answer, 'connection'), late.text, await drained]).to.deep.equal([
      200,
      'slow',
      'close',
      '',
      0,
    ])
    await client.closed
  })

  it('closes connections that are idle', async () => {
    const client = new RawClient(url).write(request(url, 'GET', '/fast'))
    expect((await client.next()).status).to.equal(200)
    expect(await drainServer(server)).to.equal(0)
    await client.closed
  })

  it('loses none of the requests that 32 connections keep sending', async () => {
    let answered = 0
    const clients = Array.from({ length: 32 }, async (_, index) => {
      const client = new RawClient(url)
      for (;;) {
        const answer = await client.write(request(url, 'GET', `/fast?${index}`)).next()
        answered++
        if (field(answer, 'connection') === 'close') return client.close()
      }
    })
    await until(() => answered >= 200)
    const lost = await drainServer(server)
    // A request without an answer would have rejected.
    await Promise.all(clients)
    expect(lost).to.equal(0)
  })

  it('ends while 64 clients whose connections it closes connect again, and loses none that it accepted', async () => {
    const accepted = new Set<number | undefined>()
    server.on('connection', ({ remotePort }) => accepted.add(remotePort))
    let [answered, again] = [0, 0]
    const unanswered: (number | undefined)[] = []
    const clients = Array.from({ length: 64 }, async () => {
      for (let isRefused = false; !isRefused; again++) {
        const client = new RawClient(url)
        let port: number | undefined
        client.socket.once('connect', () => (port = client.socket.localPort))
        for (let isOpen = true; isOpen;) {
          const answer = await client
            .write(request(url, 'GET', '/busy'))
            .next()
            .catch(() => undefined)
          if (answer) answered++
          else unanswered.push(port)
          isRefused = answer === undefined
          isOpen = answer !== undefined && field(answer, 'connection') !== 'close'
        }
        client.close()
      }
    })
    await until(() => answered >= 128)
    // Far more than it needs: it ends by itself, not by the cap.
    const lost = await drainServer(server, { cap: PATIENCE })
    await Promise.all(clients)
    expect(again).to.be.above(64)
    expect([lost, unanswered.filter((port) => accepted.has(port))]).to.deep.equal([0, []])
  })

  it('ends event streams after the grace', async () => {
    const client = new RawClient(url).write(request(url, 'GET', '/events'))
    const answer = client.next('GET')
    await until(() => client.text.includes('data: first'))
    expect(await drainServer(server, { grace: 30 })).to.equal(0)
    expect((await answer).body).to.equal(':\n\ndata: first\n\n')
  })

  it('cuts at the cap what takes longer', async () => {
    const client = new RawClient(url).write(request(url, 'GET', '/slow'))
    await inHandler(1)
    // Its handler never ends by itself.
    expect(await drainServer(server, { cap: 60 })).to.equal(1)
    await client.closed
  })

  it('ends at once on a second signal', async () => {
    const client = new RawClient(url).write(request(url, 'GET', '/slow'))
    await inHandler(1)
    const second = new AbortController()
    const drained = drainServer(server, { signal: second.signal })
    second.abort()
    expect(await drained).to.equal(1)
    await client.closed
  })
})
