import type { Method, RouteAuth, SessionUser } from 'svc'
import type { OwnScenario } from '../model/own-scenario.ts'
import type { SigningFixture } from '../model/signing.ts'
import type { Take } from '../model/request.ts'
import type { ResourcePlaceFixture } from './place-fixture.ts'
import type { FieldsFixture } from './fields.ts'
import type { FileFixture } from './file-fixture.ts'
import type { Seed } from './seed-function.ts'
import type { Secret } from './secret.ts'

/** A text, or a variable of the environment. In texts `${NAME}`, `${NAME:-default}`, `file:` and `exec:` are replaced. */
export type FixtureText = string | Secret

/** A route as `svc routes` prints it. Typed by the generated `.svc/types.ts`, so a misspelt one does not compile. */
export type RouteName = [keyof RouteAuth] extends [never] ? string : `${Method} ${keyof RouteAuth & string}`

/** A session that the harness seals for the application. */
export interface SessionFixture {
  readonly session: SessionUser & Readonly<Record<string, unknown>>
}

/** A request that logs in, and where its answer holds the credential. */
export interface LoginFixture {
  readonly login: {
    /** The fixtures' user whom it logs in. */
    readonly as?: string
    readonly request: RequestFixture
    readonly take: Take
    /** The kind of the value that was taken: a key or token, or the cookie of a session. */
    readonly use?: 'key' | 'cookie'
    readonly principal?: unknown
    /** Seconds after which the login is repeated, before the next scenario; else what the token, or its answer, says of its end. */
    readonly renewAfter?: number
    readonly refresh?: RefreshFixture
    readonly revoke?: RevokeFixture
  }
}

/** The step that gives a new token for the refresh token of a login. */
export interface RefreshFixture {
  /** With `{refresh}` where the refresh token stands, and `{access}` for the token of the login where one is needed. */
  readonly request: RequestFixture
  /** Where the answer of the login holds the refresh token: `{ json: '/refresh_token' }`. */
  readonly token: Take
}

/** The step after which the refresh token of a login gives nothing; `{refresh}` and `{access}` as in {@link RefreshFixture}. */
export interface RevokeFixture {
  readonly request: RequestFixture
}

/** A request, path with its base. */
export interface RequestFixture {
  readonly method?: Method
  readonly path: string
  readonly headers?: Readonly<Record<string, FixtureText>>
  readonly form?: Readonly<Record<string, FixtureText>>
  readonly json?: unknown
  /** The same as `json`. */
  readonly body?: unknown
}

/** Parts of a request, for callables: an address to come from, header fields, parameters, cookies. */
export interface PartsFixture {
  readonly from?: string
  readonly headers?: Readonly<Record<string, FixtureText>>
  readonly query?: Readonly<Record<string, FixtureText>>
  readonly cookies?: Readonly<Record<string, FixtureText>>
  /** Parts that a signature among them covers: `body`, `query`, `path`, names of header fields. Each is tried with a change. */
  readonly signs?: readonly string[]
}

/** One credential. */
export type CredentialInput =
  | FixtureText
  | { readonly username: FixtureText; readonly password: FixtureText }
  | SessionFixture
  | LoginFixture
  | PartsFixture
  | SigningFixture

/** The credentials of one authenticator: good and bad ones, or one for each user. */
export type CredentialFixture =
  | {
      readonly valid?: CredentialInput | { readonly [user: string]: CredentialInput }
      readonly invalid?: CredentialInput | readonly CredentialInput[]
      /** The expected `request.auth`; members that are not named do not matter. */
      readonly principal?: unknown
    }
  | LoginFixture
  | { readonly [user: string]: CredentialInput }

/** The inputs of one route, and its promises. */
export interface RouteFixtureInput {
  /** For every request; below the name of a user, for requests with that user's credentials: `{ ann: { id: 17 }, bob: { id: 42 } }`. */
  readonly params?: Readonly<Record<string, string | number | Readonly<Record<string, string | number>>>>
  readonly query?: Readonly<Record<string, string | number>>
  readonly headers?: Readonly<Record<string, FixtureText>>
  /** Sent as JSON. */
  readonly body?: unknown
  readonly form?: Readonly<Record<string, FixtureText>>
  /** A body as it is, for those that sign it. */
  readonly raw?: { readonly type: string; readonly text: string }
  /** Sent as `multipart/form-data`: texts, and files with a name, a media type and their text. */
  readonly multipart?: Readonly<Record<string, FixtureText | FileFixture>>
  /** The authenticator whose credential is the positive control. */
  readonly use?: string
  /** Of a server that is not svc: the guard that its document does not declare, by a request that passes it. */
  readonly as?: PartsFixture
  /** How a refusal looks where a registered handler shapes it, and the status of a handler that does not answer 2xx. */
  readonly expect?: {
    readonly denied?: { readonly status: number; readonly detail?: unknown }
    readonly admitted?: { readonly status: number }
  }
  /** Must not be public, whatever the code says. */
  readonly protected?: boolean
  /** The requests that may be sent with an unsafe method; `allow` if absent. */
  readonly unsafe?: 'allow' | 'deny-only' | 'never'
  readonly allow?: readonly string[]
  readonly deny?: readonly string[]
  readonly ignore?: readonly { readonly scenario: string; readonly reason: string; readonly until?: string }[]
}

/** Users and roles that may on a route, and that may not. */
export interface RoleFixture {
  readonly allow?: readonly string[]
  /** `rest`: all users of the fixtures whom `allow` does not name. */
  readonly deny?: readonly string[] | 'rest'
}

/** Records of users: what one user's are must not be given to another, nor changed by another. */
export interface ResourceFixture {
  /** By user, the parameters that name a record of theirs. */
  readonly of: Readonly<Record<string, Readonly<Record<string, FixtureText | number>>>>
  /** By user, a text that only an answer with their record holds; else what the answers themselves tell apart. */
  readonly marks?: Readonly<Record<string, string>>
  /** Operations that take its id; where none takes it in its path, those too that declare the resource, or that are below its path. */
  readonly at?: readonly (string | ResourcePlaceFixture)[]
  /** Operations that list records of the user who asks; else the path before the id. */
  readonly lists?: readonly string[]
  /** By operation, the users and roles that may have the records of others too. */
  readonly shared?: Readonly<Record<string, readonly string[]>>
  /** Whether these records may be changed: they are only read if absent. */
  readonly spare?: boolean
}

/** A request that ends what it is asked with. */
export interface LogoutFixture {
  readonly request: RequestFixture
}

/** A user: who they are, and what the one login of the fixtures is filled with for them. */
export interface UserFixture {
  readonly roles?: readonly string[]
  readonly principal?: unknown
  /** For `{password}` of the login. */
  readonly password?: FixtureText
  /** For `{user}` of the login, where it is not the user's key. */
  readonly username?: string
  /**
   * Claims of the tokens that `svc test-auth` issues for the user where `jwt()` of `svc/identity` is declared: what `claims` and
   * `map` demand. `sub` is the user's key, and `scope` all that guards name, unless they are here.
   */
  readonly claims?: Readonly<Record<string, unknown>>
}

/** The page that is asked for before each request with `{csrf}` in it, for the token against forged requests that it holds. */
export interface FormFixture {
  /** `GET` if it names no method. It is asked with the cookies of the request; those of its answer are added to them. */
  readonly request: RequestFixture
  /** `{ form: 'csrfmiddlewaretoken' }`, `{ cookie: 'XSRF-TOKEN' }`, `{ json: '/token' }`. */
  readonly take: Take
  /** The header field in which each guarded operation that may change something wants it: `X-CSRFToken`. */
  readonly header?: string
}

/** The login of the application: attacked, and with `{user}` and `{password}` in its request also how every user logs in. */
export interface LoginStep {
  readonly request: RequestFixture
  readonly wrong?: RequestFixture
  readonly take?: Take
  /** Name of the authenticator that it gives a credential for, where the document has several. */
  readonly use?: string
  /** Of a server whose sessions are cookies: where the token is that stands for `{csrf}` in requests. */
  readonly csrf?: FormFixture
  /** Seconds after which it is repeated; else what the token, or its answer, says of its end. */
  readonly renewAfter?: number
  readonly refresh?: RefreshFixture
  readonly revoke?: RevokeFixture
}

/** How a throw-away user is made, so that no user of the fixtures is changed: with `{user}` and `{password}`, and `--unsafe` only. */
export interface RegisterStep {
  /** The user of the fixtures who makes it, where people cannot register themselves: an administrator. */
  readonly as?: string
  readonly request: RequestFixture
  /** The request that lets a registered user in, where an administrator has to agree; `{id}` stands for the id in the answer. */
  readonly approve?: { readonly as: string; readonly request: RequestFixture }
  /** Where the mails are read by which a registered user is let in: a folder, or the address of a mail catcher with `{mail}`. Its link is opened. */
  readonly mail?: string
  /** The request with what such a mail says: `{code}` is its code, or the last value of its link. */
  readonly confirm?: RequestFixture
}

/** Everything that the fixtures of `svc test-auth` can say. */
export interface FixtureFile {
  /**
   * Makes the test data that a run needs, before the first login; the function that it returns is called after the last
   * request, also after a failure and an interruption. Only `svc test-auth` and `authScenarios` call it, never
   * `svc dev` and `svc start`.
   *
   * @example
   * seed: async () => {
   *   const { id } = await users.insert({ name: 'ann', password: await hash('ann-pw') })
   *   return () => users.remove(id)
   * }
   */
  readonly seed?: Seed
  /** A text alone is the user's password. */
  readonly users?: Readonly<Record<string, FixtureText | UserFixture>>
  /** By the name of the authenticator: its `name` option, else its class's or function's name. */
  readonly credentials?: Readonly<Record<string, CredentialFixture>>
  /**
   * The secret or the private key (PEM) that the application signs tokens with, by the name of the authenticator that takes them:
   * the run signs the tokens of its users anew, over, for another audience, of another issuer.
   */
  readonly tokenKeys?: Readonly<Record<string, FixtureText>>
  /** By the route's name, without the base: `GET /pets`. */
  readonly routes?: Readonly<Record<string, RouteFixtureInput | undefined>>
  /** The users and roles that a route allows and denies. */
  readonly roles?: Readonly<Record<string, RoleFixture | undefined>>
  /** Records of users, by the name of the resource: asked for by their owners, by each other user and without a credential. */
  readonly resources?: Readonly<Record<string, ResourceFixture>>
  readonly fields?: FieldsFixture
  /** The application's own login, to be tried with wrong passwords and chosen session ids. */
  readonly login?: LoginStep
  readonly register?: RegisterStep
  /** The operation that answers with the user who asks: `GET /me`. Found by its name where nothing is said. */
  readonly whoami?: string
  /** The requests that end a session or a token: a list where there are several ways out. */
  readonly logout?: LogoutFixture | readonly LogoutFixture[]
  /** Rows of the application's own, tried beside those of the catalogue; only fixtures in TypeScript or JavaScript have some. */
  readonly scenarios?: readonly OwnScenario[]
  readonly policy?: {
    readonly undeclared?: 'fail' | 'allow'
    readonly challenge?: 'always' | 'never'
    /** Guesses after which a login must have a limit: 20 if nothing is said. `{ off: reason }`: they are not tried. */
    readonly limits?: number | { readonly off: string }
    /** A refusal that shows which records of others exist is a finding, and not a question. */
    readonly hideExistence?: boolean
  }
}

/** Fixtures whose routes are those of the application. */
export interface TypedFixtures extends FixtureFile {
  readonly routes?: { readonly [R in RouteName]?: RouteFixtureInput }
  readonly roles?: { readonly [R in RouteName]?: RoleFixture }
}

/**
 * The fixtures of `svc test-auth`, typed against the routes of the application.
 *
 * @example
 * export default defineFixtures({ credentials: { TokenAuth: { valid: secret('SVC_TOKEN') } } })
 */
export function defineFixtures(fixtures: TypedFixtures): FixtureFile {
  return fixtures
}

/**
 * A row of the application's own, reported, ignored, replayed and grouped as those of the catalogue are.
 *
 * @example
 * defineScenario({
 *   name: 'preview',
 *   title: 'a request that says it is a preview',
 *   cause: 'previews are shown without a credential',
 *   cwe: 306,
 *   request: ({ anonymous }) => ({ ...anonymous, headers: [...anonymous.headers, ['X-Preview', 'on']] }),
 *   expect: 'refused',
 * })
 */
export function defineScenario(scenario: OwnScenario): OwnScenario {
  return scenario
}

/** A session of a user, sealed with the application's own key when the run begins: no login is needed. */
export function session(user: SessionUser & Readonly<Record<string, unknown>>): SessionFixture {
  return { session: user }
}

/**
 * A credential that a login answers with.
 *
 * @example
 * loginWith({ as: 'ann', request: { method: 'POST', path: '/api/token', form: { username: 'ann', password: secret('ANN_PW') } }, take: { json: '/token' } })
 */
export function loginWith(login: LoginFixture['login']): LoginFixture {
  return { login }
}
