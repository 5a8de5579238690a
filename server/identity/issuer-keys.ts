import { isSafeUrl } from '../http/known-hosts.ts'
import { type Fetched, fetchJson } from './fetch-json.ts'
import { type KeySet, keysAway, type KeySource, readKeySet } from './keys.ts'

/** Milliseconds. */
const SECOND = 1_000
/** Keys are fetched anew after so long, in the background of a request. */
const REFRESH = 600 * SECOND
/** Between two fetches, of all requests together. */
const REST = 30 * SECOND
/** Between two fetches as long as there are no keys. */
const REST_WITHOUT = SECOND
/** Keys serve for so long where every fetch since fails. */
const KEPT = 86_400 * SECOND

/** The address of an issuer's keys. */
export interface IssuerAddress {
  readonly issuer: string
  /** Of its JWK Set; the discovery document of the issuer says it if absent. */
  readonly jwks?: string | undefined
}

/** The clock, and the time that one fetch may take, for tests. */
export interface IssuerTiming {
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number
  /** Milliseconds. */
  readonly timeout?: number
}

/**
 * The keys that an issuer publishes. Fetched with the first token that needs them; one fetch is shared by all requests that
 * wait for it. What a fetch does not hold any more is gone at once; a fetch that fails leaves the keys in force for a day.
 */
export class IssuerKeys implements KeySource {
  readonly #address: IssuerAddress
  readonly #now: () => number
  readonly #timeout: number | undefined
  #set: KeySet | undefined
  #text = ''
  #fetchedAt = Number.NEGATIVE_INFINITY
  #triedAt = Number.NEGATIVE_INFINITY
  #lifetime = REFRESH
  #fetching: Promise<void> | undefined
  /** Why the last fetch failed, which was said. */
  #problem: string | undefined

  constructor(address: IssuerAddress, { now = () => performance.now(), timeout }: IssuerTiming = {}) {
    this.#address = address
    this.#now = now
    this.#timeout = timeout
  }

  read(): KeySet | Promise<KeySet> {
    const now = this.#now()
    const age = now - this.#fetchedAt
    if (this.#set && age < this.#lifetime) return this.#inForce()
    const isRested = now - this.#triedAt >= (this.#set && age < KEPT ? REST : REST_WITHOUT)
    if (isRested) this.#fetch()
    // After a pause a key may be withdrawn for long; while fetches fail, no request waits for each of them.
    const isRecent = age < 2 * this.#lifetime || !isRested
    if (this.#set && age < KEPT && isRecent) return this.#inForce()
    return this.#fetching ? this.#fetching.then(() => this.#inForce()) : this.#inForce()
  }

  renew(known: KeySet): KeySet | Promise<KeySet> {
    if (this.#set !== known) return this.#inForce()
    if (!this.#fetching && this.#now() - this.#triedAt >= REST) this.#fetch()
    return this.#fetching ? this.#fetching.then(() => this.#inForce()) : known
  }

  #inForce(): KeySet {
    if (this.#set && this.#set.keys.length > 0 && this.#now() - this.#fetchedAt < KEPT) return this.#set
    throw keysAway()
  }

  /** Starts the one fetch, which never rejects. */
  #fetch(): void {
    this.#fetching ??= this.#load()
      .catch((error: unknown) => this.#report(error instanceof Error ? error.message : String(error)))
      .finally(() => (this.#fetching = undefined))
  }

  async #load(): Promise<void> {
    this.#triedAt = this.#now()
    const url = this.#address.jwks ?? (await this.#discover())
    const { value, text, maxAge } = await this.#get(url)
    const keys = readKeySet(value)
    if (!keys) throw new Error(`${url} answers with something other than a JWK Set`)
    // A set that did not change keeps what it verified.
    if (this.#set === undefined || text !== this.#text) this.#set = { keys }
    this.#text = text
    this.#fetchedAt = this.#now()
    this.#lifetime = maxAge === undefined ? REFRESH : Math.min(REFRESH, Math.max(REST, maxAge * SECOND))
    this.#report(keys.length === 0 ? `${url} holds no key that signatures can be checked with` : undefined)
  }

  /** The address of the keys, by the discovery document (OpenID Connect Discovery 1.0 section 4). */
  async #discover(): Promise<string> {
    const url = discoveryUrl(this.#address.issuer)
    const { value } = await this.#get(url)
    const { issuer, jwks_uri: keys } = (value ?? {}) as { readonly issuer?: unknown; readonly jwks_uri?: unknown }
    if (issuer !== this.#address.issuer) {
      const hint = isSameButForSlash(issuer, this.#address.issuer) ? ': they differ in the slash at the end' : ''
      throw new Error(`${url} is the document of another issuer${hint}`)
    }
    if (typeof keys !== 'string' || !isSafeUrl(keys))
      throw new Error(`${url} names no https address of keys (jwks_uri)`)
    return keys
  }

  async #get(url: string): Promise<Fetched> {
    try {
      return await fetchJson(url, this.#timeout)
    } catch (error) {
      throw new Error(`${url} ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  }

  /** One line for each change: away, or there again. */
  #report(problem: string | undefined): void {
    if (problem === this.#problem) return
    this.#problem = problem
    const { issuer } = this.#address
    if (problem === undefined) return warn(`The keys of the issuer ${issuer} are there again.`)
    const isKept = this.#set !== undefined && this.#set.keys.length > 0
    const cost = isKept ? 'Those fetched before serve for a day.' : 'Until it is mended its tokens are answered 503.'
    warn(`The keys of the issuer ${issuer} cannot be had: ${problem}. ${cost}`)
  }
}

/** The keys of an issuer, one source in a process: several authenticators, and a reload, share what was fetched. */
export function openIssuerKeys(address: IssuerAddress): KeySource {
  const sources = ((globalThis as { [SOURCES]?: Map<string, KeySource> })[SOURCES] ??= new Map())
  const name = JSON.stringify([address.issuer, address.jwks])
  const source = sources.get(name) ?? new IssuerKeys(address)
  sources.set(name, source)
  return source
}

const SOURCES = Symbol.for('svc.issuer-keys')

/** `https://id.example.com/.well-known/openid-configuration` (OpenID Connect Discovery 1.0 section 4.1). */
export function discoveryUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
}

function isSameButForSlash(one: unknown, other: string): boolean {
  return typeof one === 'string' && one.replace(/\/$/, '') === other.replace(/\/$/, '')
}

function warn(message: string): void {
  process.emitWarning(message, { type: 'SvcWarning', code: 'SVC_JWT_KEYS' })
}
