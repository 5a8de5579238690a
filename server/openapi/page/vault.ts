import type { Person, Typed } from './configuration.ts'

/** The data that the browser keeps between visits. */
interface Kept {
  readonly typed: Readonly<Record<string, Typed>>
}

/** A session that the browser holds. */
export interface Login {
  /** Who it is, where that is known. */
  readonly name?: string
  /** Milliseconds since 1970, when it ends unless it is used. */
  readonly until?: number
}

const NOTHING: Kept = { typed: {} }

/**
 * The credentials of the page: what was typed for each scheme, who is logged in, which alternative was picked for an
 * operation. The one place that panel, snippet and wire read from.
 */
export class Vault {
  readonly #storage: Storage | undefined
  readonly #key: string
  readonly #listeners = new Set<() => void>()
  readonly #picked = new Map<string, string>()
  readonly #alone = new Set<string>()
  readonly #withCookie = new Set<string>()
  /** Never stored: it is the fixtures' to keep. */
  #prefilled: Readonly<Record<string, Typed>>
  #kept: Kept
  #login: Login | undefined
  #person: Person | undefined
  #said = ''
  /** Typed while the page acts as a person: it goes with them. */
  #acted: Readonly<Record<string, Typed>> = {}

  /**
   * @param storage where to keep what was typed; `undefined`: it goes with the page
   * @param api distinguishes this API from others of the same origin
   * @param prefilled what fields begin with, unless something else was typed before
   */
  constructor(storage: Storage | undefined, api: string, prefilled: Readonly<Record<string, Typed>> = {}) {
    this.#storage = storage
    this.#key = `svc-credentials-${api}`
    this.#prefilled = prefilled
    this.#kept = this.#load() ?? NOTHING
  }

  /** The fields of a scheme: each as it was typed, else as it began. */
  typed(scheme: string): Typed {
    if (this.#person) return { ...this.#person.typed[scheme], ...this.#acted[scheme] }
    return { ...this.#prefilled[scheme], ...this.#kept.typed[scheme] }
  }

  /** The session, as the server said last: its cookie is hidden from scripts. It is asked for, and never kept. */
  get login(): Login | undefined {
    if (this.#person) return this.#person.hasSession ? { name: this.#person.name } : undefined
    return this.#login
  }

  /** As whom the page makes its calls; `undefined`: with what is typed, and as who is logged in. */
  get person(): Person | undefined {
    return this.#person
  }

  /** A word about the person whom the page is about to act as. */
  get said(): string {
    return this.#said
  }

  say(text: string): void {
    this.#said = text
    this.#announce()
  }

  actAs(person: Person | undefined): void {
    this.#person = person
    this.#acted = {}
    this.#announce()
  }

  /** The alternative that was picked for an operation, if one was. */
  picked(operation: string): string | undefined {
    return this.#picked.get(operation)
  }

  /** Whether calls of an operation go without the session. */
  isAlone(operation: string): boolean {
    return this.#alone.has(operation)
  }

  /** Has calls of an operation go without the session, or with it. */
  leaveOut(operation: string, isAlone: boolean): void {
    if (isAlone) this.#alone.add(operation)
    else this.#alone.delete(operation)
    this.#announce()
  }

  /** Whether the open request of an operation has a cookie among its inputs. */
  hasCookie(operation: string): boolean {
    return this.#withCookie.has(operation)
  }

  noteCookie(operation: string, hasCookie: boolean): void {
    if (hasCookie === this.#withCookie.has(operation)) return
    if (hasCookie) this.#withCookie.add(operation)
    else this.#withCookie.delete(operation)
    this.#announce()
  }

  type(scheme: string, typed: Typed): void {
    if (this.#person) return this.#act(scheme, { ...this.#acted[scheme], ...typed })
    this.#keep({ typed: { ...this.#kept.typed, [scheme]: { ...this.#kept.typed[scheme], ...typed } } })
  }

  pick(operation: string, way: string): void {
    this.#picked.set(operation, way)
    this.#announce()
  }

  /** @param login `undefined`: no user is logged in */
  logIn(login: Login | undefined): void {
    if (JSON.stringify(login) === JSON.stringify(this.#login)) return
    this.#login = login
    this.#announce()
  }

  forget(scheme: string): void {
    if (this.#person) return this.#act(scheme, { token: '', username: '', password: '' })
    const { [scheme]: _prefilled, ...prefilled } = this.#prefilled
    const { [scheme]: _typed, ...typed } = this.#kept.typed
    this.#prefilled = prefilled
    this.#keep({ typed })
  }

  /** Forgets everything that was typed and picked; a session is ended by its logout operation alone. */
  forgetAll(): void {
    this.#person = undefined
    this.#acted = {}
    this.#picked.clear()
    this.#alone.clear()
    this.#prefilled = {}
    this.#keep(NOTHING)
    // Other tabs hear of it because it was there.
    this.#storage?.removeItem(this.#key)
  }

  /** Calls back after each change, those of other tabs included. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes over what another tab wrote or forgot. */
  follow(event: { readonly key: string | null }): void {
    if (!this.#storage || (event.key !== null && event.key !== this.#key)) return
    const kept = this.#load()
    if (!kept) this.#prefilled = {}
    this.#kept = kept ?? NOTHING
    this.#announce()
  }

  #act(scheme: string, typed: Typed): void {
    this.#acted = { ...this.#acted, [scheme]: typed }
    this.#announce()
  }

  #keep(kept: Kept): void {
    this.#kept = kept
    this.#storage?.setItem(this.#key, JSON.stringify(kept))
    this.#announce()
  }

  #announce(): void {
    for (const listener of this.#listeners) listener()
  }

  /** Anything else that was stored under this key, by hand or by an older version, counts as nothing. */
  #load(): Kept | undefined {
    try {
      const kept = JSON.parse(this.#storage?.getItem(this.#key) ?? 'null') as Kept | null
      return typeof kept?.typed === 'object' && kept.typed !== null ? { typed: kept.typed } : undefined
    } catch {
      return undefined
    }
  }
}
