/** The method `write` of a stream, whatever arguments it is given. */
export type Write = (...args: readonly unknown[]) => boolean

/**
 * Replaces the `write` of a stream, such as `process.stdout`.
 *
 * @param wrap gets the `write` that was there, bound to its stream
 * @returns puts back what was there: an own property, or the method of the prototype
 */
export function replaceWrite(stream: NodeJS.WritableStream, wrap: (write: Write) => Write): () => void {
  const own = Object.getOwnPropertyDescriptor(stream, 'write')
  stream.write = wrap(stream.write.bind(stream) as Write)
  return () => {
    if (own) Object.defineProperty(stream, 'write', own)
    else Reflect.deleteProperty(stream, 'write')
  }
}
