import type { ClosedPath } from '../application.ts'
import { type EffectiveAuth, formatOperation, type Operation } from '../operation.ts'
import { parsePath } from '../path.ts'
import { detailAuth, isOpen, labelAuth } from '../auth-label.ts'

/** The name under which a change of what guards the page and the document is told. */
export const DOCS: string = 'docs'

/** What changed in who may call an operation, or read the docs. */
export interface AuthChange {
  /** `GET /bearer`, or {@link DOCS}. */
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

/** What is known of an operation that is or was there. */
interface Known {
  /** Who may call it, or might when it was last served. */
  readonly access: Access
  readonly state: 'served' | '503' | 'gone'
}

/**
 * Who may call what, from one application to the next. An operation that answered 503 or was gone in between is compared
 * with what it was when it was last served. Keeps words only: an operation would keep its module, and everything in it,
 * alive.
 */
export class AccessHistory {
  readonly #known = new Map<string, Known>()

  /**
   * Every difference between the operations given before and these.
   *
   * @param docs what guards the page and the document, if they are offered
   */
  advance(
    operations: readonly Operation[],
    closed: readonly ClosedPath[],
    docs: EffectiveAuth | undefined,
  ): readonly AuthChange[] {
    const now = new Map(operations.map((operation) => [formatOperation(operation), accessOf(operation.auth)]))
    const shapes = new Set(closed.map(({ path }) => (path === '/**' ? path : parsePath(path, 'bracket').shape)))
    if (docs && !shapes.has('/**')) now.set(DOCS, accessOf(docs))
    const names = [...new Set([...this.#known.keys(), ...now.keys()])].toSorted()
    return names.flatMap((name) => {
      const known = this.#known.get(name)
      const access = now.get(name)
      const next = access ? { access, state: 'served' as const } : known && leave(name, known, shapes)
      if (!next) return []
      this.#known.set(name, next)
      return compare(name, known, next) ?? []
    })
  }
}

/** An operation that is not served. What is gone stays so: whatever closes its path later does not close it. */
function leave(operation: string, { access, state }: Known, shapes: ReadonlySet<string>): Known {
  return { access, state: state !== 'gone' && isClosed(operation, shapes) ? '503' : 'gone' }
}

function compare(operation: string, last: Known | undefined, next: Known): AuthChange | undefined {
  const [was, is] = [last?.access, next.access]
  const isSame = was?.detail === is.detail
  if (isSame && last?.state === next.state) return undefined
  const opened = next.state === 'served' && is.open && was?.open !== true
  const word = !isSame && was?.label === is.label ? 'detail' : 'label'
  const wordOf = ({ access, state }: Known): string => (state === 'served' ? access[word] : state)
  const before = last && (last.state === 'served' || isSame ? wordOf(last) : `${last.state}, was ${last.access[word]}`)
  return { operation, before, after: next.state === 'gone' ? undefined : wordOf(next), opened }
}

/** `GET /bearer  TokenAuth -> public`. */
export function formatAuthChange({ operation, before, after }: Omit<AuthChange, 'opened'>): string {
  if (before === undefined) return `${operation}  new: ${after}`
  return `${operation}  ${before} -> ${after ?? 'gone'}`
}

function accessOf(auth: EffectiveAuth): Access {
  return { label: labelAuth(auth), detail: detailAuth(auth), open: isOpen(auth) }
}

function isClosed(operation: string, shapes: ReadonlySet<string>): boolean {
  if (shapes.has('/**')) return true
  if (operation === DOCS) return false
  return shapes.has(parsePath(operation.slice(operation.indexOf(' ') + 1), 'bracket').shape)
}
