import type { AuthDescription } from '../model/description.ts'
import type { OperationOptions } from '../model/operation.ts'
import type { OauthClients } from './oauth-clients.ts'
import type { AccessRun, SessionAnswer, SessionOperations } from './page/configuration.ts'
import type { DocumentSource } from './document-source.ts'
import type { PageKeys } from './page-keys.ts'
import type { DocsUpdates } from './updates.ts'

/** One route, for the API to mount below its base. */
export interface DocsRoute {
  /** `GET` if absent. */
  readonly method?: 'POST'
  /** Below the base, in bracket form. */
  readonly path: string
  /** Whether `docs: { auth }` applies to it. The scripts hold nothing of the application and stay open. */
  readonly guarded: boolean
  readonly options?: Pick<OperationOptions, 'body' | 'csrf'>
  respond(request: DocsRequest): Response | Promise<Response>
  /** The 401 of a request that the guard refused; `undefined`: as of any other operation. */
  refuse?(request: DocsRequest, challenges: readonly string[]): Promise<Response> | undefined
}

/** The part of a request that these routes look at. */
export interface DocsRequest {
  readonly method: string
  /** The canonical path, base included. */
  readonly path: string
  readonly headers: Headers
  readonly query: { readonly [name: string]: unknown }
  /** The fields of a route whose options name them. */
  readonly body?: unknown
  /** The socket's peer. */
  readonly clientAddress: string
  /** Under which this server was asked: `http://localhost:3000`. */
  readonly origin: string
}

/** The parts of the routes. */
export interface DocsFacts extends DocumentSource {
  /** The session that a request came with. It is not renewed. */
  readonly readSession?: ((request: DocsRequest) => Promise<SessionAnswer>) | undefined
  /** Given by `svc dev` only. */
  readonly development?: DocsDevelopment | undefined
  /** Of `docs: { auth }`. */
  readonly guard?: AuthDescription | null | undefined
  /** The clients of `docs: { oauth }`; absent without it. */
  readonly oauth?: OauthClients | undefined
}

/** The options for a developer's own machine. */
export interface DocsDevelopment {
  /** From `createUpdates()`, once per `svc dev`; `announce()` after each reload. */
  readonly updates: DocsUpdates
  /** Who may have {@link credentials}, {@link people} and {@link session}; the developer, if absent. */
  readonly keys?: PageKeys | undefined
  /**
   * Credentials that prefill the page, by name of authenticator (`svc dev --docs-credentials`). They go to a loopback
   * socket that asked for one of {@link hosts} and names no other origin, and never into the document.
   */
  readonly credentials?: Readonly<Record<string, DocsCredential>> | undefined
  /** Users and keys of the fixtures, as whom the page makes calls (`svc dev --docs-credentials`). */
  readonly people?: readonly DocsPerson[] | undefined
  /** Logs a user of the fixtures in, as the fixtures say. Rejects with the reason, for people. */
  readonly logIn?: ((name: string) => Promise<DocsLogin>) | undefined
  /** How the fixtures log in and out (`svc dev --docs-credentials`); paths with their base. */
  readonly session?: SessionOperations | undefined
  /** Opens a position that a refusal named, `routes/pets.ts:4`, in the editor of the developer. @returns whether one was started */
  readonly openSource?: ((source: string) => Promise<boolean>) | undefined
  /** The answers of the last runs of `svc test-auth`. */
  readonly readAccess?: (() => AccessRun | undefined) | undefined
  /** Host names besides `localhost`, `127.0.0.1` and `[::1]` under which this server is known, without port. */
  readonly hosts?: readonly string[] | undefined
}

/** A user of the fixtures, or their keys of no user. */
export interface DocsPerson {
  readonly name: string
  readonly roles: readonly string[]
  /** By name of authenticator. */
  readonly credentials: Readonly<Record<string, DocsCredential>>
  /** The user of a session that the server makes for a call. */
  readonly session?: Readonly<Record<string, unknown>>
  /** The authenticators for which a login gives them a credential; absent without such a login. */
  readonly logins?: readonly string[]
}

/** The credentials that a login gave, by name of authenticator, and the value of its session cookie. */
export interface DocsLogin {
  readonly credentials: Readonly<Record<string, DocsCredential>>
  readonly session?: string
}

/** A token or key, or a user name and a password. */
export type DocsCredential = { readonly value: string } | { readonly username: string; readonly password: string }
