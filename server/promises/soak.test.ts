import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { createSeals, createTargets } from '../attacks/testdata/applications.ts'
import { type Attack, BEARER, piecesOf } from '../attacks/testdata/attack.ts'
import { CATALOGUE } from '../attacks/testdata/catalogue.ts'
import { RawClient, request } from './testdata/raw-client.ts'
import { LAYERS } from './testdata/sample.ts'

/** Connections at once, every other one hostile; `bench/soak.ts` is the run of ten minutes. */
const WIDTH = 16

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

/** Waits until something is so, for so many milliseconds at most: another test may have left a connection for good. */
async function settle(isSo: () => boolean, longest: number): Promise<void> {
  const deadline = performance.now() + longest
  while (!isSo() && performance.now() < deadline) await delay(20)
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
        if (attack?.ends) client.socket.end()
        if (attack?.answers.length !== 0) await client.next(bytes.startsWith('HEAD') ? 'HEAD' : 'GET')
        client.close()
        await client.closed
      }
      try {
        await exchange(undefined)
        await settle(() => countResources().TCPSocketWrap === 0, 2_000)
        const before = countResources()
        const mixed = attacks.flatMap((attack) => [undefined, attack])
        for (let at = 0; at < mixed.length; at += WIDTH) await Promise.all(mixed.slice(at, at + WIDTH).map(exchange))
        await settle(() => isWithin(countResources(), before), 4_000)
        const after = countResources()
        expect(isWithin(after, before), JSON.stringify({ before, after })).to.equal(true)
      } finally {
        await server.close()
      }
    })
  })
}
