import { HttpError, isHttpError } from '../base/errors.ts'

/**
 * An error of h3's utilities as one of ours, so that it is answered, counted by the throttle and reported like any; every
 * other error as it is.
 */
export function toHttpError(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || thrown.name !== 'HTTPError') return thrown
  const { status, message, headers, unhandled } = thrown as Error & {
    readonly status?: unknown
    readonly headers?: Headers
    readonly unhandled?: boolean
  }
  if (unhandled || !Number.isInteger(status) || Number(status) < 400 || Number(status) > 599) return thrown
  const own = findCause(thrown.cause)
  if (own) return own
  // h3 makes up a message where it was given none.
  const detail = message.startsWith('HTTPError') || Number(status) >= 500 ? undefined : message
  const error = new HttpError(Number(status), detail, Object.fromEntries(headers ?? []))
  error.cause = thrown
  return error
}

/** Our own error below those of h3 and of `fetch`: a proxy that reads a body above the limit calls that a bad gateway. */
function findCause(cause: unknown, depth: number = 0): HttpError | undefined {
  if (isHttpError(cause)) return cause
  if (typeof cause !== 'object' || cause === null || depth === DEEPEST) return undefined
  // h3 has its details in between, which are not an error.
  return findCause((cause as { readonly cause?: unknown }).cause, depth + 1)
}

const DEEPEST = 8
