import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { createSeals, createTargets } from '../attacks/testdata/applications.ts'
import { type Attack, BEARER, piecesOf } from '../attacks/testdata/attack.ts'
import { CATALOGUE } from '../attacks/testdata/catalogue.ts'
import { RawClient, request, until } from './testdata/raw-client.ts'
import { LAYERS } from './testdata/sample.ts'

/** Milliseconds of load; `bench/soak.ts` is the run of ten minutes. */
const DURATION = 1_000

type Counts = Readonly<Record<string, number>>

function countResources(): Counts {
  const counts: Record<string, number> = { Timeout: 0, TCPSocketWrap: 0, PipeWrap: 0, listeners: 0 }
  for (const kind of process.getActiveResourcesInfo()) if (kind in counts) counts[kind] = (counts[kind] ?? 0) + 1
  for (const name of process.eventNames()) counts.listeners = (counts.listeners ?? 0) + process.listenerCount(name)
  return counts
}

/** Earlier tests may have left something that ends meanwhile; more than before is what a request left. */
function isWithin(counts: Counts, before: Counts): boolean {
  return Object.entries(counts).every(([kind, count]) => count <= (before[kind] ?? 0))
}

for (const { layer, serve } of LAYERS) {
  describe(`promise 24: nothing is left of good and hostile requests (${layer})`, () => {
    it('no socket, no timer, no listener', async () => {
      const { main } = createTargets()
      const server = await serve(main.api)
      const facts = { host: new URL(server.url).host, seals: await createSeals(main) }
      const attacks = Object.values(CATALOGUE)
        .flat()
        .filter((attack) => attack.on === undefined && (layer === 'listen' || !attack.onlyGuarded))
      const good = request(server.url, 'GET', '/slow', [BEARER])
      const exchange = async (attack: Attack | undefined): Promise<void> => {
        const bytes = attack ? piecesOf(attack, facts).join('') : good
        const client = new RawClient(server.url).write(bytes)
        await client.next(bytes.startsWith('HEAD') ? 'HEAD' : 'GET')
        client.close()
        await client.closed
      }
      await exchange(undefined)
      await until(() => countResources().TCPSocketWrap === 0)
      const before = countResources()
      const ends = performance.now() + DURATION
      for (let index = 0; performance.now() < ends; index += 8) {
        const batch = Array.from({ length: 8 }, (_, at) =>
          exchange(at % 2 === 0 ? undefined : attacks[(index + at) % attacks.length]),
        )
        await Promise.all(batch)
      }
      const deadline = performance.now() + 4_000
      while (!isWithin(countResources(), before) && performance.now() < deadline) await delay(20)
      const after = countResources()
      expect(isWithin(after, before), JSON.stringify({ before, after })).to.equal(true)
      await server.close()
    })
  })
}
