/** What the server tells the page, in a JSON script element. */
export interface PageConfiguration {
  readonly title: string
  /** Name of the session cookie: schemes of that cookie are never typed. */
  readonly sessionCookie: string
  /** Given where `svc dev` serves: the generation of the application, which the page keeps up with. */
  readonly revision?: string
  /** Tells this API from others that were served at the same address. */
  readonly slug: string
  /** Whether the browser keeps what was typed, under the slug; else it forgets with the page. */
  readonly persists: boolean
  /** Values to begin with, by scheme. */
  readonly credentials?: Readonly<Record<string, PrefilledCredential>>
}

/** A credential under the names that Scalar has for its parts. A key is both its `token` and its `value`. */
export interface PrefilledCredential {
  readonly token?: string
  readonly value?: string
  readonly username?: string
  readonly password?: string
}

/** Id of the element that holds the {@link PageConfiguration}. */
export const CONFIGURATION_ID = 'svc-configuration'
