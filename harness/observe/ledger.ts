import { randomBytes } from 'node:crypto'
import type { LeafDescription, Observation, ObservationListener, SourcePosition } from 'svc'
import { headerOf } from '../../server/internal.ts'
import type { AuthCall } from '../model/verdict.ts'

/** A handler that ran. */
export interface HandlerRun {
  /** Key of its operation: `GET /pets`. */
  readonly operation: string
  /** Whether a request needs a credential there. */
  readonly isProtected: boolean
  /** Whether an authenticator had passed in this request by then. */
  readonly afterPass: boolean
  /** `request.auth`. */
  readonly auth: unknown
}

/** The end of one resource in a request: where it was not loaded and allowed, which function said so. */
export interface ResourceOutcome {
  readonly name: string
  /** `absent`: `load` gave nothing. `threw` and `timeout`: of `load`, `may` or `only`. */
  readonly outcome: 'loaded' | 'absent' | 'refused' | 'threw' | 'timeout'
  /** Absent where it was loaded and allowed. */
  readonly by?: 'load' | 'may' | 'only'
  /** Where that function is declared. */
  readonly source?: SourcePosition | undefined
}

/** The record of what the application did with one request. */
export interface LedgerEntry {
  /** The operation that the request was routed to. */
  operation: string | undefined
  readonly runs: HandlerRun[]
  /** Middleware that ran, which none may for a request that is refused. */
  readonly middleware: Omit<HandlerRun, 'auth'>[]
  readonly calls: AuthCall[]
  /** In the order in which they were asked about, those that a handler asked about itself too. */
  resources: readonly ResourceOutcome[]
  passed: boolean
  threw: boolean
  /** The thrown value that made its answer a server error. */
  error?: unknown
  /** Names of the authenticators that were seen, by what they are. */
  sessions: ReadonlySet<string>
  callables: ReadonlySet<string>
}

/** An application that can be observed. */
export interface Observable {
  observe(listener: ObservationListener): () => void
}

/**
 * Keeps account of what the application did with each request of a run. Requests are identified by a header whose name
 * is drawn for the run: nothing honours it, the ledger only looks it up among the ids that it gave out itself.
 */
export class Ledger {
  /** Name of the header that carries the id. */
  readonly field: string = `x-${randomBytes(6).toString('hex')}`
  readonly #entries = new Map<string, LedgerEntry>()
  readonly #called = new Map<LedgerEntry, number>()
  readonly #keys = new WeakMap<object, string>()
  readonly #asked = new Map<string, Set<string>>()
  readonly #ran = new Set<string>()
  readonly #isProtected: (operation: string) => boolean
  #watcher: ObservationListener | undefined
  #next = 0
  /** Of the last observation: most come one after the other, five to a request. */
  #request: Observation['request'] | undefined
  #entry: LedgerEntry | undefined

  constructor(isProtected: (operation: string) => boolean) {
    this.#isProtected = isProtected
  }

  /** Listens to an application or to a copy of it. */
  attach(observable: Observable): () => void {
    return observable.observe((observation) => this.#record(observation))
  }

  /** Shows each observation of the run's own requests to a second listener; `undefined` ends it. */
  watch(watcher: ObservationListener | undefined): void {
    this.#watcher = watcher
  }

  /** A new id, known from now on. */
  issue(): string {
    const id = String(++this.#next)
    this.#entries.set(id, createEntry())
    return id
  }

  /** The entry of the request with an id, so far. */
  read(id: string): LedgerEntry {
    return this.#entries.get(id) ?? createEntry()
  }

  /** The resources that any request of an operation asked about; `undefined` where its handler never ran. */
  askedOf(operation: string): ReadonlySet<string> | undefined {
    return this.#ran.has(operation) ? (this.#asked.get(operation) ?? NO_NAMES) : undefined
  }

  /** Frees the entry of an id that is not read any more. */
  forget(id: string): void {
    this.#entries.delete(id)
  }

  #record(observation: Observation): void {
    const entry = observation.request === this.#request ? this.#entry : this.#find(observation.request)
    if (entry === undefined) return
    this.#watcher?.(observation)
    const { operation: reached } = observation
    if (reached !== undefined) entry.operation = this.#keyOf(reached)
    if ('authenticator' in observation) noteKind(entry, observation.authenticator)
    switch (observation.type) {
      case 'authenticator.skipped':
        entry.calls.push({
          authenticator: observation.authenticator.name,
          outcome: 'skipped',
          detail: observation.reason,
        })
        return
      case 'authenticator.called':
        this.#called.set(entry, performance.now())
        return
      case 'authenticator.passed':
        entry.passed = true
        entry.calls.push({
          authenticator: observation.authenticator.name,
          outcome: 'passed',
          detail: typeName(observation.value),
          duration: this.#since(entry),
        })
        return
      case 'authenticator.failed':
        entry.threw ||= observation.reason === 'threw'
        entry.calls.push({
          authenticator: observation.authenticator.name,
          outcome: observation.reason,
          duration: this.#since(entry),
        })
        return
      case 'middleware.started':
        entry.middleware.push(this.#runIn(entry))
        return
      case 'resource.passed':
      case 'resource.refused':
      case 'resource.failed':
        entry.resources = [...entry.resources, outcomeOf(observation)]
        this.#noteAsked(entry, observation.resource)
        return
      case 'handler.started':
        this.#ran.add(entry.operation ?? '')
        entry.runs.push({ ...this.#runIn(entry), auth: observation.auth })
        return
      case 'request.ended':
        entry.error = observation.error
        return
      default:
    }
  }

  #noteAsked({ operation = '' }: LedgerEntry, resource: string): void {
    const asked = this.#asked.get(operation) ?? new Set()
    this.#asked.set(operation, asked.add(resource))
  }

  #runIn({ operation = '', passed }: LedgerEntry): Omit<HandlerRun, 'auth'> {
    return { operation, isProtected: this.#isProtected(operation), afterPass: passed }
  }

  #find(request: Observation['request']): LedgerEntry | undefined {
    this.#request = request
    this.#entry = this.#entries.get(headerOf(request, this.field) ?? '')
    return this.#entry
  }

  #keyOf(operation: NonNullable<Observation['operation']>): string {
    const known = this.#keys.get(operation)
    if (known !== undefined) return known
    const key = `${operation.method} ${operation.path}`
    this.#keys.set(operation, key)
    return key
  }

  #since(entry: LedgerEntry): number {
    const called = this.#called.get(entry) ?? performance.now()
    this.#called.delete(entry)
    return performance.now() - called
  }
}

/** Most requests see neither, and each has an entry. */
const NO_NAMES: ReadonlySet<string> = new Set()
const NO_RESOURCES: readonly ResourceOutcome[] = []

function createEntry(): LedgerEntry {
  return {
    operation: undefined,
    runs: [],
    middleware: [],
    calls: [],
    resources: NO_RESOURCES,
    passed: false,
    threw: false,
    sessions: NO_NAMES,
    callables: NO_NAMES,
  }
}

function noteKind(entry: LedgerEntry, { carrier, name }: LeafDescription): void {
  if (carrier.in === 'session') entry.sessions = new Set(entry.sessions).add(name)
  if (carrier.in === 'request') entry.callables = new Set(entry.callables).add(name)
}

type Judged = Extract<Observation, { readonly resource: string }>

function outcomeOf(observation: Judged): ResourceOutcome {
  const { resource: name } = observation
  if (observation.type === 'resource.passed') return { name, outcome: 'loaded' }
  const { reason: outcome, by, source } = observation
  return { name, outcome, by, source }
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}
