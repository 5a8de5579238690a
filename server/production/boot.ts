import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { deferCallSites } from '../base/call-site.ts'
import { keepCompiled } from './compile-cache.ts'
import type { BuiltServer } from './open-build.ts'
import { refuse, runServer, type ServerOutput } from './run-server.ts'
import { readSettings } from './settings.ts'
import { mapPosition } from './stack.ts'
import { isWorkerProcess, listenThroughPrimary } from './worker.ts'

/** The chunk with the application. */
interface ApplicationModule {
  readonly app: BuiltServer
}

/** The exports of a built server. */
export type BootedServer = BuiltServer

/**
 * The body of `dist/server.js`: it gives `fetch` and `serve`, and listens when it is the main module.
 *
 * @param meta of the entry
 * @param load imports the application, which the primary of several workers does without
 */
export async function boot(
  meta: { readonly url: string; readonly main?: boolean },
  load: () => Promise<ApplicationModule>,
): Promise<BootedServer> {
  process.env['NODE_ENV'] ??= 'production'
  deferCallSites(mapPosition)
  if (!isMain(meta)) return (await load()).app
  const server = await runMain(meta.url, load)
  return server ?? { fetch: notServing, serve: notServing }
}

/** The default export of a built server. Bun reads from it where to listen, and would listen on every address. */
export interface ServedModule {
  readonly fetch: BuiltServer['fetch']
  readonly hostname?: string
  /** Bun answers an uncaught error with its stack otherwise. */
  readonly development?: false
}

/** The module that runtimes serve: `fetch`, and where Bun listens with it. */
export function servedBy({ fetch }: BuiltServer): ServedModule {
  if (process.versions['bun'] === undefined) return { fetch }
  return { fetch, hostname: process.env['HOST'] || '127.0.0.1', development: false }
}

/** The output of a process of its own: requests on stdout, everything else on stderr. */
export function processOutput(): ServerOutput {
  return { log: writerOf(() => process.stdout), report: writerOf(() => process.stderr) }
}

/** A stream is opened with its first line. A log whose reader has gone must not end the server. */
function writerOf(open: () => NodeJS.WriteStream): (line: string) => void {
  let stream: NodeJS.WriteStream | undefined
  return (line) => {
    stream ??= open().on('error', () => undefined)
    stream.write(`${line}\n`)
  }
}

async function runMain(url: string, load: () => Promise<ApplicationModule>): Promise<BuiltServer | undefined> {
  const output = processOutput()
  const exit = (code: number): never => process.exit(code)
  try {
    const { env } = process
    const { PORT: port, HOST: host, WORKERS: workers, HEALTH: health, DRAIN: drain, LOG: log } = env
    const settings = readSettings({ port, host, workers, health, drain, log }, (option) => option.toUpperCase())
    const isWorker = isWorkerProcess()
    if (!isWorker && settings.workers > 1) {
      const { runPrimary } = await import('./primary.ts')
      runPrimary({ file: fileURLToPath(url), settings, env, output, exit })
      return undefined
    }
    let server: BuiltServer | undefined
    const writeCompiled = keepCompiled(url)
    const serve = async () => {
      server = (await load()).app
      const running = await server.serve(settings, output, isWorker ? listenThroughPrimary : undefined)
      writeCompiled()
      return running
    }
    await runServer(serve, output, { exit, isWorker })
    return server
  } catch (error) {
    refuse(error, output, { exit })
    return undefined
  }
}

/** Newer versions of Node, Deno and Bun say so. */
function isMain({ url, main }: { readonly url: string; readonly main?: boolean }): boolean {
  // Bun serves the default export of its main module by itself.
  if (process.versions['bun'] !== undefined) return false
  if (main !== undefined) return main
  const [, started] = process.argv
  if (started === undefined || !url.startsWith('file:')) return false
  try {
    return realpathSync(started) === realpathSync(fileURLToPath(url))
  } catch {
    return false
  }
}

async function notServing(): Promise<never> {
  throw new Error('this process only looks after the workers')
}
