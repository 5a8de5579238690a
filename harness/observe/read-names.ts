import type { AuthRequest, Observation, SourcePosition } from 'svc'
import { applicationCallerOf } from '../../server/internal.ts'
import type { Ledger } from './ledger.ts'

/** A name of the client's that the application asked for. */
export interface ReadName {
  readonly in: 'header' | 'query' | 'cookie' | 'body'
  /** A header field in lower case. */
  readonly name: string
  /** The code that asked, the application's own. */
  readonly source: SourcePosition
  /** The operation that had been reached: `GET /pets`. */
  readonly operation: string
}

/**
 * Notes the names by which the application reads parts of requests, its packages and what it mounts included. Reads of
 * svc itself do not count, nor objects that are spread or listed. One at a time: the patched prototypes belong to the process.
 *
 * @param send sends requests of the run, one after the other
 */
export async function watchNames(ledger: Ledger, send: () => Promise<void>): Promise<readonly ReadName[]> {
  const watch = new Watch()
  ledger.watch((observation) => watch.see(observation))
  try {
    await send()
  } finally {
    ledger.watch(undefined)
    watch.end()
  }
  return watch.found
}

class Watch {
  readonly #found = new Map<string, ReadName>()
  readonly #seen = new WeakSet<object>()
  readonly #undo: (() => void)[] = []
  readonly #patched = new WeakSet<object>()
  #operation = ''

  constructor() {
    this.#patch(URLSearchParams.prototype, 'query', ['get', 'getAll', 'has'])
    this.#patch(Headers.prototype, 'header', ['get', 'has'])
    this.#patchJson(Request.prototype)
  }

  get found(): readonly ReadName[] {
    return [...this.#found.values()]
  }

  /** Before a hook or a handler gets the request, what it reads by name is replaced by something that notes it. */
  see({ request, operation }: Observation): void {
    if (operation !== undefined) this.#operation = `${operation.method} ${operation.path}`
    if (this.#seen.has(request)) return
    this.#seen.add(request)
    this.#patch(Object.getPrototypeOf(request.headers) as object, 'header', ['get', 'has'])
    this.#watchMember(request, 'query', 'query')
    this.#watchMember(request, 'cookies', 'cookie')
    const json = request.json.bind(request)
    Object.defineProperty(request, 'json', { value: async () => this.#members(await json(), 'body') })
  }

  end(): void {
    for (const undo of this.#undo) undo()
  }

  #note(place: ReadName['in'], name: unknown, callee: CallableFunction): void {
    if (typeof name !== 'string') return
    const source = applicationCallerOf(callee)
    if (source === undefined) return
    const read = { in: place, name: place === 'header' ? name.toLowerCase() : name, source, operation: this.#operation }
    this.#found.set(JSON.stringify([place, read.name, source.file, source.line, read.operation]), read)
  }

  /** Validated values take the place of raw ones, and their names are declared. */
  #watchMember(request: AuthRequest, member: 'query' | 'cookies', place: ReadName['in']): void {
    let value: object | undefined
    Object.defineProperty(request, member, {
      get: () => (value ??= this.#members(Reflect.get(prototypeOf(request), member, request), place) as object),
      set: (validated: object) => {
        value = validated
      },
      configurable: true,
    })
  }

  /** The members of an object, each of which is noted when it is asked for. */
  #members(value: unknown, place: ReadName['in']): unknown {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const note = (name: unknown, callee: CallableFunction): void => this.#note(place, name, callee)
    return new Proxy(value, {
      get: function get(target, name): unknown {
        note(name, get)
        return Reflect.get(target, name)
      },
      has: function has(target, name): boolean {
        note(name, has)
        return Reflect.has(target, name)
      },
    })
  }

  #patch(prototype: object, place: ReadName['in'], methods: readonly string[]): void {
    if (this.#patched.has(prototype)) return
    this.#patched.add(prototype)
    const note = (name: unknown, callee: CallableFunction): void => this.#note(place, name, callee)
    for (const method of methods) {
      const own = Object.getOwnPropertyDescriptor(prototype, method)
      const value: unknown = own?.value
      if (own === undefined || typeof value !== 'function') continue
      const watched = function watched(this: unknown, ...given: unknown[]): unknown {
        note(given[0], watched)
        return Reflect.apply(value, this, given)
      }
      Object.defineProperty(prototype, method, { ...own, value: watched })
      this.#undo.push(() => Object.defineProperty(prototype, method, own))
    }
  }

  /** Of what is mounted, which gets a request of the platform. */
  #patchJson(prototype: object): void {
    const own = Object.getOwnPropertyDescriptor(prototype, 'json')
    const json: unknown = own?.value
    if (own === undefined || typeof json !== 'function') return
    const read = (request: unknown): Promise<unknown> => Reflect.apply(json, request, []) as Promise<unknown>
    const members = (value: unknown): unknown => this.#members(value, 'body')
    Object.defineProperty(prototype, 'json', {
      ...own,
      value: async function watched(this: unknown) {
        return members(await read(this))
      },
    })
    this.#undo.push(() => Object.defineProperty(prototype, 'json', own))
  }
}

const prototypeOf = (request: AuthRequest): object => Object.getPrototypeOf(request) as object
