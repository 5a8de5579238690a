/** The configuration that the server gives the page, in a JSON script element. */
export interface PageConfiguration {
  readonly title: string
  /** Name of the session cookie: schemes of that cookie are never typed. */
  readonly sessionCookie: string
  /** Given where `svc dev` serves: the generation of the application, which the page keeps up with. */
  readonly revision?: string
  /** Distinguishes this API from others that were served at the same address. */
  readonly slug: string
  /** Whether the browser keeps what was typed, under the slug; else it forgets with the page. */
  readonly persists: boolean
  /** Values to begin with, by scheme. */
  readonly credentials?: Readonly<Record<string, Typed>>
  /** How a session begins and ends. */
  readonly session?: SessionOperations
}

/** The operations that start and end a session, paths as the document has them. */
export interface SessionOperations {
  readonly login?: SessionOperation & { readonly fields?: Readonly<Record<string, string>> }
  readonly logout?: SessionOperation
}

/** One of them. */
export interface SessionOperation {
  readonly method: string
  readonly path: string
}

/** A path that answers 503, as the document writes it (`/*` at its end: everything below), and why. */
export interface ClosedPath {
  readonly path: string
  readonly reason: string
}

/** The reasons of a refused call, as `svc dev` sends them to the page that made it. Nothing in it is a value of the request. */
export interface ExplainedRefusal {
  /** The number that the page gave the call. */
  readonly call: number
  readonly status: number
  /** For people; those of combinations indented. */
  readonly lines: readonly string[]
  readonly reason: ExplainedReason
  /** Positions of what said no, `routes/pets.ts:4`, each once. */
  readonly sources: readonly string[]
}

/** The parts of a reason that the page acts upon. */
export interface ExplainedReason {
  readonly type: string
  readonly outcome?: string
  readonly authenticator?: string
  readonly superuser?: boolean
  /** Where its credential is looked for. */
  readonly place?: { readonly in: string; readonly name?: string; readonly scheme?: string }
  /** Of a combination. */
  readonly members?: readonly ExplainedReason[]
  /** Of a guard. */
  readonly member?: ExplainedReason
}

/**
 * The header field by which the page numbers its calls. Only `svc dev` reads it, of loopback, and only to find the stream
 * of events of that page: its name has 128 random bits, so no other page can ask for it.
 */
export const CALL_FIELD = 'x-svc-call'

/** The answer of `docs/session`. */
export interface SessionAnswer {
  /** Absent where the request does not prove that this page sent it: browsers say so over https and on loopback alone. */
  readonly loggedIn?: boolean
  /** Milliseconds since 1970, when the session ends unless it is used. */
  readonly until?: number
  /** Who it is; for the developer alone. */
  readonly name?: string
}

/** The fields of a scheme, typed or given to begin with: a token or key, or a user name and a password. */
export interface Typed {
  readonly token?: string
  readonly username?: string
  readonly password?: string
}

/** Id of the element that holds the {@link PageConfiguration}. */
export const CONFIGURATION_ID = 'svc-configuration'
