import { parseSync } from 'vite'

/** One fault that somebody could make: an edit of one file of `server/`. */
export interface Fault {
  /** Stable: what {@link file} is called without its ending, and a few words; mechanical ones add scope and operator. */
  readonly id: string
  /** From the root of the checkout, such as `server/auth/basic.ts`. */
  readonly file: string
  /** What is promised and would no longer hold. */
  readonly promise: string
  /** How it comes about, or what it does. */
  readonly story: string
  /** The text of the file with the fault in it. Throws {@link InvalidFault} where it does not fit the file. */
  rewrite(source: string): string
}

/** A fault that cannot be tried: it does not fit the source any more, or its result is no TypeScript. */
export class InvalidFault extends Error {
  override readonly name = 'InvalidFault'
}

/** A fault made by hand. */
export interface SeededFault {
  readonly id: string
  readonly file: string
  /** Exact text that the file holds once. */
  readonly find: string
  readonly replace: string
  /** Number of the promise, or section of the contract. */
  readonly promise: string
  readonly story: string
}

/** A hand-made fault, ready to be tried. */
export function fromSeed({ id, file, find, replace, promise, story }: SeededFault): Fault {
  const rewrite = (source: string): string => {
    const at = source.indexOf(find)
    if (at < 0) throw new InvalidFault(`${file} does not hold ${JSON.stringify(find)} any more`)
    if (source.includes(find, at + 1)) throw new InvalidFault(`${file} holds ${JSON.stringify(find)} more than once`)
    return source.slice(0, at) + replace + source.slice(at + find.length)
  }
  return { id, file, promise, story, rewrite }
}

/**
 * The faulty text of a file, checked to be TypeScript.
 *
 * @throws {@link InvalidFault} for a fault that does not fit, changes nothing or does not parse.
 */
export function applyFault(fault: Fault, source: string): string {
  const faulty = fault.rewrite(source)
  if (faulty === source) throw new InvalidFault('it changes nothing')
  const [error] = parseSync(fault.file, faulty).errors
  if (error) throw new InvalidFault(`it does not parse: ${error.message}`)
  return faulty
}
