import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { renameSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { buildSample, type BuiltSample, type ServerProcess, startServer, stopServer } from './testdata/built.ts'
import { startLoad } from './testdata/load.ts'

const CONFIG = `import { defineConfig } from 'svc'
export default defineConfig({
  docs: false,
  start: () => new Promise<void>((resolve) => setTimeout(resolve, Number(process.env['SLOW_START'] ?? 0))),
})
`
const route = (handler: string): string =>
  `import { operation } from 'svc'\nexport const GET = operation({ auth: null }, ${handler})\n`
const ROUTES = {
  'pid.ts': route('() => String(process.pid)'),
  'slow.ts': route(
    "() => {\n  process.stderr.write('slow\\n')\n  return new Promise((resolve) => setTimeout(() => resolve('slow'), 300))\n}",
  ),
}

describe('promise 32: workers that start, stop and are restarted', () => {
  let built: BuiltSample
  let server: ServerProcess

  before(async () => {
    built = await buildSample({ 'svc.config.ts': CONFIG, routes: ROUTES })
  })
  after(() => built.dispose())
  afterEach(() => stopServer(server))

  const start = (workers: number, env: Readonly<Record<string, string>> = {}): Promise<string> => {
    server = startServer(built.out, { WORKERS: String(workers), ...env })
    return server.url
  }
  const workersOf = ({ child }: ServerProcess): readonly number[] =>
    execFileSync('ps', ['-A', '-o', 'ppid=,pid='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .filter(([parent]) => parent === child.pid)
      .map(([, pid]) => pid as number)
  const lines = (pattern: RegExp): readonly string[] => server.err.filter((line) => pattern.test(line))
  /** Waits until so many workers are there. The test's own time limit ends it. */
  const untilWorkers = async (count: number): Promise<readonly number[]> => {
    while (workersOf(server).length !== count) await delay(10)
    return workersOf(server)
  }
  /** Waits until so many workers serve. */
  const untilServing = async (url: string, count: number): Promise<readonly number[]> => {
    const pids = new Set<number>()
    while (pids.size < count) {
      const response = await fetch(`${url}/api/pid`, { headers: { connection: 'close' } })
      pids.add(Number(await response.text()))
    }
    return [...pids]
  }
  const slow = async (url: string): Promise<string> => {
    const [response] = (await once(get(`${url}/api/slow`), 'response')) as [IncomingMessage]
    return `${response.statusCode} ${await text(response)}`
  }

  for (const { workers, milliseconds } of [
    { workers: 2, milliseconds: 0 },
    { workers: 2, milliseconds: 60 },
    { workers: 4, milliseconds: 0 },
    { workers: 4, milliseconds: 40 },
    { workers: 4, milliseconds: 80 },
  ]) {
    it(`lose no request on SIGTERM ${milliseconds} ms after the first of ${workers} serves`, async () => {
      const load = startLoad(`${await start(workers)}/api/pid`, 32)
      await load.answered(1)
      await delay(milliseconds)
      server.child.kill('SIGTERM')
      expect(await server.ended).to.equal(0)
      const { statuses, lost } = await load.stop()
      expect([Object.keys(statuses), lost, lines(/rror/)]).to.deep.equal([['200'], {}, []])
    })
  }

  for (const who of ['the whole group', 'one worker']) {
    it(`lose no request on SIGTERM for ${who}`, async () => {
      const load = startLoad(`${await start(2)}/api/pid`, 32)
      const pids = await untilWorkers(2)
      await load.answered(200)
      for (const pid of who === 'one worker' ? pids.slice(1) : pids) process.kill(pid, 'SIGTERM')
      if (who === 'one worker') await server.line(/^warning: worker \d+ died with code 0; another starts/)
      server.child.kill('SIGTERM')
      expect(await server.ended).to.equal(0)
      const { statuses, lost } = await load.stop()
      expect([Object.keys(statuses), lost]).to.deep.equal([['200'], {}])
    })
  }

  it('lose no request where all workers are killed just before the end', async () => {
    const url = await start(2)
    for (const pid of await untilServing(url, 2)) process.kill(pid, 'SIGKILL')
    await server.line(/another starts in 200 ms/)
    const answer = slow(url)
    // It is accepted by now, as the primary does nothing else, and waits for the next worker.
    await delay(20)
    server.child.kill('SIGTERM')
    expect([await answer, await server.ended]).to.deep.equal(['200 slow', 0])
  })

  it('leave as many workers as were asked for where an old one dies during a rolling restart', async () => {
    const [first, second] = await untilServing(await start(2, { SLOW_START: '250' }), 2)
    server.child.kill('SIGHUP')
    await untilWorkers(3)
    process.kill(first as number, 'SIGKILL')
    await server.line(/^restart {2}done/)
    // By now the replacement of the dead one would have been started: 100 ms after its death.
    const after = await untilWorkers(2)
    await delay(150)
    expect(workersOf(server)).to.have.members(after)
    expect(after).to.not.include(second)
  })

  it('say that a restart failed, keep the old workers, and restart once it is mended', async () => {
    const url = await start(2)
    const before = await untilServing(url, 2)
    const lock = `${built.out}/routes.lock`
    renameSync(lock, `${lock}.away`)
    try {
      server.child.kill('SIGHUP')
      expect(await server.line(/^error: restart/)).to.equal(
        'error: restart failed: a new worker did not start; 2 of 2 workers are the old ones. Mend it, and send SIGHUP again.',
      )
    } finally {
      renameSync(`${lock}.away`, lock)
    }
    expect([lines(/restart {2}done/), (await fetch(`${url}/api/pid`)).status]).to.deep.equal([[], 200])
    expect(await untilWorkers(2)).to.have.members(before)
    server.child.kill('SIGHUP')
    await server.line(/^restart {2}done/)
    expect(await untilWorkers(2)).to.not.have.members(before)
  })

  it('restart once more on a second SIGHUP, and say so', async () => {
    await untilServing(await start(2), 2)
    server.child.kill('SIGHUP')
    await server.line(/^restart {2}one/)
    server.child.kill('SIGHUP')
    await server.line(/^restart {2}again/)
    while (lines(/^restart {2}done/).length < 2) await delay(10)
    expect(lines(/^restart/)).to.deep.equal([
      'restart  one worker after the other',
      'restart  again after this one',
      'restart  done',
      'restart  one worker after the other',
      'restart  done',
    ])
  })

  it('go on with one process on SIGHUP, and say why', async () => {
    const url = await start(1)
    server.child.kill('SIGHUP')
    expect(await server.line(/^restart/)).to.equal(
      'restart  refused: one process cannot replace itself without a pause. Start it with WORKERS=2 or more.',
    )
    expect((await fetch(`${url}/api/pid`)).status).to.equal(200)
  })

  it('answer what is in flight where the primary is killed', async () => {
    const url = await start(2)
    await untilServing(url, 2)
    const answers = Array.from({ length: 8 }, () => slow(url))
    while (lines(/^slow$/).length < 8) await delay(5)
    server.child.kill('SIGKILL')
    expect(await Promise.all(answers)).to.deep.equal(Array.from({ length: 8 }, () => '200 slow'))
  })

  it('lose none of the connections that wait for a worker which is killed before it takes them', async () => {
    const url = await start(2)
    const pids = await untilServing(url, 2)
    // It takes nothing any more, and is still the one of two with nothing on its way.
    process.kill(pids[0] as number, 'SIGSTOP')
    const answers = Promise.all(
      Array.from({ length: 8 }, async () =>
        (await fetch(`${url}/api/pid`, { headers: { connection: 'close' } })).text(),
      ),
    )
    await delay(100)
    process.kill(pids[0] as number, 'SIGKILL')
    expect((await answers).includes(String(pids[0]))).to.equal(false)
  })
})
