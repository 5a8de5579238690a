import type { OAuthClient } from '../model/oauth-client.ts'

/** An access token, as a provider answers for it (RFC 6749 section 5.1). Its refresh token is left out. */
export interface GrantedToken {
  readonly token: string
  /** Seconds. */
  readonly expiresIn?: number
  /** The scopes that were granted, where they are not those that were asked for. */
  readonly scope?: string
}

/** A login that a page begins: state and verifier stay with the page. */
export interface GrantBeginning {
  readonly state: string
  /** Of PKCE, by SHA-256 (RFC 7636 section 4.2). */
  readonly challenge: string
  readonly redirectUri: string
  readonly scope: string
}

/** The answer of a provider to it. */
export interface GrantAnswer {
  /** The address of the callback, with the query of the answer. */
  readonly url: URL
  readonly state: string
  readonly verifier: string
}

/** The ways to a token without a browser. */
export type DirectGrant = 'password' | 'client_credentials'

/** A client at a provider, which asks for access tokens. Each rejects with an `HttpError` that says for people why. */
export interface TokenGrants {
  /** The address where a person logs in. */
  begin(beginning: GrantBeginning): Promise<string>
  /** Exchanges the code of an answer, whose `state` and `iss` (RFC 9207) must be right. */
  finish(answer: GrantAnswer): Promise<GrantedToken>
  /** @param name of a user, or of a client whose secret is given: never the client of this server. */
  ask(grant: DirectGrant, name: string, secret: string, scope: string): Promise<GrantedToken>
}

/** Addresses of a provider that the document names in place of its discovery document. */
export interface GrantEndpoints {
  readonly authorizationUrl?: string
  readonly tokenUrl?: string
}

type OpenGrants = (issuer: string, client: OAuthClient, endpoints: GrantEndpoints | undefined) => TokenGrants

/** Registered, so that copies of this module agree. */
const OPEN = Symbol.for('svc.token-grants')

/** Notes how clients of providers are made: by the module that declares tokens, which alone has the library for it. */
export function registerGrants(open: OpenGrants): void {
  ;(globalThis as { [OPEN]?: OpenGrants })[OPEN] = open
}

/** A client at the issuer of declared tokens. */
export const openGrants: OpenGrants = (...parameters) => {
  const open = (globalThis as { [OPEN]?: OpenGrants })[OPEN]
  if (open === undefined) throw new TypeError('no module of tokens is loaded, so nothing declares an issuer')
  return open(...parameters)
}
