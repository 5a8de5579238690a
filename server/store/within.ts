/** Rejects if a promise takes longer than some milliseconds. What becomes of it later is ignored. */
export function within<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // An answer that has arrived while this process was busy is read before the verdict.
      setImmediate(() => setImmediate(() => reject(new Error(`no answer within ${milliseconds} ms`))))
    }, milliseconds)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
