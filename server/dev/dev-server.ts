import type { Loaded } from '../files/load.ts'
import { requireConfigFile } from '../files/load-config.ts'
import { writeTypes } from '../files/sync.ts'
import { describeUnseenTypes } from '../files/types-inclusion.ts'
import { createLog } from '../log/log.ts'
import { hintAtRoot } from './root-hint.ts'
import type { DocsDevelopment } from '../openapi/docs-route.ts'
import { PageKeys } from '../openapi/page-keys.ts'
import { createUpdates, type DocsUpdates } from '../openapi/updates.ts'
import type { NodeHandler } from '../listening/serving.ts'
import type { Observation } from '../model/observation.ts'
import { isLoopback } from '../http/known-hosts.ts'
import { closedPathsOf } from './closed-paths.ts'
import { pageOf, withKey } from './dev-address.ts'
import { DevMessages, type DevOutput } from './dev-messages.ts'
import { DevTokens, type TokenUsers } from './dev-tokens.ts'
import { Editor } from './editor.ts'
import { listen } from './listen.ts'
import { type LiveProject, type LiveProjectOptions, openLiveProject } from './live-project.ts'
import { takeCall } from './numbered-calls.ts'
import { explainFor } from './refusals.ts'
import { People, type PersonLogins, readAccess } from './people.ts'
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
  /** Users and keys of the fixtures, as whom the reference page makes calls. */
  readonly people?: DocsDevelopment['people']
  /** How they log in, where the fixtures say it. */
  readonly logins?: PersonLogins
  /** How the fixtures log in and out. */
  readonly session?: DocsDevelopment['session']
  /** Who gets tokens of the issuer `dev`; asked once, where an application takes them. The user `ann` if absent. */
  readonly tokenUsers?: () => Promise<TokenUsers>
  /** Called with what was loaded first, before the server listens; what it throws ends the start. */
  readonly accept?: (loaded: Loaded) => void
}

/** A development server that runs. */
export interface DevServer {
  /** Such as `http://localhost:3000`. */
  readonly url: string
  /** The address of the reference page, each time with another key where fixtures fill it. */
  page(): string
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
  const [updates, editor, keys] = [createUpdates(), new Editor(), keysFor(options)]
  const messages = new DevMessages({ ...options, keys }, output)
  const tokens = new DevTokens(options.tokenUsers ?? (async () => ({ ann: undefined })))
  const takeBack = tokens.hand()
  const loaded = (): Loaded => live.reloader.loaded
  const known = () => ({ operations: loaded().api.operations(), ...tokens.addedTo(options) })
  const log = createLog({ ...messages.logOptions, explain: explainFor(updates, editor, known) })
  const people = peopleOf(options, updates, loaded)
  const hint = hintAtRoot(loaded, output.report)
  const live: LiveProject = await openLiveProject(root, {
    ...liveOptions(options, messages),
    development: developmentOf(options, { updates, tokens, editor, keys, people, loaded }),
    observe: (observation) => {
      if (!isOfThePage(observation)) log(observation)
      hint(observation)
    },
    prepare: async (next) => {
      const secret = ensureSessionSecret(root, next)
      const lines = await tokens.update(next)
      for (const line of [...(secret === undefined ? [] : [secret]), ...lines]) output.report(line)
      if (next.tree) await writeTypes(root, config, next.tree).catch(messages.reportError)
    },
  })
  const { reloader, watching, stop } = live
  const close = (): Promise<void> => live.close().finally(takeBack)
  try {
    options.accept?.(loaded())
    const port = options.port ?? loaded().config?.project.port ?? 3000
    const listening = await listenFor(live, { ...options, port }, people, keys?.issue())
    messages.printRoutes(loaded())
    messages.reportStart(loaded(), describeUnseenTypes(root))
    if (port !== 0 && port !== listening.port) messages.reportTaken(port, listening.port)
    messages.printAddress(listening.url, loaded(), `ready in ${(performance.now() - started).toFixed(0)} ms`)
    announceReloads(reloader, updates)
    reloader.onReload((reload) => messages.reportReload(reload, listening.url))
    return {
      url: listening.url,
      page: () => listening.url + withKey(pageOf(reloader.loaded), keys?.issue()),
      reloader,
      watching,
      printRoutes: () => messages.printRoutes(reloader.loaded),
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

/** To the open pages, what does not load from the beginning included. */
function announceReloads(reloader: Reloader, updates: DocsUpdates): void {
  if (reloader.loaded.closed.length > 0) updates.announce(closedPathsOf(reloader.loaded))
  reloader.onReload(({ loaded }) => updates.announce(closedPathsOf(loaded)))
}

/** Whether it ends a request that the reference page makes for itself: its scripts, its stream, who is logged in. */
function isOfThePage(observation: Observation): boolean {
  if (observation.type !== 'request.ended' || observation.status >= 400) return false
  return observation.operation?.id.startsWith('docs /docs/') === true
}

function keysFor({ credentials, people, session }: DevOptions): PageKeys | undefined {
  return [credentials, people, session].some((given) => given !== undefined) ? new PageKeys() : undefined
}

/** The parts of a development server that its reference page has to do with. */
interface PageParts {
  readonly updates: DocsUpdates
  readonly tokens: DevTokens
  readonly editor: Editor
  readonly keys: PageKeys | undefined
  readonly people: People
  readonly loaded: () => Loaded
}

function developmentOf(
  options: DevOptions,
  { updates, tokens, editor, keys, people, loaded }: PageParts,
): DocsDevelopment {
  const { logins } = options
  return {
    updates,
    keys,
    session: options.session,
    readAccess: () => readAccess(options.root),
    openSource: (source) => editor.open(source),
    // Asked for each page: they follow what is served.
    get credentials() {
      return tokens.addedTo(options).credentials
    },
    get people() {
      return options.people?.map((person) => {
        const names = logins?.authenticatorsOf(loaded(), person.name) ?? []
        const credentials = { ...tokens.of(person.name), ...person.credentials }
        return { ...person, credentials, ...(names.length === 0 ? {} : { logins: names }) }
      })
    },
    logIn:
      logins &&
      (async (name) => {
        const given = await logins.logIn(loaded(), name)
        if (given.session !== undefined) people.begin(name, given.session)
        return given
      }),
  }
}

function peopleOf(options: DevOptions, updates: DocsUpdates, loaded: () => Loaded): People {
  return new People(options.people ?? [], updates, () => loaded().api.sessions.withMode(needsSecure(options, loaded())))
}

function hostOf(options: DevOptions, { config }: Loaded): string {
  return options.host ?? config?.project.host ?? '127.0.0.1'
}

function needsSecure(options: DevOptions, loaded: Loaded): boolean {
  return options.https === true || !isLoopback(hostOf(options, loaded))
}

function liveOptions(options: DevOptions, messages: DevMessages): Omit<LiveProjectOptions, 'prepare'> {
  return {
    secureCookies: (loaded) => needsSecure(options, loaded),
    checkHost: (loaded) => isLoopback(hostOf(options, loaded)) || loaded.api.settings.allowedHosts !== undefined,
    onError: messages.reportError,
    onStall: messages.reportStall,
  }
}

function listenFor(
  { reloader }: LiveProject,
  options: DevOptions & { readonly port: number },
  people: People,
  key: string | undefined,
): ReturnType<typeof listen> {
  const { handler, loaded } = reloader
  const listener: NodeHandler = (request, response) => {
    takeCall(request)
    const changed = people.take(request)
    if (changed === undefined) handler(request, response)
    else void changed.then(() => handler(request, response))
  }
  return listen(listener, {
    port: options.port,
    host: hostOf(options, loaded),
    https: options.https === true,
    strictPort: options.strictPort === true,
    page: withKey(pageOf(loaded), key),
    limits: loaded.api.settings.limits,
  })
}
