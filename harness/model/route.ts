import type { AuthDescription, AuthLevel, LeafDescription, Operation, SourcePosition } from 'svc'
import { admitsAnonymous, bodyNamesOf, leavesOf } from '../../server/internal.ts'
import { calledIn } from './called-functions.ts'
import type { RequestData } from './request.ts'

type Links = NonNullable<Operation['resources']>

/** The routes of a loaded application, in its own order. `csrf` is what the API says where an operation is silent. */
export function routesOf(operations: readonly Operation[], base: string, csrf: boolean): readonly Route[] {
  return operations.map((operation) => ({
    key: `${operation.method} ${operation.path}`,
    method: operation.method,
    path: operation.path,
    base,
    auth: operation.auth.description,
    level: operation.auth.level,
    authSource: operation.auth.source,
    source: operation.source,
    csrf: operation.options.csrf ?? csrf,
    ...(operation.options.csrf === true ? { csrfAlways: true as const } : {}),
    ...(operation.options.csrf === false ? { csrfNever: true as const } : {}),
    declaresBody: operation.options.body !== undefined,
    ...(operation.options.body ? { bodyNames: bodyNamesOf(operation.options.body) } : {}),
    ...(operation.options.query ? { queryNames: bodyNamesOf(operation.options.query) } : {}),
    ...(operation.resources === undefined ? {} : { resources: operation.resources.map(declaredOf) }),
    calls: calledIn([operation.handler, ...(operation.resources ?? []).flatMap(asksOf)].map(String)),
  }))
}

function asksOf({ definition, only }: Links[number]): readonly unknown[] {
  return [...(definition?.guards ?? []), ...only].map(({ ask }) => ask)
}

function declaredOf({ name, params, source, definition }: Links[number]): DeclaredResource {
  return { name, params, source: definition?.source ?? source }
}

/** The authenticators of routes, one of each name. */
export function authenticatorsOf(routes: readonly Pick<Route, 'auth'>[]): readonly LeafDescription[] {
  return [...new Map(routes.flatMap(({ auth }) => leavesOf(auth)).map((leaf) => [leaf.name, leaf])).values()]
}

/** Whether a request needs a credential here: one is declared, and not only optional. */
export function isProtected(route: Pick<Route, 'auth'>): boolean {
  return !admitsAnonymous(route.auth)
}

/** Whether an authenticator anywhere in it is optional. */
export function containsOptional(auth: AuthDescription): boolean {
  switch (auth.kind) {
    case 'list':
    case 'all':
      return auth.members.some(containsOptional)
    case 'optional':
      return true
    case 'check':
      return containsOptional(auth.member)
    default:
      return false
  }
}

/** One operation as the harness sees it: of a loaded application, or of an OpenAPI document. */
export interface Route {
  /** As `svc routes` prints it, without the base: `GET /admin/users/[id]`. Fixtures name it so. */
  readonly key: string
  readonly method: string
  /** Parameters in brackets. */
  readonly path: string
  /** The beginning of each target: `/api`, or empty. */
  readonly base: string
  /** `null`: declared public; `undefined`: nothing at any level says anything. */
  readonly auth: AuthDescription | null | undefined
  /** The level that decided. */
  readonly level: AuthLevel
  /** The declaration that decided. */
  readonly authSource: SourcePosition | undefined
  /** Where the operation is declared. */
  readonly source: SourcePosition | undefined
  /** Whether unsafe methods with a cookie must prove that they are same-origin. */
  readonly csrf: boolean
  /** The operation itself says so: no credential at all does without the proof. */
  readonly csrfAlways?: true
  /** The operation says itself that it asks for no proof. */
  readonly csrfNever?: true
  /** Whether the operation says how its answers look or what it needs: decides if a body can be compared. */
  readonly declaresBody: boolean
  /** The members that a declared body may have, at any depth; absent where none is declared, and for a document. */
  readonly bodyNames?: readonly string[]
  /** The parameters of a declared query. */
  readonly queryNames?: readonly string[]
  /** Outermost first; absent where no level declares any, and for a server in another process. */
  readonly resources?: readonly DeclaredResource[]
  /** Names of the functions that its handler and its resources call; absent for a server in another process. */
  readonly calls?: readonly string[]
  /** A request that passes validation, as the server's document describes it; absent for an application of this process. */
  readonly sample?: RequestSample
  /** The read of a record, for those that stand in it: their list is every list of its answer whose member has a name that ends so, in small letters. */
  readonly part?: string
  /** The operation that does it, by an id in its body: the document has no other. */
  readonly sentAs?: SentAs
  /** Values of its path parameters that were made for the run, or that name nothing: for requests that may change something. */
  readonly spare?: Readonly<Record<string, string>>
  /** They name nothing: no record could be made for the run. */
  readonly namesNothing?: true
  /** It changes something that exists once, and is sent with its present values: a user who may changes nothing. */
  readonly isPresent?: true
  /** The user who was made for the run, and with whose credentials alone it is asked. */
  readonly as?: string
  /** Why no request of the catalogue is sent but the one without a credential. */
  readonly kept?: string
  /** Its records hold no text of the run, so that they are not deleted: as few as possible are made. */
  readonly isLeaving?: true
  /** Its credential may be good once: each request that brings it brings that of a new login. */
  readonly isOnce?: true
  /** Why a 401 to a good credential says nothing: it takes another one than its document says. */
  readonly takesOther?: string
  /** The body and the answer, as the server's document describes them; of an application of this process, in the stage after the catalogue alone. */
  readonly inputs?: RouteInputs
}

/** Another operation by which a record is deleted. */
export interface SentAs {
  readonly route: Route
  /** The parameter of the path whose value is sent in the body. */
  readonly param: string
  /** The member of the body that has it; the body itself is a list if absent. */
  readonly member?: string
  /** Members that its schema asks for beside it. */
  readonly beside?: Readonly<Record<string, unknown>>
  readonly isList: boolean
}

/** A resource that an operation declares, or parameters that belong to no user. */
export interface DeclaredResource {
  /** `null`: the parameters belong to no user. */
  readonly name: string | null
  /** The path parameters that it covers. */
  readonly params: readonly string[]
  readonly source: SourcePosition | undefined
}

/** Parameters and a body that a document gives as examples, or that its schemas allow. */
export interface RequestSample {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly body?: { readonly contentType: string; readonly text: string }
}

/** Stands for a password of which a document says nothing: long, and with every kind of character that rules ask for. */
export const SAMPLE_PASSWORD = 'Svc-4711-kxP'

/** The schema of a request and of its answers, as far as a tool needs it that makes requests of its own. */
export interface RouteInputs {
  /** Of the body; absent where the operation takes none that is known. */
  readonly contentType?: string
  readonly body: readonly BodyMember[]
  /** Objects in the body that have an `id`, also where the document says that it is only read, and lists of them. */
  readonly records?: readonly RecordMember[]
  /** The members of the body stand in the query: the operation takes no body. */
  readonly isInQuery?: true
  /** Names of the parameters of the query. */
  readonly query?: readonly string[]
  /** Names of the header fields that are parameters. */
  readonly headers?: readonly string[]
  /** Its summary or description names administrators. */
  readonly isForStaff?: true
  /** Names of members anywhere in answers of 2xx. */
  readonly answers: readonly string[]
}

/** A member of a body that is a record with an id of its own, or a list of such records. */
export interface RecordMember {
  readonly name: string
  readonly isList?: true
}

/** One member of a body, not an object itself. */
export interface BodyMember {
  /** Names from the outside in: `['user', 'email']`. */
  readonly path: readonly string[]
  readonly type: string
  readonly format?: string
  readonly isRequired: boolean
  /** A value that passes validation, as far as the document says. */
  readonly sample: unknown
  /** Whether only named values, or those of a pattern, pass. */
  readonly isChoice: boolean
  /** The texts of an `enum`. */
  readonly choices?: readonly string[]
  /** How many signs a text may have. */
  readonly most?: number
  /** The members of an entry, where it is a list of objects. */
  readonly entry?: readonly BodyMember[]
  /** A file of a form. */
  readonly isFile?: true
}

/** The paths of a template whose parameters stand in brackets; none of them takes a slash. */
export function pathsOf(template: string): RegExp {
  const escaped = template.replaceAll(/[.*+?^${}()|\\]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replaceAll(/\[[^\]]*\]/g, '[^/]+')}$`)
}

/** Whether a request is for an operation, whatever its query is. */
export function isFor({ method, base, path }: Route, request: Pick<RequestData, 'method' | 'target'>): boolean {
  return request.method === method && request.target.split('?')[0] === base + path
}
