import type { Locals } from '../base/registry.ts'
import type { Session } from '../sessions/sessions.ts'
import type { RequestEvent } from './request-event.ts'

/** A request as an authenticator sees it: everything that is known before authentication. */
export interface AuthRequest {
  /** As received, in capitals. */
  readonly method: string
  /** The canonical path, base included, undecoded. */
  readonly path: string
  readonly url: URL
  readonly headers: Headers
  /** Cookies by name, values as received; of a repeated name the first. */
  readonly cookies: { readonly [name: string]: string | undefined }
  /** Path parameters, percent-decoded once. */
  readonly params: { readonly [name: string]: string }
  /** Query parameters, form-decoded once; a repeated name gives a list. */
  readonly query: { readonly [name: string]: unknown }
  /** The socket's peer, or what a trusted proxy says; IPv4-mapped IPv6 is shown as IPv4. */
  readonly clientAddress: string
  /** The session that authenticated this request. */
  readonly session: Session | undefined
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal
  /** Header fields added to the answer, whatever the handler returns; dropped where it throws. */
  readonly responseHeaders: Headers
  /** The body as text, under the body limit; once read it is shared. Throws {@link HttpError} 413. */
  text(): Promise<string>
  /** The body as JSON. Throws {@link HttpError} 400 if it is not valid JSON. */
  json(): Promise<unknown>
  /** The body as a form, URL-encoded or multipart. Throws {@link HttpError} 400 if it is not a form. */
  formData(): Promise<FormData>
}

/** The types that an operation's declarations give to its request. */
export interface RequestTypes {
  auth: unknown
  params: unknown
  query: unknown
  body: unknown
  headers: unknown
  cookies: unknown
  resources: unknown
}

/** A request as a handler sees it: inputs validated, `auth` set. */
export interface SvcRequest<T extends Partial<RequestTypes> = object> extends Omit<AuthRequest, 'params' | 'query'> {
  /** The truthy value that the successful authenticator returned; `undefined` where `auth` is `null`. */
  readonly auth: T extends { auth: infer A } ? A : unknown
  readonly params: T extends { params: infer P } ? P : Record<string, string>
  readonly query: T extends { query: infer Q } ? Q : Record<string, unknown>
  readonly body: T extends { body: infer B } ? B : undefined
  /**
   * The resources that the levels of the route declare, loaded, and allowed for this very request. A middleware finds
   * them after `next()`.
   */
  readonly resources: T extends { resources: infer R } ? R : Readonly<Record<string, unknown>>
  /** One object for each request, for what middleware has for handlers. */
  readonly locals: Locals
  /**
   * The same request as an event of h3, for its utilities; made when it is asked for. `event.res.headers` is
   * {@link AuthRequest.responseHeaders}, and the limits of the body hold.
   */
  readonly event: RequestEvent
  /** Validated header and cookie values, where `headers` and `cookies` are declared. */
  readonly valid: {
    readonly headers: T extends { headers: infer H } ? H : undefined
    readonly cookies: T extends { cookies: infer C } ? C : undefined
  }
}
