import type {
  DirectGrant,
  GrantAnswer,
  GrantBeginning,
  GrantedToken,
  GrantEndpoints,
  TokenGrants,
} from '../auth/token-grants.ts'
import { AuthenticationError, HttpError } from '../base/errors.ts'
import type { OAuthClient } from '../model/oauth-client.ts'
import { isOfProvider, type Provider, ProviderClient } from './oidc-client.ts'

/** The reference page as a client of a provider: it asks for access tokens, and keeps none. */
export class TokenClient implements TokenGrants {
  readonly #issuer: string
  readonly #client: OAuthClient
  readonly #endpoints: { readonly authorization_endpoint?: string; readonly token_endpoint?: string } | undefined
  readonly #provider: ProviderClient

  constructor(issuer: string, client: OAuthClient, endpoints: GrantEndpoints | undefined) {
    const { authorizationUrl, tokenUrl } = endpoints ?? {}
    this.#issuer = issuer
    this.#client = client
    this.#endpoints = endpoints && {
      ...(authorizationUrl === undefined ? {} : { authorization_endpoint: authorizationUrl }),
      ...(tokenUrl === undefined ? {} : { token_endpoint: tokenUrl }),
    }
    this.#provider = this.#clientOf(client.clientId, client.clientSecret)
  }

  async begin({ state, challenge, redirectUri, scope }: GrantBeginning): Promise<string> {
    const { library, configuration } = await this.#open(this.#provider)
    return library.buildAuthorizationUrl(configuration, {
      ...this.#client.parameters,
      response_type: 'code',
      redirect_uri: redirectUri,
      ...(scope === '' ? {} : { scope }),
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }).href
  }

  async finish({ url, state, verifier }: GrantAnswer): Promise<GrantedToken> {
    const { library, configuration } = await this.#open(this.#provider)
    const { resource } = this.#client.parameters ?? {}
    const end = (): boolean => this.#provider.endExchange(verifier)
    return this.#settle(this.#provider, end, () =>
      library.authorizationCodeGrant(
        configuration,
        url,
        { pkceCodeVerifier: verifier, expectedState: state },
        resource === undefined ? {} : { resource },
      ),
    )
  }

  async ask(grant: DirectGrant, name: string, secret: string, scope: string): Promise<GrantedToken> {
    if (name === '' || secret === '') throw new HttpError(400, 'Type the name and the secret.')
    // The secret of this server is for the code of a person, and never for a token of the server itself.
    const provider = grant === 'password' ? this.#provider : this.#clientOf(name, secret)
    const { library, configuration } = await this.#open(provider)
    const user = grant === 'password' ? { username: name, password: secret } : {}
    const parameters = { ...this.#client.parameters, ...(scope === '' ? {} : { scope }), ...user }
    return this.#settle(
      provider,
      () => true,
      () => library.genericGrantRequest(configuration, grant, parameters),
    )
  }

  #clientOf(clientId: string, clientSecret: string | undefined): ProviderClient {
    return new ProviderClient({ issuer: this.#issuer, clientId, clientSecret, endpoints: this.#endpoints })
  }

  async #open(provider: ProviderClient): Promise<Provider> {
    try {
      return await provider.open()
    } catch {
      throw this.#away()
    }
  }

  async #settle(
    provider: ProviderClient,
    end: () => boolean,
    ask: () => Promise<{ access_token: string; expires_in?: number | undefined; scope?: string | undefined }>,
  ): Promise<GrantedToken> {
    try {
      const { access_token: token, expires_in: expiresIn, scope } = await ask()
      end()
      provider.report(undefined)
      return { token, ...(expiresIn === undefined ? {} : { expiresIn }), ...(scope === undefined ? {} : { scope }) }
    } catch (error) {
      throw this.#refusal(error, provider, end())
    }
  }

  /** Codes of the specification (RFC 6749 section 5.2), and nothing else of the answer. */
  #refusal(error: unknown, provider: ProviderClient, wasAsked: boolean): HttpError {
    const { error: said, code: kind } = error as { readonly error?: unknown; readonly code?: unknown }
    // A provider that refuses the client may say so by a challenge alone (RFC 6749 section 5.2).
    const code = kind === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' ? 'invalid_client' : said
    if (code === 'invalid_grant') {
      return new AuthenticationError(
        `${this.#issuer} refuses it: the code was used or is of another login, or the password is wrong.`,
      )
    }
    if (typeof code === 'string' && /^[a-z_]{1,40}$/.test(code)) {
      return new HttpError(
        400,
        `${this.#issuer} answers ${code}. Compare docs: { oauth } with the client at the provider.`,
      )
    }
    if (!wasAsked || !isOfProvider(error)) {
      return new HttpError(400, `The answer is not one of ${this.#issuer} to this login. Begin again.`)
    }
    provider.report(error)
    return this.#away()
  }

  #away(): HttpError {
    return new HttpError(503, `${this.#issuer} cannot be used at the moment; the log of the server says why.`)
  }
}
