import type { PageConfiguration, SessionOperations } from './configuration.ts'
import type { CallCookie } from './cookie-jar.ts'
import { Explanations } from './explanations.ts'
import { type Plan, planCall } from './plan.ts'
import { prefixOf } from './prefix.ts'
import type { ShownDocument } from './scalar.ts'
import { type OperationFacts, readOperations, readSchemes, type SchemeFacts } from './schemes.ts'
import { SessionAsking } from './session-asking.ts'
import type { Vault } from './vault.ts'

/** A call that was answered 426: its address takes a WebSocket. */
export interface Offer {
  readonly url: string
  readonly cookies: readonly CallCookie[]
  /** The schemes of the call that went along in a header. */
  readonly unsent: readonly string[]
}

/** The state that the parts of the page share: the current document, and the credentials. */
export class Page {
  readonly configuration: PageConfiguration
  readonly vault: Vault
  readonly explanations = new Explanations()
  /** The WebSockets that the last calls of operations were offered. */
  readonly offers = new Map<string, Offer>()
  readonly session: SessionAsking
  readonly #listeners = new Set<() => void>()
  #document: ShownDocument = {}
  #schemes: ReadonlyMap<string, SchemeFacts> = new Map()
  #operations: ReadonlyMap<string, OperationFacts> = new Map()
  /** Operations of earlier documents: an open request of an operation that vanished still shows what it sends. */
  readonly #pastSchemes = new Map<string, SchemeFacts>()
  readonly #pastOperations = new Map<string, OperationFacts>()

  /** @param api distinguishes this API from others of the same origin */
  constructor(configuration: PageConfiguration, vault: Vault, api: string) {
    this.configuration = configuration
    this.vault = vault
    this.session = new SessionAsking(vault, api)
  }

  /** Whether the browser adds its Basic login to this call: where cookies may go along and nothing else is in its place. */
  carriesBasic({ mode, needs, send }: Plan): boolean {
    const isTaken = send.some((credential) => credential.in === 'header' && /^authorization$/i.test(credential.name))
    // The session of a person is put in by the server: the browser adds nothing of its own.
    const isOmitted = mode === 'omit' || (this.vault.person !== undefined && needs !== 'own')
    return this.configuration.basic === true && !isOmitted && !isTaken
  }

  /** The prefix that a proxy in front takes away, without a slash at its end; mostly empty. */
  get prefix(): string {
    return prefixOf(location.pathname, this.configuration.path)
  }

  /** Whether `svc dev` serves it to its developer, who sees why a call was refused. */
  get isForDeveloper(): boolean {
    return this.configuration.revision !== undefined && this.configuration.persists
  }

  get document(): ShownDocument {
    return this.#document
  }

  set document(document: ShownDocument) {
    this.#document = document
    const schemes = readSchemes(document, this.configuration.sessionCookie)
    this.#schemes = new Map(schemes.map((scheme) => [scheme.name, scheme]))
    this.#operations = new Map(readOperations(document).map((facts) => [facts.id, facts]))
    for (const [name, scheme] of this.#schemes) this.#pastSchemes.set(name, scheme)
    for (const [id, facts] of this.#operations) this.#pastOperations.set(id, facts)
    for (const listener of this.#listeners) listener()
  }

  /** The operations that start and end a session. */
  get sessionOperations(): SessionOperations {
    return this.configuration.session ?? {}
  }

  get schemes(): readonly SchemeFacts[] {
    return [...this.#schemes.values()]
  }

  get operations(): readonly OperationFacts[] {
    return [...this.#operations.values()]
  }

  operation(id: string): OperationFacts | undefined {
    return this.#operations.get(id)
  }

  /** An operation, or how it was before it vanished. */
  recall(id: string): OperationFacts | undefined {
    return this.#pastOperations.get(id)
  }

  /** The operation of a path, as the document writes it. */
  operationAt(method: string, path: string): OperationFacts | undefined {
    return this.operations.find((facts) => facts.method === method.toLowerCase() && facts.path === path)
  }

  /** @param hasCookie whether an input of the call is a cookie; that of the open request, if absent */
  plan(facts: OperationFacts, hasCookie?: boolean): Plan {
    return planCall(facts, this.#pastSchemes, this.vault, this.sessionOperations, hasCookie)
  }

  /** Calls back after the document was replaced. */
  onDocument(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
