import { closeEverything, type Loaded } from '../files/load.ts'
import type { Lifetime, Lifetimes } from '../api/lifetimes.ts'
import type { ObservationListener } from '../model/observation.ts'
import type { DocsDevelopment } from '../openapi/docs-route.ts'
import type { NodeHandler } from '../listening/serving.ts'

/** The options of a reloader. */
export interface ReloaderOptions {
  /** Whether session cookies are `Secure`: not on plain http to this very machine. Asked once, as the next one. */
  readonly secureCookies: (loaded: Loaded) => boolean
  /** Whether only hosts that are known are answered: on loopback, against DNS rebinding. */
  readonly checkHost: (loaded: Loaded) => boolean
  /** The options of the reference page on a developer's own machine. */
  readonly development?: DocsDevelopment
  /** Notified of every request, whichever application answers it. */
  readonly observe?: ObservationListener
  /** Called with each application before it is served, the first included. */
  readonly prepare?: (loaded: Loaded) => Promise<void>
  /** Called with what `stop` of a config throws. */
  readonly onError?: (error: unknown) => void
  /** Called with a file that keeps the others waiting while they are loaded. */
  readonly onStall?: (file: string) => void
}

/** How applications are served, whichever it is. */
export interface ServingOptions extends Omit<ReloaderOptions, 'secureCookies' | 'checkHost'> {
  readonly secureCookies: boolean
  readonly checkHost: boolean
  readonly lifetimes: Lifetimes
}

/** An application that answers. */
export interface Serving {
  readonly loaded: Loaded
  /** Of the config; `undefined` where it did not load or start. */
  readonly lifetime: Lifetime | undefined
  readonly handler: NodeHandler
}

/** Starts an application; what cannot be served is closed. */
export async function serve(loaded: Loaded, options: ServingOptions): Promise<Serving> {
  try {
    await options.prepare?.(loaded)
    const { development, observe, secureCookies, checkHost } = options
    // Failures are expected here, so the next attempt is not blocked.
    const rebuild = { throttle: false, keepsListeners: true, ...(development ? { development } : {}) } as const
    const api = loaded.api.withOperations(loaded.operations, rebuild)
    const handler = api.nodeHandler({ secureCookies, checkHost })
    if (observe) api.observe(observe)
    // Last: what cannot be served must not be started.
    const lifetime = loaded.config && (await options.lifetimes.enter(loaded.config))
    return { loaded: { ...loaded, api }, handler, lifetime }
  } catch (error) {
    if (loaded.closed.some(({ path }) => path === '/**')) throw error
    return serve(closeEverything(error, loaded.tree), options)
  }
}
