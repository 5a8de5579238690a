/**
 * A program that serves an API with `listen()`, for `drain.ts`: SIGTERM drains it. With `--plain` a server of
 * `node:http` that closes at once, for comparison. `--busy` computes for that many milliseconds in each handler; without
 * it, handlers wait for 2.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { SvcAPI } from '../server/api/api.ts'
import { bearer } from '../server/auth/index.ts'

const { values } = parseArgs({
  options: { plain: { type: 'boolean' }, busy: { type: 'string', default: '0' }, cap: { type: 'string' } },
})
const work = async (): Promise<string> => {
  const ends = performance.now() + Number(values.busy)
  while (performance.now() < ends);
  if (Number(values.busy) === 0) await new Promise((resolve) => setTimeout(resolve, 2))
  return 'fine'
}

if (values.plain) {
  const server = createServer((_, response) => void work().then((text) => response.end(text)))
  server.listen(0, '127.0.0.1', () => {
    console.log(`serving  http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
  process.once('SIGTERM', () => {
    server.close(() => process.exit(143))
    setTimeout(() => process.exit(143), Number(values.cap ?? 10_000))
  })
} else {
  const api = new SvcAPI({ docs: false, auth: bearer((_, token) => token === 'right') })
  api.get('/r0', {}, work)
  const listening = await api.listen({ log: false })
  const options = values.cap === undefined ? {} : { cap: Number(values.cap) }
  process.once('SIGTERM', () => void listening.close(options).then(() => process.exit(143)))
  console.log(`serving  ${listening.url}`)
}
