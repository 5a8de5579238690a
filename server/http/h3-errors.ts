import { HttpError } from '../base/errors.ts'

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
  // h3 makes up a message where it was given none.
  const detail = message.startsWith('HTTPError') || Number(status) >= 500 ? undefined : message
  const error = new HttpError(Number(status), detail, Object.fromEntries(headers ?? []))
  error.cause = thrown
  return error
}
