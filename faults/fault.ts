import { parseSync } from 'vite'

/** One fault that a developer could make: an edit of one file. */
export interface Fault {
  /** Stable. A mechanical fault's id consists of file, scope, operator and a count. */
  readonly id: string
  /** From the root of the repository, such as `server/auth/basic.ts`. */
  readonly file: string
  /** Number of the promise that the fault breaks, or `mechanical`. */
  readonly promise: string
  /** Name of the function that the fault is in; absent outside of functions, and where it is not known. */
  readonly caller?: string
  /** How the fault comes about, or what it does. */
  readonly story: string
  /** The text of the file with the fault in it. Throws {@link InvalidFault} if the fault does not fit the file. */
  rewrite(source: string): string
}

/** A fault that cannot be tried: it does not fit the source, or its result is not TypeScript. */
export class InvalidFault extends Error {
  override readonly name = 'InvalidFault'
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
