import { formatPosition, type SourcePosition } from '../base/errors.ts'
import { toHttpError } from '../http/h3-errors.ts'
import type { FindListener, Run, Step } from './step.ts'
import type { Operation } from '../model/operation.ts'
import type { Next } from '../declaring/middleware.ts'

/**
 * One step that runs the chain of an operation around other steps.
 *
 * @param inner reads the inputs and calls the handler
 */
export function surround(operation: Operation, inner: Step, listener: FindListener): Step {
  const { middleware } = operation
  const enter = async (run: Run, index: number): Promise<unknown> => {
    const link = middleware[index]
    if (!link) {
      await inner(run)
      return run.returned
    }
    const passage = new Passage(() => enter(run, index + 1), link.source)
    const facts = { request: run.request, operation, middleware: link }
    listener()?.({ type: 'middleware.started', ...facts })
    try {
      const answer = await passage.answerOf(await link.run(run.request as never, passage.next))
      listener()?.({ type: 'middleware.ended', ...facts })
      return answer
    } catch (thrown) {
      const error = toHttpError(thrown)
      listener()?.({ type: 'middleware.ended', ...facts, error })
      throw error
    } finally {
      passage.close()
    }
  }
  return async (run) => {
    run.returned = await enter(run, 0)
  }
}

/** Lets the inner part run for one request: once, and only while the middleware itself runs. */
class Passage {
  readonly #enter: () => Promise<unknown>
  #inner: Promise<unknown> | undefined
  #isClosed = false
  #fault: TypeError | undefined
  readonly #where: string

  constructor(enter: () => Promise<unknown>, source: SourcePosition | undefined) {
    this.#enter = enter
    this.#where = source ? `${formatPosition(source)}  ` : ''
  }

  readonly next: Next = () => {
    if (this.#isClosed)
      return handled(
        Promise.reject(new TypeError(`${this.#where}next() was called after its middleware ended. Await it.`)),
      )
    if (this.#inner) {
      this.#fault = new TypeError(
        `${this.#where}a middleware called next() twice. Call it once, and return what it gives.`,
      )
      return handled(Promise.reject(this.#fault))
    }
    return (this.#inner = handled(this.#enter()))
  }

  async answerOf(returned: unknown): Promise<unknown> {
    if (this.#fault) throw this.#fault
    if (returned !== undefined) return returned
    if (this.#inner) return this.#inner
    throw new TypeError(
      `${this.#where}a middleware returned nothing and did not call next(). Write return next(), or return an answer.`,
    )
  }

  close(): void {
    this.#isClosed = true
  }
}

/** A middleware need not wait for what it surrounds, and an error that is not awaited would end the process. */
function handled(promise: Promise<unknown>): Promise<unknown> {
  promise.catch(() => undefined)
  return promise
}
