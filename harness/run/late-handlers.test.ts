import { expect } from 'chai'
import type { Played } from '../check/verdict.ts'
import { Ledger } from '../observe/ledger.ts'
import { sampleRoute, sampleScenario } from '../testdata/samples.ts'
import { LateHandlers } from './late-handlers.ts'

const COUNT = 12_000

describe('handlers that start late', () => {
  const route = sampleRoute()
  const run = { operation: route.key, isProtected: true, afterPass: false, auth: undefined }

  /** Watches so many scenarios, while a handler starts for the one of each number once all are watched. */
  function watch(late: readonly number[]): { readonly found: readonly string[]; readonly ledger: Ledger } {
    const ledger = new Ledger(() => true)
    const found: string[] = []
    const runs = new LateHandlers(ledger, ({ scenario }) => found.push(scenario.name))
    const probes: string[] = []
    for (let at = 0; at < COUNT; at++) {
      const probe = ledger.issue()
      probes.push(probe)
      const scenario = sampleScenario(route, `one-${at}`)
      runs.watch({ scenario, route, replayed: [{ probe }] } as unknown as Played)
      if (late.includes(at)) ledger.read(probe).runs.push(run)
    }
    const last = probes.at(-1) as string
    ledger.read(last).runs.push(run)
    runs.end()
    return { found, ledger }
  }

  it('are found after others were watched, and at the end', () => {
    expect(watch([3, 5_000]).found).to.deep.equal(['one-3', 'one-5000', `one-${COUNT - 1}`])
  })

  it('are watched for a few thousand scenarios at a time: the ledger forgets those before', () => {
    const ledger = new Ledger(() => true)
    const known: number[] = []
    const runs = new LateHandlers(ledger, () => undefined)
    const probes: string[] = []
    for (let at = 0; at < COUNT; at++) {
      probes.push(ledger.issue())
      const scenario = sampleScenario(route, `one-${at}`)
      runs.watch({ scenario, route, replayed: [{ probe: probes[at] }] } as unknown as Played)
      if (at % 1_000 === 0) known.push(probes.filter((probe) => ledger.read(probe) === ledger.read(probe)).length)
    }
    expect(Math.max(...known)).to.be.below(5_000)
  })
})
