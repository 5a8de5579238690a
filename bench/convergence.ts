/**
 * Compares what `svc dev` serves after random edits with a fresh load of the disk.
 *
 *     node --conditions=source --import tsx bench/convergence.ts [sequences] [seed]
 *
 * Prints how long after the last edit the two were equal (milliseconds), and a shrunk counterexample where they are not
 * within ten seconds. 500 sequences take about ten minutes.
 */
import { setTimeout as delay } from 'node:timers/promises'
import * as fc from 'fast-check'
import { startDevServer } from '../server/dev/dev-server.ts'
import { applyEdits, createEditable, describeFresh, describeLoaded, edits } from '../server/dev/testdata/edits.ts'

const [sequences = 500, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
const PATIENCE = 10_000
const silent = (): void => undefined
const times: number[] = []

const property = fc.asyncProperty(edits, async (sequence) => {
  const sample = createEditable()
  const root = `${sample.root}/project`
  const color = { stdout: false, stderr: false }
  const server = await startDevServer({ root, port: 0 }, { print: silent, report: silent, color })
  try {
    await server.watching
    await applyEdits(sample.root, sequence)
    const last = performance.now()
    const fresh = JSON.stringify(await describeFresh(root), undefined, 1)
    let served = ''
    while (served !== fresh && performance.now() - last < PATIENCE) {
      await delay(5)
      served = JSON.stringify(await describeLoaded(server.reloader.loaded), undefined, 1)
    }
    if (served !== fresh) throw new Error(`served:\n${served}\nfresh:\n${fresh}`)
    times.push(performance.now() - last)
    if (times.length % 50 === 0) console.error(`${times.length} sequences`)
  } finally {
    await server.close()
    sample.dispose()
  }
})

console.error(`${sequences} sequences, seed ${seed}`)
await fc.assert(property, { numRuns: sequences, seed })
const sorted = times.toSorted((a, b) => a - b)
const at = (part: number): string => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(0)
console.log(
  `${times.length} sequences, all equal; after the last edit: median ${at(0.5)}, 99 % ${at(0.99)}, most ${at(1)} ms`,
)
process.exit(0)
