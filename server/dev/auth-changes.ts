import type { ClosedPath } from '../application.ts'
import { formatOperation, type Operation } from '../operation.ts'
import { parsePath } from '../path.ts'
import { detailAuth, isOpen, labelAuth } from './route-table.ts'

/** What changed in who may call an operation. */
export interface AuthChange {
  /** `GET /bearer`. */
  readonly operation: string
  /** `undefined`: it was not there. */
  readonly before: string | undefined
  /** `undefined`: it is not there any more. */
  readonly after: string | undefined
  /** Whether anybody may now call what was never served, or was protected when it last was. */
  readonly opened: boolean
}

interface Access {
  readonly label: string
  readonly detail: string
  readonly open: boolean
}

/**
 * Who may call what, from one application to the next. An operation that answered 503 in between is compared with what
 * it was when it was last served. Keeps words only: an operation would keep its module, and everything in it, alive.
 */
export class AccessHistory {
  readonly #lastServed = new Map<string, Access>()
  #served = new Set<string>()

  /** Every difference between the operations given before and these. */
  advance(operations: readonly Operation[], closed: readonly ClosedPath[]): readonly AuthChange[] {
    const now = new Map(operations.map((operation) => [formatOperation(operation), accessOf(operation)]))
    const shapes = new Set(closed.map(({ path }) => (path === '/**' ? path : parsePath(path, 'bracket').shape)))
    const changes = [...new Set([...this.#served, ...now.keys()])].toSorted().flatMap((name) => {
      return this.#compare(name, now.get(name), isClosed(name, shapes)) ?? []
    })
    for (const [name, access] of now) this.#lastServed.set(name, access)
    this.#served = new Set(now.keys())
    return changes
  }

  #compare(operation: string, is: Access | undefined, closed: boolean): AuthChange | undefined {
    const last = this.#lastServed.get(operation)
    const wasServed = this.#served.has(operation)
    if (wasServed && is?.detail === last?.detail) return undefined
    const opened = is?.open === true && last?.open !== true
    const isBack = last?.detail === is?.detail
    const word = !isBack && last?.label === is?.label ? 'detail' : 'label'
    const was = last?.[word]
    const before = wasServed || was === undefined ? was : isBack ? '503' : `503, was ${was}`
    return { operation, before, after: is?.[word] ?? (closed ? '503' : undefined), opened }
  }
}

/** `GET /bearer  TokenAuth -> public`. */
export function formatAuthChange({ operation, before, after }: AuthChange): string {
  if (before === undefined) return `${operation}  new: ${after}`
  return `${operation}  ${before} -> ${after ?? 'gone'}`
}

function accessOf({ auth }: Operation): Access {
  return { label: labelAuth(auth), detail: detailAuth(auth), open: isOpen(auth) }
}

function isClosed(operation: string, shapes: ReadonlySet<string>): boolean {
  if (shapes.has('/**')) return true
  return shapes.has(parsePath(operation.slice(operation.indexOf(' ') + 1), 'bracket').shape)
}
