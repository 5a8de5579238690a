import { brandOf, HttpError, isHttpError } from '../base/errors.ts'
import type { RequestContext } from '../http/request.ts'
import { Answer, type Outcome } from '../http/answer.ts'
import { type HeaderPairs, headerPairs, isResponse, serializeJson } from '../http/response.ts'

/** Answers an exception of a class that it is registered for. */
export type ExceptionHandler = (request: RequestContext, exception: never) => unknown

/** A class of exceptions. */
export type ExceptionClass = abstract new (...args: never[]) => unknown

/** Exception handlers by class (semantics 4). */
export class ExceptionHandlers {
  readonly #handlers = new Map<unknown, ExceptionHandler>()

  /** Registers a handler; the last one registered for a class holds. */
  register(exceptionClass: ExceptionClass, handler: ExceptionHandler): void {
    this.#handlers.set(keyOf(exceptionClass), handler)
  }

  /**
   * The handler of the nearest class in the prototype chain. An {@link HttpError} is an answer and not an accident:
   * a handler for `Error` does not take it over.
   */
  find(exception: unknown): ExceptionHandler | undefined {
    if (this.#handlers.size === 0 || typeof exception !== 'object' || exception === null) return undefined
    const isAnswer = isHttpError(exception)
    for (let prototype = Object.getPrototypeOf(exception); prototype; prototype = Object.getPrototypeOf(prototype)) {
      const key = keyOf(prototype.constructor)
      const handler = this.#handlers.get(key)
      if (handler) return handler
      if (isAnswer && key === HTTP_ERROR) return undefined
    }
    return undefined
  }
}

const HTTP_ERROR = brandOf(HttpError)

/** Our own classes go by their names, since there may be several copies of each; any other by itself. */
function keyOf(exceptionClass: unknown): unknown {
  return brandOf(exceptionClass) ?? exceptionClass
}

/**
 * The default answer to whatever was thrown: `{"detail": …}`, without a word of the request or of a stack.
 *
 * @param challenges values of `WWW-Authenticate`, for a 401
 */
export function defaultAnswer(thrown: unknown, challenges: readonly string[]): Answer {
  return shared.get(thrown as HttpError) ?? createAnswer(thrown, challenges)
}

function createAnswer(thrown: unknown, challenges: readonly string[]): Answer {
  const error = isHttpError(thrown) && isAnswerable(thrown) ? thrown : INTERNAL
  const fields = ['content-type', 'application/json', ...errorFields(error.status, challenges).flat()]
  for (const [name, value] of Object.entries(error.headers)) fields.push(name.toLowerCase(), value)
  return new Answer(error.status, fields, serializeJson({ detail: error.detail }))
}

/** Errors of our own that are the same for every request, and their answers. */
const shared = new WeakMap<HttpError, Answer>()

/**
 * An error that any number of requests throw. Most of the time of an error goes into its stack, which no answer has.
 *
 * @param status not 401, whose answer depends on the operation
 */
export function sharedError(status: number, headers: Readonly<Record<string, string>> = {}): HttpError {
  const error = Object.freeze(new HttpError(status, undefined, Object.freeze(headers)))
  shared.set(error, createAnswer(error, []))
  return error
}

/** Whether an error can be sent: what cannot would be an exception in the place where exceptions are answered. */
function isAnswerable({ status, headers }: HttpError): boolean {
  if (!Number.isInteger(status) || status < 400 || status > 599) return false
  try {
    // Most errors bring no fields; a 401 must not pay for a look at them.
    if (Object.keys(headers).length > 0) headerPairs({ ...headers })
    return true
  } catch {
    return false
  }
}

/** Calls a registered handler. What it throws itself is answered by default, so that nothing can loop. */
export async function callExceptionHandler(
  handler: ExceptionHandler,
  request: RequestContext,
  thrown: unknown,
): Promise<Outcome> {
  try {
    const response = await handler(request, thrown as never)
    if (isResponse(response) && response.status >= 200) return response
    throw new TypeError('an exception handler must return a Response')
  } catch (error) {
    return defaultAnswer(error, request.challenges)
  }
}

/** The header fields of every error answer; a 401 has one header line for each challenge too (RFC 9110 section 15.5.2). */
export function errorFields(status: number, challenges: readonly string[]): HeaderPairs {
  const fields: HeaderPairs = [
    ['cache-control', 'no-store'],
    ['x-content-type-options', 'nosniff'],
  ]
  if (status === 401) for (const challenge of challenges) fields.push(['www-authenticate', challenge])
  return fields
}

const INTERNAL = Object.freeze(new HttpError(500))
