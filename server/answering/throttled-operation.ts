import type { Verifier } from '../auth/run-authenticators.ts'
import type { CredentialReader } from '../auth/throttled-credential.ts'
import { HttpError, isHttpError } from '../base/errors.ts'
import { isSafeMethod } from '../http/csrf.ts'
import type { RequestContext } from '../http/request.ts'
import type { Admission, Outcome, Throttle } from '../http/throttle.ts'
import type { FindListener, Run, Step } from './step.ts'
import type { Operation } from '../model/operation.ts'

/** An operation whose failed authentications are counted (promise 20). */
export class ThrottledOperation {
  readonly #operation: Operation
  readonly #throttle: Throttle
  readonly #readCredential: CredentialReader
  readonly #logins: LoginWatch
  readonly #listener: FindListener

  constructor(operation: Operation, throttle: Throttle, readCredential: CredentialReader, listener: FindListener) {
    this.#listener = listener
    this.#operation = operation
    this.#throttle = throttle
    this.#readCredential = readCredential
    this.#logins = new LoginWatch(operation)
  }

  /** Turns away a client that failed too often, before any hook runs, and counts what the hooks refuse. */
  verifier(verify: Verifier): Verifier {
    return async (request, operation) => {
      const credential = this.#readCredential(request)
      if (credential === undefined) return verify(request, operation)
      const admission = await this.#enter(request, credential)
      let outcome: Outcome = 'unjudged'
      try {
        const verdict = await verify(request, operation)
        if (!verdict.passed) outcome = request.wasRefused ? 'failed' : 'unjudged'
        // With the body the hook looked at more than the credential that would be remembered.
        else if (!request.hasReadBody) outcome = 'passed'
        return verdict
      } catch (error) {
        const isOurs = isHttpError(error) && error.status >= 500
        if (request.wasRefused && !isOurs) outcome = 'failed'
        throw error
      } finally {
        await admission.end(outcome)
      }
    }
  }

  /** Counts what the handler refuses with 401. Where that is a login, guesses at the same time gain nothing. */
  handler(handle: Step): Step {
    return (run) => {
      const credential = this.#readCredential(run.request)
      if (credential === undefined && this.#logins.mayBeLogin) return this.#handleLogin(handle, run)
      const count = async (error: unknown): Promise<never> => {
        if (isRefusal(error)) {
          this.#logins.refused()
          await this.#throttle.countFailure(this.#keyOf(run.request), credential)
        }
        throw error
      }
      try {
        return handle(run)?.catch(count)
      } catch (error) {
        return count(error)
      }
    }
  }

  async #handleLogin(handle: Step, run: Run): Promise<void> {
    const admission = await this.#enter(run.request)
    let outcome: Outcome = 'unjudged'
    try {
      await handle(run)
      this.#logins.answered()
    } catch (error) {
      if (isRefusal(error)) {
        outcome = 'failed'
        this.#logins.refused()
      }
      throw error
    } finally {
      await admission.end(outcome)
    }
  }

  async #enter(request: RequestContext, credential?: string): Promise<Admission> {
    const admission = await this.#throttle.enter(this.#keyOf(request), credential)
    const { wait } = admission
    if (wait === 0) return admission
    this.#listener()?.({ type: 'throttle.refused', request, operation: this.#operation, wait })
    throw new HttpError(429, undefined, { 'retry-after': String(wait) })
  }

  #keyOf(request: RequestContext): string {
    return this.#throttle.keyOf(request.clientAddress, this.#operation.id)
  }
}

/**
 * Which operations are logins only their handlers know: they throw an `AuthenticationError`. An unsafe operation is
 * taken for one until it has answered often without; any other one from its first.
 */
class LoginWatch {
  #answers: number
  #hasRefused = false

  constructor({ method }: Operation) {
    this.#answers = isSafeMethod(method) ? ANSWERS_OF_NO_LOGIN : 0
  }

  get mayBeLogin(): boolean {
    return this.#hasRefused || this.#answers < ANSWERS_OF_NO_LOGIN
  }

  answered(): void {
    this.#answers++
  }

  refused(): void {
    this.#hasRefused = true
  }
}

const ANSWERS_OF_NO_LOGIN = 100

/** `AuthenticationError`, its subclasses, and those of another copy of the package. */
function isRefusal(error: unknown): boolean {
  return isHttpError(error) && error.status === 401
}
