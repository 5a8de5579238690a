import type { ClosedPath } from '../answering/application.ts'
import type { DocsDevelopment } from '../openapi/docs-route.ts'

/** The options of an application made of another list of operations. */
export interface Rebuild {
  /** Before every path, such as `/api`. */
  readonly base?: string
  /** Paths that answer 503. */
  readonly closed?: readonly ClosedPath[]
  /** The options of the reference page on a developer's own machine. */
  readonly development?: DocsDevelopment
  /** `false` for `svc dev` and `svc test-auth`, whose failures are meant: the option `throttle` does not apply. */
  readonly throttle?: false
  /** Milliseconds in place of the option: `svc test-auth` waits for each authenticator of a copy that never answers. */
  readonly authTimeout?: number
  /** Milliseconds since 1970, in place of the clock of the sessions: time passes faster in a copy for `svc test-auth`. */
  readonly sessionClock?: () => number
  /** Whether the list holds the routes that the project declares in files. An API of a project is not served without. */
  readonly hasFileRoutes?: true
  /** `false` removes the reference page and the document, whatever the option `docs` says. */
  readonly docs?: false
  /** Whether each operation was checked as it was loaded. It is compiled when it is first asked for. */
  readonly isChecked?: true
  /** Whether listeners hear of its requests too: of a project that is served, and not of copies for tests. */
  readonly keepsListeners?: boolean
}
