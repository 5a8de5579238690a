import type { AuthRequest, CredentialSource } from '../../http/request.ts'
import type { Operation } from '../../model/operation.ts'

/** Facts besides the observations that make reasons better. */
export interface RefusalContext {
  /** The operations of the API: whose names are looked for in the request, and who else reads the same place. */
  readonly operations?: readonly Operation[]
  /** Credentials of fixtures by the name of their authenticator, so that one sent to the wrong operation is recognised. */
  readonly credentials?: Readonly<Record<string, KnownCredential>>
}

/** A token or a key, or a user name and a password. */
export type KnownCredential = { readonly value: string } | { readonly username: string; readonly password: string }

/** The request, and what is known. */
export interface Asked extends RefusalContext {
  readonly request: AuthRequest & CredentialSource
  readonly operation: Operation
}
