import { admitsAnonymous } from '../model/description.ts'
import type { ClosedPath } from '../answering/application.ts'
import { type EffectiveAuth, formatOperation, type Operation } from '../model/operation.ts'
import { parsePath } from '../grammar/path.ts'
import { detailAccess, labelAccess } from '../listing/auth-label.ts'

/** The name under which a change of the auth of the page and the document is reported. */
export const DOCS: string = 'docs'

/** The name under which a change of `csrf` of the API is reported. */
export const CSRF: string = 'csrf'

/** A change of who may call an operation, or read the docs. */
export interface AuthChange {
  /** `GET /bearer`, or {@link DOCS} or {@link CSRF}. */
  readonly operation: string
  /** `undefined`: it was not there. */
  readonly before: string | undefined
  /** `undefined`: it is not there any more. */
  readonly after: string | undefined
  /**
   * Whether a request without a credential now passes where none passed when it was last served, or what was never
   * served; or whether the proof that a request comes from no other site is no longer asked for.
   */
  readonly opened: boolean
}

interface Access {
  readonly label: string
  readonly detail: string
  readonly open: boolean
}

/** The last known state of an operation that is or was there. */
interface Known {
  /** The callers it admits, or admitted when it was last served. */
  readonly access: Access
  readonly state: 'served' | '503' | 'gone'
}

/**
 * The callers that each operation admits, from one application to the next. An operation that answered 503 or was gone in between is compared
 * with what it was when it was last served. Keeps words only: an operation would keep its module, and everything in it,
 * alive.
 */
export class AccessHistory {
  readonly #known = new Map<string, Known>()

  /**
   * Every difference between the operations given before and these.
   *
   * @param docs what guards the page and the document, if they are offered
   * @param csrf whether the API demands a same-origin proof
   */
  advance(
    operations: readonly Operation[],
    closed: readonly ClosedPath[],
    docs: EffectiveAuth | undefined,
    csrf: boolean = false,
  ): readonly AuthChange[] {
    const now = new Map(
      operations.map((operation) => [formatOperation(operation), accessOf(operation, operation.options.csrf)]),
    )
    const shapes = new Set(closed.map(({ path }) => (path === '/**' ? path : parsePath(path, 'bracket').shape)))
    if (docs && !shapes.has('/**')) now.set(DOCS, accessOf({ auth: docs }))
    if (!shapes.has('/**')) now.set(CSRF, { label: String(csrf), detail: String(csrf), open: !csrf })
    const names = [...new Set([...this.#known.keys(), ...now.keys()])].toSorted()
    return names.flatMap((name) => {
      const known = this.#known.get(name)
      const access = now.get(name)
      const next = access ? { access, state: 'served' as const } : known && leave(name, known, shapes)
      if (!next) return []
      this.#known.set(name, next)
      // An entry that was never there before is the project itself.
      if (name === CSRF && (!known || next.state !== 'served' || next.access.detail === known.access.detail)) return []
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

/** @param csrf what the operation itself says */
function accessOf(operation: Pick<Operation, 'auth' | 'resources'>, csrf?: boolean): Access {
  const suffix = csrf === undefined ? '' : `, csrf: ${csrf}`
  const open = admitsAnonymous(operation.auth.description)
  return { label: labelAccess(operation), detail: detailAccess(operation) + suffix, open }
}

function isClosed(operation: string, shapes: ReadonlySet<string>): boolean {
  if (shapes.has('/**')) return true
  if (operation === DOCS || operation === CSRF) return false
  return shapes.has(parsePath(operation.slice(operation.indexOf(' ') + 1), 'bracket').shape)
}
