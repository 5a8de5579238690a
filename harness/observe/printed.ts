import type { Secret } from '../model/fixtures.ts'
import { replaceWrite } from './replace-write.ts'

/** Shorter secrets occur in other words. */
const SHORTEST = 8

/** The output of the application under test that contains a credential. */
export interface Printed {
  /** Credentials that were printed so far, each once. */
  secrets(): readonly Secret[]
  /** Hands the streams back. */
  end(): void
}

/**
 * Looks through all that this process writes to stdout and stderr. The harness itself prints no credential: what holds
 * one is the application's, or a library's that it uses.
 */
export function watchPrinted(secrets: readonly Secret[]): Printed {
  const known = secrets.filter(({ value }) => value.length >= SHORTEST)
  const found = new Set<Secret>()
  const note = (text: string): void => {
    for (const secret of known) if (text.includes(secret.value)) found.add(secret)
  }
  const ends = [process.stdout, process.stderr].map((stream) =>
    replaceWrite(stream, (write) => (chunk, ...rest) => {
      note(typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString('utf8'))
      return write(chunk, ...rest)
    }),
  )
  return {
    secrets: () => [...found],
    end: () => {
      for (const end of ends) end()
    },
  }
}
