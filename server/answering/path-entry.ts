import type { HttpError } from '../base/errors.ts'
import { type CompileContext, compileOperation, type CompiledOperation } from './steps.ts'
import type { Method, Operation } from '../model/operation.ts'

/** The operations of one path. */
export interface PathEntry {
  /** In order of declaration. Seldom more than two, and then a list costs less than a map. */
  readonly methods: MethodEntry[]
  /** Made with the first request of another method. */
  notAllowed?: HttpError
  closed: boolean
  /** Whether it belongs to the reference page, which is shared with no other origin. */
  isInternal: boolean
}

/** The operation of a method. */
export class MethodEntry {
  readonly operation: Operation
  /** Names of its parameters, in order. */
  readonly params: readonly string[]
  readonly #context: CompileContext
  #compiled: CompiledOperation | undefined

  constructor(operation: Operation, params: readonly string[], context: CompileContext) {
    this.operation = operation
    this.params = params
    this.#context = context
  }

  /** @throws {@link LoadError} the first time, unless the operation was checked. */
  get compiled(): CompiledOperation {
    return (this.#compiled ??= compileOperation(this.operation, this.#context))
  }
}

/** A path without operations. */
export function createEntry(): PathEntry {
  return { methods: [], closed: false, isInternal: false }
}

/** The operation of a method; `HEAD` has none of its own unless it is declared. */
export function findEntry(methods: readonly MethodEntry[], method: Method): MethodEntry | undefined {
  // By index: an iterator is two objects for each request.
  for (let index = 0; index < methods.length; index++) {
    const entry = methods[index]
    if (entry?.operation.method === method) return entry
  }
  return undefined
}

/** The declared methods, HEAD where there is GET, and OPTIONS (semantics 11). */
export function allowOf(methods: readonly MethodEntry[]): string {
  const names = new Set<string>(methods.map(({ operation }) => operation.method))
  if (names.has('GET')) names.add('HEAD')
  names.add('OPTIONS')
  return [...names].join(', ')
}
