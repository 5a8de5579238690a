import type { AddressInfo } from 'node:net'
import { drainServer } from '../listening/drain-server.ts'
import { LoadError } from '../base/errors.ts'
import { guardServer } from '../listening/guard-server.ts'
import { startConfig } from '../api/lifetimes.ts'
import { createLog } from '../log/log.ts'
import { isLoopback } from '../http/known-hosts.ts'
import { createOwnServer } from '../http/private-members.ts'
import { needsSecureCookies } from '../listening/serving.ts'
import { checkStart } from './start-checks.ts'
import { answerHealth, isHealthCheck } from './health.ts'
import type { BuiltProject } from './built-project.ts'
import { describePage } from './page-line.ts'
import type { OpenServer, RunningServer, Serve } from './run-server.ts'
import { mapStack } from './stack.ts'

/** @param check run before anything else */
export function createServe(project: BuiltProject, check: () => void): Serve {
  const { api, config, base, operations } = project
  return async (settings, output, open = listenHere) => {
    check()
    const { port = config.project.port ?? 3000, host = config.project.host ?? '127.0.0.1' } = settings
    const isLocal = isLoopback(host)
    // A secret that is missing is found here.
    const handler = api.nodeHandler({
      secureCookies: needsSecureCookies(api.settings, !isLocal),
      ...(isLocal ? { checkHost: true } : {}),
    })
    await checkStart({ api, operations, base, host, workers: settings.workers, health: settings.health })
    const stop = await startConfig(config)
    api.observe(createLog({ format: 'json', level: settings.log, write: output.log, mapStack }))
    let isEnding = false
    const health =
      settings.health === undefined
        ? undefined
        : { path: settings.health, isOk: async () => !isEnding && (await api.checkHealth()).status === 'ok' }
    const server = createOwnServer((request, response) => {
      if (health && isHealthCheck(request, health.path)) {
        void health.isOk().then((isOk) => answerHealth(request, response, isOk))
        return
      }
      handler(request, response)
    })
    guardServer(server, api.settings.limits)
    const page = describePage({ api, base }, project.hasPage)
    const address = await listen(() => open(server, port, host, page), port, host).catch(async (error: unknown) => {
      await stop?.()
      throw error
    })
    return {
      url: urlOf(address),
      page,
      close: async () => {
        isEnding = true
        const lost = await drainServer(server, { cap: settings.drain, linger: lingerOf(settings.drain) })
        await Promise.resolve(stop?.()).catch((error: unknown) => output.report(`error: stop threw: ${String(error)}`))
        return lost
      },
    } satisfies RunningServer
  }
}

/** @throws {@link LoadError} for an address that cannot be listened on */
async function listen(open: () => Promise<AddressInfo>, port: number, host: string): Promise<AddressInfo> {
  return open().catch((cause: NodeJS.ErrnoException) => {
    const why = { EADDRINUSE: 'is taken', EACCES: 'needs more rights', EADDRNOTAVAIL: 'is not of this machine' }
    const what = why[cause.code as keyof typeof why] ?? `cannot be listened on (${cause.code})`
    throw new LoadError('SVC_START_LISTEN', `port ${port} of ${host} ${what}. Name another.`, undefined, { cause })
  })
}

const listenHere: OpenServer = (server, port, host) =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(server.address() as AddressInfo))
  })

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

/**
 * Milliseconds for which a client may take to send the request that it believes an idle connection is good for. Another
 * worker serves already, so the wait costs nothing; a slow client would lose a request without it.
 */
function lingerOf(cap: number): number {
  return Math.max(150, Math.min(1_000, cap / 20))
}
