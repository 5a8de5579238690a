/** The server that `soak.ts` puts under load, in a process of its own: says where it is, and measures itself when asked. */
import { readdirSync } from 'node:fs'
import { createSeals, createTargets } from '../server/attacks/testdata/applications.ts'

/** The memory of the server when no request is under way. */
export interface Usage {
  /** MiB in use on the heap and in buffers, after garbage collection. */
  readonly heap: number
  /** MiB of the process that are in memory. */
  readonly resident: number
  readonly descriptors: number
}

const { main } = createTargets()
const listening = await main.api.listen({ log: false })
// No test reads this log.
setInterval(() => {
  main.runs.length = 0
  main.malformed.length = 0
}, 1_000).unref()

process.on('message', (message) => {
  if (message === 'measure') void measure().then((usage) => process.send?.({ usage }))
})
process.once('disconnect', () => process.exit(0))
process.send?.({ url: listening.url, seals: await createSeals(main) })

async function measure(): Promise<Usage> {
  for (let pass = 0; pass < 8; pass++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  const descriptors = readdirSync('/proc/self/fd').length
  return { heap: (heapUsed + external) / 2 ** 20, resident: rss / 2 ** 20, descriptors }
}
