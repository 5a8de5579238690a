import type * as Client from 'openid-client'
import type { ClientAuth, ClientMetadata, Configuration, ServerMetadata } from 'openid-client'
import { isStoodInFor } from '../auth/token-keys.ts'
import { HttpError } from '../base/errors.ts'
import { boundedFetch } from './fetch-json.ts'

type Library = typeof Client

/** An OpenID provider, and what this application is there. */
export interface ProviderAddress {
  readonly issuer: string
  readonly clientId: string
  /** Absent for a public client. */
  readonly clientSecret: string | undefined
  /** In place of its discovery document. */
  readonly endpoints?: Pick<ServerMetadata, 'authorization_endpoint' | 'token_endpoint'> | undefined
}

/** The library, and what it knows of a provider. */
export interface Provider {
  readonly library: Library
  readonly configuration: Configuration
}

/** Seconds for one answer. */
const TIMEOUT = 5
/** Milliseconds after which the discovery document is fetched anew, and between two attempts that fail. */
const REFRESH = 3_600_000
const REST = 1_000

/** A provider whose discovery document is fetched with the first login, and anew every hour. */
export class ProviderClient {
  readonly #address: ProviderAddress
  #provider: Provider | undefined
  #loading: Promise<Provider> | undefined
  #loadedAt = Number.NEGATIVE_INFINITY
  #triedAt = Number.NEGATIVE_INFINITY
  #problem: string | undefined
  /** Verifiers of PKCE (RFC 7636) that were sent with a code. */
  readonly #asked = new Set<string>()

  constructor(address: ProviderAddress) {
    this.#address = address
  }

  /** @throws {@link HttpError} 503 where there is no document, or one of another issuer */
  async open(): Promise<Provider> {
    if (isStoodInFor(this.#address.issuer)) return standIn(this.#address)
    const now = performance.now()
    if (this.#provider && now - this.#loadedAt < REFRESH) return this.#provider
    if (!this.#loading && !this.#provider && now - this.#triedAt < REST) throw new HttpError(503)
    this.#loading ??= this.#load().finally(() => (this.#loading = undefined))
    try {
      return await this.#loading
    } catch (error) {
      this.report(error)
      if (this.#provider) return this.#provider
      throw new HttpError(503)
    }
  }

  /** Says once why the provider cannot be used; `undefined`: it can again. */
  report(error: unknown): void {
    const problem = error === undefined ? undefined : describe(error)
    if (problem === this.#problem) return
    this.#problem = problem
    const { issuer } = this.#address
    const text =
      problem === undefined
        ? `The provider ${issuer} can be used again.`
        : `Logins with the provider ${issuer} are answered 503: ${problem}.`
    process.emitWarning(text, { type: 'SvcWarning', code: 'SVC_OIDC_PROVIDER' })
  }

  /** Ends the exchange of a code; whether the provider was asked for it: what fails before is in the answer of the browser. */
  endExchange(verifier: string): boolean {
    return this.#asked.delete(verifier)
  }

  readonly #fetch = (url: string, options: RequestInit): Promise<Response> => {
    const verifier = options.body instanceof URLSearchParams ? options.body.get('code_verifier') : null
    if (verifier !== null) this.#asked.add(verifier)
    return boundedFetch(url, options)
  }

  async #load(): Promise<Provider> {
    this.#triedAt = performance.now()
    const library = await import('openid-client')
    this.#provider = { library, configuration: await configure(library, this.#address, this.#fetch) }
    this.#loadedAt = performance.now()
    this.report(undefined)
    return this.#provider
  }
}

/** A provider in a run of tests, without its discovery document: a login begins, and no code is exchanged. */
async function standIn(address: ProviderAddress): Promise<Provider> {
  const library = await import('openid-client')
  const at = address.issuer.replace(/\/$/, '')
  const endpoints = { authorization_endpoint: `${at}/authorize`, token_endpoint: `${at}/token` }
  return { library, configuration: await configure(library, { endpoints, ...address }, boundedFetch) }
}

async function configure(library: Library, address: ProviderAddress, ask: typeof boundedFetch): Promise<Configuration> {
  const { issuer, clientId, clientSecret, endpoints } = address
  const metadata: Partial<ClientMetadata> = clientSecret === undefined ? {} : { client_secret: clientSecret }
  const authentication = clientSecret === undefined ? library.None() : withSecret(library, clientSecret)
  // The addresses are of this machine then: any others are refused at load.
  const isPlain = [issuer, endpoints?.token_endpoint].some((url) => url?.startsWith('http:'))
  const fetches = { [library.customFetch]: ask as never, timeout: TIMEOUT }
  if (endpoints) {
    const named = new library.Configuration({ issuer, ...endpoints }, clientId, metadata, authentication)
    if (isPlain) library.allowInsecureRequests(named)
    return Object.assign(named, fetches)
  }
  const execute = isPlain ? [library.allowInsecureRequests] : []
  const found = await library.discovery(new URL(issuer), clientId, metadata, authentication, { ...fetches, execute })
  if (found.serverMetadata().issuer !== issuer) {
    throw new Error(`its discovery document is of another issuer, ${found.serverMetadata().issuer}`)
  }
  // The signature of the ID token is checked too, although it comes over a connection to the provider.
  library.enableNonRepudiationChecks(found)
  return found
}

/** As the provider takes it: in `Authorization`, unless its document names the body alone (OpenID Connect Core 1.0 section 9). */
function withSecret({ ClientSecretBasic, ClientSecretPost }: Library, secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const isBasic = methods.includes('client_secret_basic') || !methods.includes('client_secret_post')
    ;(isBasic ? basic : post)(server, client, body, headers)
  }
}

/**
 * Whether an error of an exchange is the provider's, which was asked: away, slow, huge, wrong, or refusing this application. Not its own
 * are a code that was used or is of another login, and an ID token of another login, which come with the answer of the browser.
 */
export function isOfProvider(error: unknown): boolean {
  const { error: code, cause } = error as { readonly error?: unknown; readonly cause?: { readonly cause?: unknown } }
  const { claim } = (cause?.cause ?? {}) as { readonly claim?: unknown }
  return code !== 'invalid_grant' && claim !== 'nonce'
}

/** Nothing of the provider's answer but the code of its error. */
function describe(error: unknown): string {
  const { error: code, message, cause } = error as { error?: unknown; message?: unknown; cause?: unknown }
  if (typeof code === 'string') return `it answers ${JSON.stringify(code.slice(0, 60))}`
  const inner = cause instanceof Error ? `, ${cause.message}` : ''
  return `${String(message)}${inner}`
}
