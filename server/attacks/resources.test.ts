import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { startDevServer } from '../dev/dev-server.ts'
import { load } from '../files/load.ts'
import { Modules } from '../files/modules.ts'
import { createSample } from '../files/testdata/tree.ts'
import { buildSample, startServer, stopServer } from '../production/testdata/built.ts'
import { RawClient } from '../promises/testdata/raw-client.ts'
import type { Facts } from './testdata/attack.ts'
import { MARK, PROJECT } from './testdata/orders-project.ts'
import { RESOURCE_UPGRADES } from './testdata/resource-upgrades.ts'
import { RESOURCES } from './testdata/resources.ts'
import { strike } from './testdata/strike.ts'

interface Served {
  readonly url: string
  close(): Promise<void>
}

async function serveInDevelopment(): Promise<Served> {
  const sample = createSample(PROJECT)
  const server = await startDevServer(
    { root: sample.root, port: 0 },
    { print: () => undefined, report: () => undefined, color: { stdout: false, stderr: false } },
  )
  const problems = server.reloader.loaded.problems.map(({ message }) => message)
  expect(problems).to.deep.equal([])
  const close = async (): Promise<void> => {
    await server.close()
    sample.dispose()
  }
  return { url: server.url, close }
}

async function serveBuilt(): Promise<Served> {
  const sample = await buildSample(PROJECT)
  const server = startServer(sample.out)
  const close = async (): Promise<void> => {
    await stopServer(server)
    sample.dispose()
  }
  return { url: await server.url, close }
}

/** The project behind a server that its people make: Node hands it no upgrades, so a handshake is a plain GET. */
async function serveByHandler(): Promise<Served> {
  const sample = createSample(PROJECT)
  const modules = await Modules.open(sample.root)
  const { api, problems } = await load(modules)
  expect(problems).to.deep.equal([])
  const server = createServer(api.nodeHandler())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    server.close()
    await modules.close()
    sample.dispose()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

/** The requests for which a handler ran, once. */
async function readSeen(url: string): Promise<unknown> {
  const client = new RawClient(url).write(`GET /api/seen HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`)
  try {
    return JSON.parse((await client.next()).body)
  } finally {
    client.close()
  }
}

for (const [where, serve] of [
  ['svc dev', serveInDevelopment],
  ['a built server', serveBuilt],
  ['nodeHandler', serveByHandler],
] as const) {
  describe(`promise 33: resources under attack over a raw socket (${where})`, () => {
    let served: Served
    let facts: Facts
    before(async () => {
      served = await serve()
      facts = { host: new URL(served.url).host, seals: {} as Facts['seals'] }
    })
    after(() => served.close())

    for (const attack of [...RESOURCES, ...RESOURCE_UPGRADES]) {
      it(attack.name, async () => {
        const { answers, text } = await strike(served.url, attack, facts)
        const fits = answers.map(({ status }, index) => {
          const expected = attack.answers[index]
          return typeof expected === 'object' && expected.includes(status) ? expected : status
        })
        // Node hands no upgrade to a handler: a handshake is the plain GET of a socket there.
        const isPlain = where === 'nodeHandler' && attack.answers.includes(101)
        expect({ statuses: fits, runs: await readSeen(served.url) }).to.deep.equal({
          statuses: attack.answers.map((status) => (isPlain && status === 101 ? 426 : status)),
          runs: attack.runs ?? [],
        })
        if (attack.includes && !isPlain) expect(text).to.match(attack.includes)
        else expect(text).to.not.include(MARK)
        // An order that is refused has the answer of one that does not exist.
        for (const { status, body } of answers)
          if (status === 404 && body !== '') expect(body).to.equal('{"detail":"Not Found"}')
      })
    }
  })
}
