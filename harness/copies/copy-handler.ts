import type { AuthRequest } from 'svc'

/** The answer of every operation of a copy. */
export const COPY_ANSWER = 'svc test-auth: the handler of the copy'

/** The beginning of the messages of unexpected errors in a copy. */
export const THROWN = 'svc test-auth: thrown'

/** The handler of every operation of a copy: reads what an authenticator may have read before, and answers later. */
export function answerInCopy(request: AuthRequest): PromiseLike<string> {
  const read = request.method === 'GET' || request.method === 'HEAD' ? '' : request.text()
  return createThenable(Promise.resolve(read).then(() => COPY_ANSWER))
}

/** A thenable that is not a promise, as many query builders have it: it only has a `then`. */
export function createThenable<T>(value: T | Promise<T>): PromiseLike<T> {
  const promise = Promise.resolve(value)
  // oxlint-disable-next-line unicorn/no-thenable -- that it is one is the point
  return { then: promise.then.bind(promise) }
}
