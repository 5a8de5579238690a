import { STATUS_CODES } from 'node:http'

/**
 * Every error of the framework, in three families.
 *
 * - {@link HttpError} and its subclasses become answers on the wire.
 * - {@link LoadError} stops an application, a folder or a file from being served.
 * - Anything else that is thrown while a request runs is a 500.
 */

/** The reason phrase of a status code (RFC 9110 section 15), `Error` for one without a phrase. */
export function reasonOf(status: number): string {
  return STATUS_CODES[status] ?? 'Error'
}

/** Names a class of errors across copies of this module, which users' code and the program may each have one of. */
const ERROR_CLASS: unique symbol = Symbol.for('svc.error-class') as never

/** By a call and not a member: declarations that are written file by file cannot hold a member named by a symbol. */
function brand(errorClass: object, name: string): void {
  Object.defineProperty(errorClass, ERROR_CLASS, { value: name })
}

/** The name under which copies of this module know one of our classes; `undefined` for any other class. */
export function brandOf(errorClass: unknown): string | undefined {
  if (typeof errorClass !== 'function' || !Object.hasOwn(errorClass, ERROR_CLASS)) return undefined
  return (errorClass as unknown as { readonly [ERROR_CLASS]: string })[ERROR_CLASS]
}

/**
 * An answer with a status and a `detail`. Thrown anywhere in an authenticator or a handler, it becomes
 * `{"detail": …}` with that status, unless a handler is registered for it or for one of its superclasses.
 *
 * @throws RangeError for a status that is not an error: 400 to 599.
 * @example
 * throw new HttpError(409, 'Already there')
 */
export class HttpError extends Error {
  static {
    brand(this, 'HttpError')
  }
  override readonly name: string = 'HttpError'
  /** The status of the answer, 400 to 599. */
  readonly status: number
  /** The member `detail` of the body; never a credential or an input. */
  readonly detail: unknown
  /** Header fields of the answer. */
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, detail?: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail ?? reasonOf(status))
    if (!Number.isInteger(status) || status < 400 || status > 599) {
      throw new RangeError(`HttpError(status): status must be a whole number from 400 to 599; got ${String(status)}`)
    }
    this.status = status
    this.detail = this.message
    this.headers = headers
  }
}

/** Whether something thrown is an {@link HttpError}, in whichever copy of the package. */
export function isHttpError(thrown: unknown): thrown is HttpError {
  return thrown instanceof Error && ERROR_CLASS in thrown.constructor
}

/**
 * The request is not authenticated: 401 with a challenge for each scheme of the operation (RFC 9110 section 15.5.2).
 * A handler registered for this class also shapes the default 401.
 */
export class AuthenticationError extends HttpError {
  static {
    brand(this, 'AuthenticationError')
  }
  override readonly name: string = 'AuthenticationError'

  constructor(detail?: string) {
    super(401, detail)
  }
}

/** The request is authenticated and not allowed: 403. */
export class AuthorizationError extends HttpError {
  static {
    brand(this, 'AuthorizationError')
  }
  override readonly name: string = 'AuthorizationError'

  constructor(detail?: string) {
    super(403, detail)
  }
}

/** One fault of an input. It says where and what kind, never what was sent. */
export interface ValidationIssue {
  /** A stable word for the kind of fault: `missing`, `number`, `too_short`, `invalid` … (`FaultType` has them all). */
  readonly type: string
  /** Where: `body`, `form`, `query`, `path`, `header` or `cookie`, then the path inside it. */
  readonly loc: readonly (string | number)[]
  /** A sentence for people, chosen by `type`. */
  readonly msg: string
}

/** Inputs that do not fit their schemas: 422, with one entry per fault in `detail`. */
export class ValidationError extends HttpError {
  static {
    brand(this, 'ValidationError')
  }
  override readonly name: string = 'ValidationError'
  override readonly detail: readonly ValidationIssue[]

  constructor(issues: readonly ValidationIssue[]) {
    super(422)
    this.detail = issues
  }
}

/** A place in a source file. */
export interface SourcePosition {
  /** Path of the file, absolute or relative to the working directory. */
  readonly file: string
  /** Line, counted from 1. */
  readonly line: number
}

/** `routes/pets.ts:4`, relative to the working directory where the file is below it. */
export function formatPosition(position: SourcePosition): string {
  return `${formatFile(position.file)}:${position.line}`
}

/** `routes/pets.ts`, relative to the working directory where the file is below it. */
export function formatFile(file: string): string {
  const root = `${process.cwd().replaceAll('\\', '/')}/`
  const path = file.replaceAll('\\', '/')
  return path.startsWith(root) ? path.slice(root.length) : path
}

/**
 * A declaration that must not be served. The message says what is wrong and how to mend it; the position says where.
 *
 * @example
 * routes/pets.ts:4  auth must be an authenticator, a list of them, or null; got "bearer". Import one from "svc/security".
 */
export class LoadError extends Error {
  override readonly name = 'LoadError'
  /** A stable code, listed in `docs/reference/errors.md`. */
  readonly code: `SVC_${string}`
  readonly position: SourcePosition | undefined
  /** The message without its position. */
  readonly problem: string

  constructor(code: `SVC_${string}`, problem: string, position?: SourcePosition, options?: ErrorOptions) {
    super(position ? `${formatPosition(position)}  ${problem}` : problem, options)
    this.code = code
    this.problem = problem
    this.position = position
  }
}

/** Whether something thrown is a {@link LoadError}, of this or another copy of this module. */
export function isLoadError(error: unknown): error is LoadError {
  return (
    error instanceof Error && error.name === 'LoadError' && 'code' in error && String(error.code).startsWith('SVC_')
  )
}
