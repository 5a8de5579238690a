import type { Server } from 'node:http'
import { listen as startListhen } from 'listhen'
import { drainServer } from '../listening/drain-server.ts'
import { LoadError } from '../base/errors.ts'
import { guardServer } from '../listening/guard-server.ts'
import type { NodeHandler } from '../listening/serving.ts'
import type { LimitOptions } from '../declaring/settings.ts'

/** Where the development server listens. */
export interface DevListenOptions {
  /** 0 takes a free one. */
  readonly port: number
  readonly host: string
  /** With a certificate made on the spot. */
  readonly https: boolean
  /** Whether a port that is taken is an error, instead of a reason to take another. */
  readonly strictPort: boolean
  /** The path that {@link DevListening.open} shows: `/api/docs`. */
  readonly page: string
  readonly limits: Required<LimitOptions>
}

/** A development server that listens. */
export interface DevListening {
  /** Such as `http://localhost:3000`, without a trailing slash. */
  readonly url: string
  readonly port: number
  /** Shows the page in the browser. */
  open(): Promise<void>
  /** Stops listening, answers what is in flight, and cuts off what takes longer than `cap` milliseconds. */
  close(cap: number): Promise<void>
}

/** @throws {@link LoadError} `SVC_PORT_TAKEN` with `strictPort` */
export async function listen(handler: NodeHandler, options: DevListenOptions): Promise<DevListening> {
  const { host, https, limits, port, strictPort, page } = options
  const listener = await startListhen(handler, {
    hostname: host,
    // Said outright: it would otherwise look for --host in the arguments of the process.
    public: isAnyAddress(host),
    https,
    port: {
      port,
      verbose: false,
      ...(port === 0 ? {} : { alternativePortRange: [port, Math.min(port + 100, 65_535)] }),
    },
    baseURL: page,
    showURL: false,
    open: false,
    // Its own would end the process before the requests in flight are answered.
    autoClose: false,
    isTest: false,
    isProd: false,
  })
  const server = listener.server as Server
  guardServer(server, limits)
  const actual = listener.address.port
  if (strictPort && port !== 0 && actual !== port) {
    await drainServer(server, { cap: 0 })
    const fix = 'Stop what uses it, name another with --port, or leave out --strict-port.'
    throw new LoadError('SVC_PORT_TAKEN', `port ${port} of ${host} is taken. ${fix}`)
  }
  return {
    url: `${https ? 'https' : 'http'}://${urlHost(host)}:${actual}`,
    port: actual,
    open: () => listener.open(),
    close: async (cap) => void (await drainServer(server, { cap })),
  }
}

function isAnyAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/** `localhost` for this very machine: what a browser keeps for it, it keeps under that name. */
function urlHost(host: string): string {
  if (isAnyAddress(host) || host === '127.0.0.1' || host === '::1') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
