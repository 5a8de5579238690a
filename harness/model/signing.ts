import type { RequestParts } from './fixtures.ts'

/** The request that a function of the fixtures signs. */
export interface SignedRequest {
  readonly method: string
  /** With the base, as it is sent. */
  readonly path: string
  /** Without its `?`; may be empty. */
  readonly query: string
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Empty for a request without a body. */
  readonly body: Uint8Array
}

/** A signature that depends on the request, in place of one that was computed for a single one. */
export interface SigningFixture {
  /** The parts that sign a request; asked at once, so it returns no promise. */
  readonly sign: (request: SignedRequest) => RequestParts
  readonly signs?: readonly string[]
}
