import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy on loopback that takes a prefix away, as gateways do. */
export interface Proxy {
  readonly url: string
  /** The targets of requests without the prefix, which it answers with 404. */
  readonly outside: readonly string[]
  readonly close: () => Promise<void>
}

/** @param prefix `/v1` */
export async function startProxy(target: string, prefix: string): Promise<Proxy> {
  const outside: string[] = []
  const server = createServer((incoming, outgoing) => {
    const url = incoming.url ?? '/'
    if (!url.startsWith(`${prefix}/`)) {
      outside.push(url)
      outgoing.writeHead(404).end()
      return
    }
    const passed = request(new URL(url.slice(prefix.length), target), {
      method: incoming.method,
      headers: incoming.headers,
    })
    passed.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    outside,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
