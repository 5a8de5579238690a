/** Reloads a project 500 times in this process and prints the MiB in use after 50 and after 500. See `reload.ts`. */
import { createServer } from 'node:http'
import { Reloader } from '../server/dev/reloader.ts'
import { writeRoute, writeShared } from './project.ts'

const [root = ''] = process.argv.slice(2)
const reloader = await Reloader.start(root, { secureCookies: () => false, checkHost: () => false })
const server = createServer(reloader.handler)
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as { readonly port: number }
const heap: number[] = []

for (let round = 1; round <= 500; round++) {
  // Mostly routes, as people edit; every tenth time the module that all import.
  const isShared = round % 10 === 0
  if (isShared) writeShared(root, round)
  else writeRoute(root, round % 10, round)
  await reloader.converge()
  await (await fetch(`http://127.0.0.1:${port}/r0`)).text()
  if (round === 50 || round === 500) heap.push(await usedAfterCollection())
}
console.log(JSON.stringify(heap))
server.closeAllConnections()
server.close()
await reloader.close()
process.exit(0)

async function usedAfterCollection(): Promise<number> {
  for (let pass = 0; pass < 4; pass++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return process.memoryUsage().heapUsed / 2 ** 20
}
