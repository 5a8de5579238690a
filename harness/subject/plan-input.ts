import type { LeafDescription } from 'svc'
import type { ServedDocument } from './documented.ts'
import type { Fixtures, SessionValue } from '../model/fixtures.ts'
import type { PublicKey } from '../model/public-key.ts'
import type { Route } from '../model/route.ts'

/** Origins by which requests prove where they come from. */
export interface Origins {
  /** The application's own, for requests with {@link host}. */
  readonly own: string
  /** Value of `Host`. */
  readonly host: string
  readonly trusted: readonly string[]
}

/** The input of the plan. */
export interface PlanInput {
  readonly routes: readonly Route[]
  /** Every authenticator of the application, one of each name. */
  readonly knownLeaves: readonly LeafDescription[]
  readonly fixtures: Fixtures
  /** The OpenAPI document that the application serves, where it is to be compared. */
  readonly document?: ServedDocument | undefined
  /** Keys that verify the application's tokens and that every client can read. */
  readonly publicKeys?: readonly PublicKey[]
  /** Varies the stand-ins for credentials that are not known. */
  readonly seed: string
  /** Whether the application runs in this process, so that copies of it can be made. */
  readonly local: boolean
  /** Whether the application has another cookie mode for the public. */
  readonly hasPublicMode: boolean
  /** The server's own origin. */
  readonly origin: string
  /** How requests prove where they come from; absent for a server in another process. */
  readonly origins?: Origins | undefined
  /** Against another server: only requests that must be refused, with safe methods. */
  readonly safe: boolean
  /** Only safe methods: nothing on a server in another process is changed without being asked for. */
  readonly harmless?: boolean
}

/** The input of the parts of the plan. */
export interface PlanContext extends PlanInput {
  /** A session that no other request brings, while there are any. */
  readonly takeSpare: (session: SessionValue) => string | undefined
  /** Whether this text is taken for the first time. */
  readonly takeOnce: (text: string) => boolean
}
