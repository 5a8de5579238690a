import type { Operation } from '../model/operation.ts'

/** The source of the document. Nothing else is read: the document is a function of this. */
export interface DocumentSource {
  /** The API's title; also the realm of its challenges. */
  readonly title: string
  readonly version: string
  /** Markdown, shown above the operations. */
  readonly description?: string | undefined
  /** The beginning of every path: `/api`, or empty. */
  readonly base: string
  readonly operations: readonly Operation[]
  /** Name of the session cookie in the mode that this server runs in. */
  readonly sessionCookieName: string
  /** The operations that `docs` names for starting and ending a session, `POST /login`, without the base. */
  readonly named?: { readonly login?: string; readonly logout?: string } | undefined
  /** The `csrf` option of the API. */
  readonly csrf?: boolean | undefined
}
