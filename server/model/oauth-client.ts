/** The client of the reference page at a provider. */
export interface OAuthClient {
  readonly clientId: string
  /** Absent for a public client: PKCE stands alone. It stays with the server. */
  readonly clientSecret?: string
  /** Which provider, where tokens of several are taken: the `issuer` of its `jwt()`. */
  readonly issuer?: string
  /** Scopes to ask for besides those that guards name, separated by blanks. */
  readonly scope?: string
  /** Further parameters of the requests to the provider, such as `{ audience: 'pets' }` or `{ resource: 'https://…' }`. */
  readonly parameters?: Readonly<Record<string, string>>
}

/** Parameters that each authorization request has of its own (RFC 6749 section 4.1.1, RFC 7636, OpenID Connect Core 1.0). */
export const OWN_PARAMETERS: readonly string[] = [
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
]
