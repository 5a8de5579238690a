import type { Loaded } from '../files/load.ts'
import { requireConfigFile } from '../files/load-config.ts'
import { writeTypes } from '../files/sync.ts'
import { describeUnseenTypes } from '../files/types-inclusion.ts'
import { createLog } from '../log/log.ts'
import type { DocsDevelopment } from '../openapi/docs-route.ts'
import { createUpdates } from '../openapi/updates.ts'
import { isLoopback } from '../http/known-hosts.ts'
import { closedPathsOf } from './closed-paths.ts'
import { describeAddress, hasMoved, pageOf } from './dev-address.ts'
import { describeProblems, describeReload, describeRoutes, describeWarnings } from './dev-report.ts'
import { listen } from './listen.ts'
import { openLiveProject } from './live-project.ts'
import { createPaint } from '../base/paint.ts'
import type { Reloader } from './reloader.ts'
import { ensureSessionSecret } from './session-secret.ts'

/** The options of `svc dev`. */
export interface DevOptions {
  /** The project, absolute, with forward slashes and without links. */
  readonly root: string
  /** That of the config, or 3000, if absent; 0 takes a free one. */
  readonly port?: number | undefined
  /** That of the config, or 127.0.0.1, if absent. */
  readonly host?: string | undefined
  readonly https?: boolean | undefined
  readonly strictPort?: boolean | undefined
  /** Requests as JSON lines, and nothing else where the routes and requests go. */
  readonly json?: boolean | undefined
  /** Whether to print the stacks of what modules threw while they were loaded. */
  readonly debug?: boolean | undefined
  /** The credentials that the reference page offers to fill in, on this machine only. */
  readonly credentials?: DocsDevelopment['credentials']
  /** How the fixtures log in and out. */
  readonly session?: DocsDevelopment['session']
  /** Called with what was loaded first, before the server listens; what it throws ends the start. */
  readonly accept?: (loaded: Loaded) => void
}

/** Where the development server writes. */
export interface DevOutput {
  /** The routes, the address, the requests. */
  readonly print: (line: string) => void
  /** Everything that happens to the application. */
  readonly report: (line: string) => void
  readonly color: { readonly stdout: boolean; readonly stderr: boolean }
  /** The width of the terminal that `print` writes to, read each time; `undefined` if it is not a terminal. */
  readonly columns?: () => number | undefined
}

/** A development server that runs. */
export interface DevServer {
  /** Such as `http://localhost:3000`. */
  readonly url: string
  readonly reloader: Reloader
  /** Resolves once the watcher is ready. */
  readonly watching: Promise<void>
  /** Prints the routes again. */
  printRoutes(): void
  /** Shows the reference page in the browser. */
  open(): Promise<void>
  /** Answers what is in flight, and ends. */
  close(): Promise<void>
}

/** How long requests in flight may take once the server begins to end, in milliseconds. */
const CAP = 4_000

/**
 * Serves a project and reloads it when its files change.
 *
 * @throws `LoadError` without a config, and for a taken port with `strictPort`. Files that do not load are reported, and answer 503.
 */
export async function startDevServer(options: DevOptions, output: DevOutput): Promise<DevServer> {
  const { root } = options
  const config = requireConfigFile(root)
  const started = performance.now()
  const paint = createPaint(output.color.stdout)
  const warnPaint = createPaint(output.color.stderr)
  // JSON on stdout is for a machine; what people read then goes to the other side.
  const say = options.json ? output.report : output.print
  const report = (lines: readonly string[]): void => lines.forEach((line) => output.report(line))
  const reportError = (error: unknown): void => report([`${warnPaint.red('error')}  ${String(error)}`])
  const hostOf = ({ config: loaded }: Loaded): string => options.host ?? loaded?.project.host ?? '127.0.0.1'
  const updates = createUpdates()
  const { reloader, watching, stop, close } = await openLiveProject(root, {
    secureCookies: (loaded) => options.https === true || !isLoopback(hostOf(loaded)),
    checkHost: (loaded) => isLoopback(hostOf(loaded)) || loaded.api.settings.allowedHosts !== undefined,
    development: { updates, credentials: options.credentials, session: options.session },
    observe: createLog({
      format: options.json ? 'json' : 'text',
      write: output.print,
      writeError: output.report,
      ...(options.json ? {} : { paint }),
    }),
    prepare: async (loaded) => {
      const secret = ensureSessionSecret(root, loaded)
      if (secret !== undefined) output.report(secret)
      if (loaded.tree) await writeTypes(root, config, loaded.tree).catch(reportError)
    },
    onError: reportError,
    onStall: (file) =>
      report([`${warnPaint.yellow('waiting')}  ${file} is still being loaded: a top-level await has not ended`]),
  })
  try {
    const { loaded } = reloader
    options.accept?.(loaded)
    const port = options.port ?? loaded.config?.project.port ?? 3000
    const listening = await listen(reloader.handler, {
      port,
      host: hostOf(loaded),
      https: options.https === true,
      strictPort: options.strictPort === true,
      page: pageOf(loaded),
      limits: loaded.api.settings.limits,
    })
    const printRoutes = (): void =>
      describeRoutes(reloader.loaded, paint, output.columns?.()).forEach((line) => say(line))
    printRoutes()
    const unseen = describeUnseenTypes(root)
    if (unseen !== undefined) report([`${warnPaint.yellow('warning')}  ${unseen}`])
    report([...describeWarnings(loaded.warnings, warnPaint), ...describeProblems(loaded, warnPaint, options.debug)])
    if (port !== 0 && port !== listening.port) {
      const instead = `serving on ${listening.port}. With --strict-port that is an error.`
      report([`${warnPaint.yellow('warning')}  port ${port} is taken; ${instead}`])
    }
    let shown = loaded
    const showAddress = (note?: string): void =>
      describeAddress(listening.url, shown, paint, note).forEach((line) => say(line))
    showAddress(`ready in ${(performance.now() - started).toFixed(0)} ms`)
    if (loaded.closed.length > 0) updates.announce(closedPathsOf(loaded))
    reloader.onReload((reload) => updates.announce(closedPathsOf(reload.loaded)))
    reloader.onReload((reload) => {
      report(describeReload(reload, warnPaint, options.debug))
      if (!hasMoved(shown, reload.loaded)) return
      shown = reload.loaded
      showAddress()
    })
    return {
      url: listening.url,
      reloader,
      watching,
      printRoutes,
      open: () => listening.open(),
      close: async () => {
        updates.close()
        // At the same time: a build that is under way must not add to the cap.
        await Promise.all([listening.close(CAP), stop()])
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
