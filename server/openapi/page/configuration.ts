import type { LoginBody } from './login-fields.ts'
import type { SchemeFacts } from './schemes.ts'

/** The configuration that the server gives the page, in a JSON script element. */
export interface PageConfiguration {
  readonly title: string
  /** Path of the page as the server has it; what stands before it in the address is a proxy's. */
  readonly path: string
  /** Name of the session cookie: schemes of that cookie are never typed. */
  readonly sessionCookie: string
  /** Given where `svc dev` serves: the generation of the application, which the page keeps up with. */
  readonly revision?: string
  /** Whether the browser logged in to this page with Basic: it adds that to calls of this origin, too (RFC 7617 section 2.2). */
  readonly basic?: true
  /** The name of the document in Scalar. */
  readonly slug: string
  /** Whether the browser keeps what was typed, under the path of the page and the title; else it forgets with the page. */
  readonly persists: boolean
  /** Values to begin with, by scheme. */
  readonly credentials?: Readonly<Record<string, Typed>>
  /** As whom calls can be made. */
  readonly people?: readonly Person[]
  /** How a session begins and ends. */
  readonly session?: SessionOperations
  /** How tokens are had, by scheme; only where `docs: { oauth }` names a client. */
  readonly oauth?: Readonly<Record<string, PageOauth>>
}

/** How the page gets tokens for a scheme. */
export interface PageOauth {
  /** The host of the provider, for people. */
  readonly provider: string
  readonly clientId: string
  /** Scopes to ask for besides those that operations name. */
  readonly scope: string
  readonly grants: readonly PageGrant[]
}

/** One of the ways: `grant_type` of RFC 6749. */
export interface PageGrant {
  readonly grant: 'authorization_code' | 'password' | 'client_credentials'
  /** Relative, where this very server answers: the page asks there itself. */
  readonly tokenUrl?: string
}

/** The channel between the page and its callback in another window. Pages of other origins hear nothing of it. */
export const OAUTH_CHANNEL = 'svc-oauth'

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

/** The answers to each user's requests in the last runs of `svc test-auth`. */
export interface AccessRun {
  /** Those of the fixtures. */
  readonly users: readonly { readonly name: string; readonly roles: readonly string[] }[]
  /** By the name of the route, without the base: `GET /pets/[id]`. */
  readonly routes: Readonly<Record<string, TestedRoute>>
}

/** One route in the last run that asked it. */
export interface TestedRoute {
  /** ISO 8601. */
  readonly at: string
  /** By the name of the user; `anonymous` for requests without a credential, `valid` for a credential of no user. */
  readonly cells: Readonly<Record<string, TestedCell>>
}

/** The answers to one user. */
export interface TestedCell {
  /** `200`, `no answer`; sorted, without repetition. */
  readonly came: readonly string[]
  /** Whether any of it is a finding. */
  readonly isWrong: boolean
}

/** A user of the fixtures, or their keys of no user: calls are made as them. */
export interface Person {
  readonly name: string
  readonly roles: readonly string[]
  /** By scheme. */
  readonly typed: Readonly<Record<string, Typed>>
  /** Whether the server of the developer has a session of them. */
  readonly hasSession: boolean
  /** The schemes for which a login gives them a credential, once calls are made as them; absent without such a login. */
  readonly logins?: readonly string[]
}

/** The answer of `docs/person`: what the login of a user gave, or why it gave nothing. */
export type PersonAnswer = Pick<Person, 'typed' | 'hasSession'> | { readonly problem: string }

/**
 * The header field that names the person of a call, empty for an anonymous call: `svc dev` puts their session in the place of the one that
 * the browser sent. Read only beside {@link CALL_FIELD} with the name of a page whose stream is open.
 */
export const PERSON_FIELD = 'x-svc-as'

/** The answer of `docs/access`: routes by `operationId`. */
export type AccessAnswer = AccessRun

/** The fields of a scheme, typed or given to begin with: a token or key, or a user name and a password. */
export interface Typed {
  readonly token?: string
  readonly username?: string
  readonly password?: string
}

/** The configuration of the form before a guarded page: it is for everyone. */
export interface EntryForm {
  /** The members of each way in, without names and descriptions: no more than a 401 says. */
  readonly ways: readonly (readonly SchemeFacts[])[]
  /** How a session begins, the path relative to the page; given where a way needs one. */
  readonly login?: SessionOperation & LoginBody
}

/** Id of the element that holds the {@link PageConfiguration}. */
export const CONFIGURATION_ID = 'svc-configuration'
