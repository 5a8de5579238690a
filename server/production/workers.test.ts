import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { PATIENCE } from '../../fixtures/test-time.ts'
import { buildSample, type BuiltSample, type ServerProcess, startServer, stopServer } from './testdata/built.ts'
import { startLoad } from './testdata/load.ts'

const CONFIG = "import { defineConfig } from 'svc'\nexport default defineConfig({ docs: false })\n"
const ROUTE =
  "import { operation } from 'svc'\nexport const GET = operation({ auth: null }, () => String(process.pid))\n"

describe('workers of a built server', () => {
  let built: BuiltSample
  let server: ServerProcess

  before(async () => {
    built = await buildSample({ 'svc.config.ts': CONFIG, routes: { 'pid.ts': ROUTE } })
  })
  after(() => built.dispose())
  afterEach(() => stopServer(server))

  const start = (): Promise<string> => {
    server = startServer(built.out, { WORKERS: '2' })
    return server.url
  }

  /**
   * The process that answers a connection of its own; `undefined` where none does: one that the primary handed to a
   * worker that was killed in that moment stays open without an answer.
   */
  const ask = (url: string): Promise<number | undefined> =>
    fetch(`${url}/api/pid`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(2_000) }).then(
      async (response) => Number(await response.text()),
      () => undefined,
    )

  /** Asks until so many processes besides these have answered. */
  async function pidsOf(url: string, count: number, not: readonly number[] = []): Promise<readonly number[]> {
    const found = new Set<number>()
    for (const end = Date.now() + PATIENCE; found.size < count && Date.now() < end;) {
      const pid = await ask(url)
      if (pid !== undefined && !not.includes(pid)) found.add(pid)
      else await delay(5)
    }
    return [...found]
  }

  it('answer on one port', async () => {
    const pids = await pidsOf(await start(), 2)
    expect(pids).to.have.length(2)
    expect(pids).to.not.include(server.child.pid)
    expect(server.err.filter((line) => line.startsWith('serving'))).to.deep.equal([
      `serving  ${await server.url}  2 workers`,
    ])
  })

  it('are replaced where one is killed', async () => {
    const url = await start()
    const before = await pidsOf(url, 2)
    const [first] = before
    process.kill(first as number, 'SIGKILL')
    const [other] = await pidsOf(url, 1, before)
    expect(other).to.be.a('number')
    expect(await server.line(/^warning: worker/)).to.equal(
      `warning: worker ${first} died with SIGKILL; another starts in 100 ms`,
    )
    expect(server.child.exitCode).to.equal(null)
  })

  it('are replaced one after the other on SIGHUP, without a lost request', async () => {
    const url = await start()
    const before = await pidsOf(url, 2)
    const load = startLoad(`${url}/api/pid`, 32)
    await load.answered(200)
    server.child.kill('SIGHUP')
    await server.line(/^restart {2}done/)
    const after = await pidsOf(url, 2, before)
    await load.answered(200)
    const { statuses, lost } = await load.stop()
    expect(Object.keys(statuses)).to.deep.equal(['200'])
    expect(lost).to.deep.equal({})
    expect(after).to.have.length(2)
    for (const pid of before) expect(() => process.kill(pid, 0)).to.throw('ESRCH')
  })

  it('lose no request on SIGTERM', async () => {
    const url = await start()
    await pidsOf(url, 2)
    const load = startLoad(`${url}/api/pid`, 32)
    await load.answered(500)
    server.child.kill('SIGTERM')
    expect(await server.ended).to.equal(0)
    const { statuses, lost } = await load.stop()
    expect(Object.keys(statuses)).to.deep.equal(['200'])
    expect(lost).to.deep.equal({})
  })

  it('end the whole with 1 where five die within a minute', async () => {
    const url = await start()
    const known = [...(await pidsOf(url, 2))]
    for (let death = 1; death <= 5; death++) {
      process.kill(known.at(-1) as number, 'SIGKILL')
      if (death === 5) break
      const [fresh] = await pidsOf(url, 1, known)
      known.push(fresh as number)
    }
    expect(await server.ended).to.equal(1)
    expect(
      server.err.filter((line) => line.startsWith('warning')).map((line) => /in (\d+) ms/.exec(line)?.[1]),
    ).to.deep.equal(['100', '200', '400', '800'])
    expect(server.err.at(-1)).to.equal('error: 5 workers died within a minute, the last with SIGKILL. The server ends.')
  })

  it('end by themselves where the primary is killed', async () => {
    const url = await start()
    const pids = await pidsOf(url, 2)
    server.child.kill('SIGKILL')
    const isAlive = (pid: number): boolean => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    }
    for (const end = Date.now() + PATIENCE; pids.some(isAlive) && Date.now() < end;) await delay(10)
    expect(pids.filter(isAlive)).to.deep.equal([])
  })
})
