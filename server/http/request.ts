import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRecord } from '../base/record.ts'
import { type Body, type BodySource, type FormFields, readBody } from './body.ts'
import { type ClientFacts, type ProxyTrust, readClient } from './client.ts'
import { cookieValues, parseCookies } from '../grammar/cookie.ts'
import { parseQuery, queryValues, type QueryValue } from './query.ts'
import type { AuthRequest } from './request-types.ts'
import type { Target } from './target.ts'
import { createEvent } from './h3-event.ts'
import { joinedHeaderValues, rawHeaderValues } from './read-header.ts'
import type { HeldWork } from './held-work.ts'
import { onLostAnswer } from './lost-answer.ts'
import type { RequestEvent } from './request-event.ts'
import { isEventStream, markStreaming } from './event-stream.ts'
import type { Locals } from '../base/registry.ts'
import type { FoundSession, Session, Sessions } from '../sessions/sessions.ts'
import type { RedisStore } from '../store/redis-store.ts'
import { webLibraries } from './web-libraries.ts'
import { findUpgrade, type Upgrade } from './websocket.ts'

export type { AuthRequest, SvcRequest } from './request-types.ts'

/** The parts of a request that strict readers of credentials need: every occurrence, as received. */
export interface CredentialSource {
  /** One entry per header line of that name. */
  headerValues(name: string): readonly string[]
  /** One entry per cookie of that exact name. */
  cookieValues(name: string): readonly string[]
  /** One entry per query parameter of that name; `undefined` for a value that does not decode. */
  queryValues(name: string): readonly (string | undefined)[]
  /** The sessions of the application. */
  readonly sessions: Sessions
}

/** The facts of the server that a request needs. */
export interface RequestSetting {
  readonly bodyLimit: number
  readonly formFieldLimit: number
  readonly trust: ProxyTrust
  readonly trustedOrigins: readonly string[]
  readonly sessions: Sessions
  /** The Redis that processes share, where there is one. */
  readonly store?: RedisStore | undefined
  /** The facts with which resources are judged outside of the steps of an operation: an id of a body. */
  readonly judging: object
}

/** Where a request comes from: a socket, a `Request`, or the one made of the other. */
export interface RequestOrigin {
  /** Node's, whose `req` is the request; absent where there is no socket. */
  readonly response?: ServerResponse | undefined
  /** Absent until one is made. */
  readonly web?: Request | undefined
  /** Stands in for the socket's peer. */
  readonly address?: string | undefined
}

interface MaybeSecure {
  readonly encrypted?: boolean
}

const NO_RESOURCES: Readonly<Record<string, unknown>> = Object.freeze(createRecord<unknown>())
const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze(createRecord<string>())

/** One request while it runs. Handlers and authenticators see it as {@link SvcRequest} and {@link AuthRequest}. */
export class RequestContext implements AuthRequest, CredentialSource, BodySource {
  readonly method: string
  readonly path: string
  params: { readonly [name: string]: string } = NO_PARAMS
  auth: unknown = undefined
  body: unknown = undefined
  session: Session | undefined = undefined
  /** The claims of the token that let the request in. */
  claims: Readonly<Record<string, unknown>> | undefined = undefined
  /** The resources of its levels, once each was loaded and allowed. */
  resources: { readonly [name: string]: unknown } = NO_RESOURCES
  /** The operation that answers it; nothing here looks into it. */
  operation: object | undefined = undefined
  /** Gives the `Set-Cookie` that renews {@link session}, once it let the request in. */
  renewSession: FoundSession['renew'] | undefined = undefined
  /** The cookie that {@link renewSession} gave: sent with errors too, whose handlers' own {@link responseHeaders} are not. */
  renewedCookie: string | undefined = undefined
  /** Values of `WWW-Authenticate`, should the answer be 401. */
  challenges: readonly string[] = []
  valid: { headers: unknown; cookies: unknown } = { headers: undefined, cookies: undefined }
  /** Whether the option `cors` applies: not to what is ours, the page and what belongs to it. */
  isShared = true
  /** Whether a hook looked at a credential, or at the whole request, and refused: what a throttle counts. */
  wasRefused = false
  /** Said by an authenticator that is about to refuse: the credential is genuine, a session that is over, and no guess. */
  isGenuine = false

  /** Logins and logouts under way: the answer waits for them. */
  held: HeldWork | undefined = undefined
  /** Whether the answer has been made: no field can be added to it. */
  isAnswered = false

  /** When it arrived, on the clock of `performance.now()`, where a listener wants to know. */
  arrived: number | undefined = undefined

  readonly #search: string
  readonly #setting: RequestSetting
  /** Node's own request, where there is a socket. */
  readonly node: IncomingMessage | undefined
  readonly #response: ServerResponse | undefined
  readonly #address: string | undefined
  #web: Request | undefined
  #url: URL | undefined
  #query: { readonly [name: string]: unknown } | undefined
  #cookies: { readonly [name: string]: string } | undefined
  #client: ClientFacts | undefined
  #responseHeaders: Headers | undefined
  #body: Promise<Body> | undefined
  #locals: Locals | undefined
  #event: RequestEvent | undefined

  /** @param target path and query as received */
  constructor({ path, search }: Target, setting: RequestSetting, { response, web, address }: RequestOrigin) {
    this.node = response?.req
    this.method = this.node?.method ?? web?.method ?? 'GET'
    this.path = path
    this.#search = search
    this.#setting = setting
    this.#response = response
    this.#web = web
    this.#address = address
  }

  /** The request as the platform has it. Most are answered without: a socket's own facts are nearer. */
  get web(): Request {
    return (this.#web ??= webOf(this.#response as ServerResponse))
  }

  get url(): URL {
    return (this.#url ??= readUrl(this.web, this.path + this.#search))
  }

  get headers(): Headers {
    return this.web.headers
  }

  get query(): { readonly [name: string]: unknown } {
    return (this.#query ??= parseQuery(this.#search) satisfies Record<string, QueryValue>)
  }

  /** Replaces the raw parameters by validated ones. */
  set query(value: { readonly [name: string]: unknown }) {
    this.#query = value
  }

  get cookies(): { readonly [name: string]: string } {
    return (this.#cookies ??= parseCookies(this.headerValues('cookie')))
  }

  get clientAddress(): string {
    return this.#readClient().address
  }

  /** Scheme, host and port under which this server was asked. */
  get origin(): string {
    return this.#readClient().origin
  }

  get trustedOrigins(): readonly string[] {
    return this.#setting.trustedOrigins
  }

  get sessions(): Sessions {
    return this.#setting.sessions
  }

  get store(): RedisStore | undefined {
    return this.#setting.store
  }

  get judging(): object {
    return this.#setting.judging
  }

  get signal(): AbortSignal {
    return this.web.signal
  }

  get responseHeaders(): Headers {
    return (this.#responseHeaders ??= new Headers())
  }

  /** Without a prototype: a name that nothing set is not there. */
  get locals(): Locals {
    return (this.#locals ??= createRecord() as object as Locals)
  }

  get event(): RequestEvent {
    return (this.#event ??= createEvent(this))
  }

  /** Whether a status or a field of the answer may have been set before the handler returned. */
  get hasStaged(): boolean {
    return this.#responseHeaders !== undefined || this.#event !== undefined
  }

  /** The status that utilities of h3 set, without making the event that holds it. */
  get stagedStatus(): number | undefined {
    return this.#event?.res.status
  }

  /** Where the request asks to become a WebSocket. */
  get upgrade(): Upgrade | undefined {
    return this.node && findUpgrade(this.node)
  }

  /** Notes that a response will be sent, and who hears if it cannot be: one of events will not end by itself. */
  noteStream(response: Response, fail: (error: unknown) => boolean): void {
    if (!this.#response) return
    onLostAnswer(this.#response, fail)
    if (isEventStream(response)) markStreaming(this.#response)
  }

  /** The fields set so far, without making the object that holds them. */
  get stagedHeaders(): Headers | undefined {
    return this.#responseHeaders
  }

  /** The whole body; once read it is shared. */
  readBody(): Promise<Body> {
    return (this.#body ??= readBody(this, this.#setting.bodyLimit, this.#setting.formFieldLimit))
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return (await this.readBody()).bytes()
  }

  async text(): Promise<string> {
    return (await this.readBody()).text()
  }

  async json(): Promise<unknown> {
    return (await this.readBody()).json()
  }

  async formData(): Promise<FormData> {
    return (await this.readBody()).formData()
  }

  /** Whether an authenticator or a handler asked for the body. */
  get hasReadBody(): boolean {
    return this.#body !== undefined
  }

  /** The form as a record without a prototype, for schemas. */
  async fields(): Promise<FormFields> {
    return (await this.readBody()).fields()
  }

  headerValues(name: string): readonly string[] {
    const raw = this.node?.rawHeaders
    return raw === undefined ? joinedHeaderValues(this.web.headers, name.toLowerCase()) : rawHeaderValues(raw, name)
  }

  cookieValues(name: string): readonly string[] {
    return cookieValues(this.headerValues('cookie'), name)
  }

  queryValues(name: string): readonly (string | undefined)[] {
    return queryValues(this.#search, name)
  }

  #readClient(): ClientFacts {
    return (this.#client ??= readClient(this, this.#setting.trust, {
      address: this.node ? this.node.socket.remoteAddress : this.#address,
      scheme: this.node
        ? (this.node.socket as MaybeSecure).encrypted
          ? 'https'
          : 'http'
        : this.url.protocol.slice(0, -1),
      host: this.node ? undefined : this.url.host,
    }))
  }
}

/** The first line of a header field. `request.headers` would make a `Request` of a request that needs none. */
export function headerOf(request: AuthRequest, name: string): string | undefined {
  const source: Partial<CredentialSource> = request as RequestContext
  return source.headerValues === undefined ? (request.headers.get(name) ?? undefined) : source.headerValues(name)[0]
}

function webOf(response: ServerResponse): Request {
  return new (webLibraries().NodeRequest)({ req: response.req, res: response })
}

/** The gate has refused a `Host` that no URL can hold; without one the URL has the socket's address, which may have a zone. */
function readUrl(web: Request, target: string): URL {
  try {
    return new URL(web.url)
  } catch {
    return new URL(`http://localhost${target}`)
  }
}
