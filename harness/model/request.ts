/** The weakest way to send that can express a scenario. `raw` needs its own socket and exact bytes. */
export type Transport = 'fetch' | 'socket' | 'raw'

/** A request as data. Strings are written byte for byte as Latin-1; `{taken}` stands for an earlier step's value. */
export interface RequestData {
  readonly method: string
  /** The request target exactly as written on the request line. */
  readonly target: string
  /** Header lines in order. `Host`, the probe id and the body's length are added unless they are here. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: string
  /** Source address of the connection, where it matters. */
  readonly from?: string
  /** Bytes that replace the whole request, for requests that no request line can express. */
  readonly bytes?: string
}

/** Stands for the value that an earlier step takes out of its answer. */
export const TAKEN = '{taken}'
/** Stands for the refresh token of an earlier step. */
export const REFRESH = '{refresh}'

/** The media type of a form without files. */
export const FORM = 'application/x-www-form-urlencoded'
/** The media type of a form with files. */
export const MULTIPART = 'multipart/form-data'

/** The same request with what `put` makes of the texts in which fixtures may have placeholders: target, values of fields, body. */
export function withTexts(request: RequestData, put: (text: string) => string): RequestData {
  return {
    ...request,
    target: put(request.target),
    headers: request.headers.map(([name, value]) => [name, put(value)] as const),
    ...(request.body === undefined ? {} : { body: put(request.body) }),
  }
}

/** Where a step's answer holds a value for later steps. */
export type Take = (
  | { readonly json: string }
  | { readonly cookie: string }
  | { readonly header: string }
  /** A field of a form, or a `meta` element, of an HTML page, by its name. */
  | { readonly form: string }
) & {
  /** Stands before the value where it is sent: `Token `, of servers that declare their scheme as a key. */
  readonly prefix?: string
  /** Where the value is sent, if not where the document says: `{ header: 'X-Auth-Token' }`. */
  readonly as?: TakeAs
}

/** A header field, a parameter of the query or a cookie, by its name. */
export type TakeAs = { readonly header: string } | { readonly query: string } | { readonly cookie: string }

/** Another token in a JSON answer than that at this pointer, which is not for access: by its name. */
export interface TakeOther {
  readonly besides: string
}
