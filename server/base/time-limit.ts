import { HttpError } from './errors.ts'

/** Code of the application took longer than `authTimeout`: 503, and what it gives later is ignored. */
export class AuthTimeout extends HttpError {
  override readonly name = 'AuthTimeout'
  constructor() {
    super(503)
  }
}

/** The result of what an authenticator, a guard or a resource returned; {@link AuthTimeout} after so many milliseconds. */
export function within<T>(thenable: PromiseLike<T>, timeout: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new AuthTimeout()), timeout)
    Promise.resolve(thenable)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}
