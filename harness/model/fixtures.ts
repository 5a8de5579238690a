import type { Caller } from './caller.ts'
import type { OwnScenario } from './own-scenario.ts'
import type { RequestData, Take } from './request.ts'
import type { TokenFacts } from './token-facts.ts'

/** Fixtures after loading: part of the data that `model.ts` gathers. */

/** A good or bad credential, resolved: strings are the values themselves. */
export type CredentialValue =
  | {
      readonly type: 'key'
      readonly value: string
      /** The other parts of a credential of which the authenticator declares one: every request about it brings them. */
      readonly beside?: RequestParts
      /** As that of parts. */
      readonly signs?: readonly string[]
    }
  | { readonly type: 'basic'; readonly username: string; readonly password: string }
  | { readonly type: 'cookie'; readonly name: string; readonly value: string }
  | SessionValue
  | (RequestParts & {
      readonly type: 'parts'
      readonly from?: string
      /** Parts of the request that it covers: `body`, `query`, `path`, names of header fields. */
      readonly signs?: readonly string[]
    })

/** Texts by the names of header fields, parameters and cookies. */
export interface RequestParts {
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly cookies?: Readonly<Record<string, string>>
}

/** A session sealed for the application under test. */
export interface SessionValue {
  readonly type: 'session'
  /** The user inside. */
  readonly user: unknown
  /** Name of the cookie. */
  readonly name: string
  /** The sealed text. */
  readonly value: string
  /** More sessions of the same user, for operations that may end one. */
  readonly spares: readonly string[]
  /** Seals that must be refused or accepted for a reason, by the name of their scenario: `expired-1s`. */
  readonly variants: Readonly<Record<string, string>>
  /** Milliseconds after which a session ends. */
  readonly maxAge: number
  /** Milliseconds without a request after which it ends. */
  readonly idleTimeout: number | undefined
}

/** One credential of one authenticator, after loading. */
export interface Credential {
  /** Name of the authenticator that it belongs to. */
  readonly authenticator: string
  /** The fixtures' user whom it authenticates; `valid` if the fixtures name no user. */
  readonly user: string
  readonly value: CredentialValue
  /** The value for a request, where a function of the fixtures signs it; {@link value} is that for the plain request of a route. */
  readonly signed?: (request: RequestData) => CredentialValue
  /** The expected `request.auth`; absent if the fixtures do not say. */
  readonly principal?: unknown
  /** Where it comes from, for messages: `env:SVC_TOKEN`, `file:…`, `sealed`, `literal`. */
  readonly origin: string
  /** Made by the harness without being asked: that it is refused says nothing against the application. */
  readonly synthetic: boolean
  /** The name that its user logs in with, where it comes from a login. */
  readonly login?: string
  /** The answer to that login, where it is an object of JSON: it may say who the user is. */
  readonly answered?: Readonly<Record<string, unknown>>
  /** The demands that a token was made for by the issuer of the harness, and the scopes in it; absent for any other credential. */
  readonly issued?: {
    readonly facts: TokenFacts
    readonly scopes: readonly string[]
    /** The same token for another login; absent where it names none. */
    readonly again?: () => string
  }
  /** Its user was made for the run: only operations that name that user are asked with it. */
  readonly spare?: true
}

/** The fixtures of one route. */
export interface RouteFixture {
  /** Of every request; what is said for users alone is as it is for the first of them. */
  readonly params: Readonly<Record<string, string>>
  /** By user, where a user has others. */
  readonly paramsOf?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** By user, the ids that stand in a request for who sends it; those of the first of them for all others. */
  readonly callers?: Readonly<Record<string, Caller>>
  /** Those of the user who asks. */
  readonly caller?: Caller | undefined
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  /** Body text and its type, and whether the fixtures give it as it is. */
  readonly body?: { readonly contentType: string; readonly text: string; readonly raw?: true }
  /** Name of the credential that is its control. */
  readonly use?: string
  readonly denied?: { readonly status: number; readonly detail?: unknown }
  /** How the handler answers where that is not a success. */
  readonly admitted?: { readonly status: number }
  /** `true`: must not be public, whatever the code says; `false`: is meant to be public. */
  readonly protected?: boolean
  /** The requests that may be sent with an unsafe method: everything, only what must be denied, or nothing. */
  readonly unsafe: 'allow' | 'deny-only' | 'never'
  /** The fixtures say so; it is not the default. */
  readonly isUnsafeSaid?: true
  readonly allow: readonly string[]
  readonly deny: readonly string[]
  /** Who may is not said: it was taken from the answers of the server. */
  readonly isTaken?: true
  readonly ignore: readonly Ignored[]
}

/** The page with the token that stands for `{csrf}`. */
export interface FormFlow {
  readonly request: RequestData
  readonly take: Take
}

/** A login or logout operation of the application under test. */
export interface SessionFlow {
  readonly request: RequestData
  readonly wrong?: RequestData
  readonly take?: Take
  /** Name of the authenticator that a login gives a credential for, where the fixtures say it. */
  readonly authenticator?: string
  /** Absent of a logout, and where the fixtures do not say it. */
  readonly refresh?: RefreshFlow
}

/** How a login's refresh token is used and ended: `{refresh}` and `{taken}` stand for it and for the token of the login. */
export interface RefreshFlow {
  readonly request: RequestData
  /** Where the answer of the login holds it. */
  readonly token: Take
  readonly revoke?: RequestData
}

/** A login that a credential of the fixtures comes from. */
export interface CredentialLogin extends SessionFlow {
  /** Name of the authenticator whose credential it gives. */
  readonly authenticator: string
  /** The fixtures' user who logs in; `valid` if they name no user. */
  readonly user?: string
  readonly take: Take
}

/** The fixtures after loading: names checked, secrets read, sessions sealed, logins done. */
export interface Fixtures {
  readonly users: Readonly<Record<string, { readonly roles: readonly string[]; readonly principal?: unknown }>>
  /** By authenticator name. */
  readonly valid: Readonly<Record<string, readonly Credential[]>>
  readonly invalid: Readonly<Record<string, readonly Credential[]>>
  /** The secret or private key that the application signs tokens with, by authenticator name. */
  readonly tokenKeys?: Readonly<Record<string, string>>
  /** The same, where the run has found them in the environment or in the code of the application. */
  readonly foundKeys?: Readonly<Record<string, string>>
  /** Texts in the code of an application that takes signed tokens, each with the code before it. */
  readonly codeTexts?: readonly { readonly text: string; readonly before?: string }[]
  /** By {@link Route.key}; a route that is not named has no entry. */
  readonly routes: Readonly<Record<string, RouteFixture>>
  readonly login?: SessionFlow
  /** The lines by which logins have set cookies, by the name of the cookie. */
  readonly loginCookies?: ReadonlyMap<string, string>
  /** Absent where no request holds `{csrf}`. */
  readonly form?: FormFlow
  /** Rows that the fixtures add to the catalogue. */
  readonly scenarios: readonly OwnScenario[]
  /** In the order of the fixtures; absent where they name none. */
  readonly logouts?: readonly SessionFlow[]
  /** In the order of the fixtures; absent where no credential comes from a login. */
  readonly logins?: readonly CredentialLogin[]
  /** How a throw-away user is made and logged in; absent where the fixtures do not say. */
  readonly throwaway?: Throwaway
  /** The operation that answers with the user who asks, by its key. */
  readonly whoami?: string
  /** Records of users; absent where the fixtures name none. */
  readonly resources?: readonly OwnedResource[]
  /** Members of answers and bodies; absent where the fixtures name none. */
  readonly fields?: FieldRules
  readonly policy: FixturePolicy
  /** Every text that must never show, with what it is shown as. */
  readonly secrets: readonly Secret[]
  /** Places of secrets that are written out in the fixtures. */
  readonly literals: readonly string[]
}

/** Records of users, of one resource. */
export interface OwnedResource {
  readonly name: string
  /** By user, the values of the parameters that name a record of theirs. */
  readonly of: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly marks: Readonly<Record<string, string>>
  /** Absent where it follows from the declarations and the paths. */
  readonly at?: readonly ResourcePlace[]
  readonly lists?: readonly string[]
  /** By {@link Route.key}. */
  readonly shared: Readonly<Record<string, readonly string[]>>
  readonly isSpare: boolean
}

/** Members of answers that no client may have, and of bodies that an operation must not write. */
export interface FieldRules {
  readonly private?: readonly string[]
  /** By {@link Route.key}. */
  readonly readOnly?: Readonly<Record<string, readonly string[]>>
}

/** An operation that takes the id of a record. */
export interface ResourcePlace {
  /** {@link Route.key}. */
  readonly route: string
  readonly in: 'path' | 'query' | 'body' | 'header'
  /** Of the parameter or the field; a JSON pointer in a body; empty in a path. */
  readonly name: string
}

/** The absolute path of a folder with mails, or the address of a mail catcher with `{mail}` for whom they are. */
export type MailSource = { readonly folder: string } | { readonly url: string }

/** Requests of a user that does not exist yet, with places for its name and password. */
export interface Throwaway {
  readonly register: RequestData
  /** The user who makes it; absent where everybody registers. */
  readonly as?: string
  /** The request that lets a registered user in, and the user who sends it; absent where a registration is enough. */
  readonly approve?: { readonly as: string; readonly request: RequestData }
  /** Where the mails to registered users are read; absent where a registration is enough. */
  readonly mail?: MailSource
  /** The request with the code of such a mail; absent where its link is opened. */
  readonly confirm?: RequestData
  readonly login: RequestData
  readonly take: Take
  /** Name of the authenticator that the login gives a credential for. */
  readonly authenticator: string
  /** The login of a user who was made for the run: wrong passwords are for that user, who may be locked. */
  readonly guessed?: RequestData
}

/** Stands for the token of a form, which is asked for anew before each request that holds it. */
export const FORM_TOKEN = '{csrf}'

/** Names of users, passwords, ids and mailed codes that stand in a request until a throw-away user is made. */
export const PLACES = {
  user: 'zq0xu7k3a91w',
  password: 'zq0xp5v2c84w',
  id: 'zq0xi3b6d75w',
  code: 'zq0xc8e4f62w',
} as const

/** Rules for the whole run. */
export interface FixturePolicy {
  /** A route for which nothing is declared fails the run unless this is `allow`. */
  readonly undeclared: 'fail' | 'allow'
  /** Whether every refusal must carry a challenge. */
  readonly challenge: 'always' | 'never'
  /** Guesses after which a login must have a limit, or why they are not tried; 20 if absent. */
  readonly limits?: number | { readonly off: string }
  /** Whether a refusal that shows which records of others exist is a finding. */
  readonly hideExistence?: boolean
}

/** One accepted finding of the fixtures' ignore list. */
export interface Ignored {
  /** A scenario's name, or a prefix of one that ends in `*`. */
  readonly scenario: string
  readonly reason: string
  /** `YYYY-MM-DD`; after that day it counts again. */
  readonly until?: string
}

/** Fixtures of a route that the fixtures do not name. */
export const NO_FIXTURE: RouteFixture = {
  params: {},
  query: {},
  headers: {},
  unsafe: 'allow',
  allow: [],
  deny: [],
  ignore: [],
}

/** The label of a token to refresh that the answer to a login has beside that of access. */
export const BESIDE = 'a token beside that of access'

/** A text that must never show, and what is shown instead. */
export interface Secret {
  readonly value: string
  /** `env:SVC_TOKEN`, or the name of the credential. */
  readonly label: string
  /** The authenticator that it is a credential of; absent for what belongs to none. */
  readonly owner?: string
}
