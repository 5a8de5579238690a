import { statSync } from 'node:fs'
import { HarnessError } from '../model/failure.ts'
import { CRACK_SECONDS } from '../model/timeout.ts'
import type { Crack } from '../tokens/find-secret.ts'

/** The options of the command line. */
interface CrackOptions {
  readonly crack?: string
  readonly crackSeconds?: number
}

/**
 * The words of `--crack`.
 *
 * @throws HarnessError for a name that is not of a file
 */
export function crackOf(
  { crack: file, crackSeconds: seconds = CRACK_SECONDS }: CrackOptions,
  write: (text: string) => void,
): Crack | undefined {
  if (file === undefined) return undefined
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new HarnessError('SVC_CRACK', `--crack ${file} is not a file; name one with words, one a line`)
  const progress: Crack['progress'] = (tried, after) =>
    write(`--crack: ${tried.toLocaleString('en')} candidates in ${after.toFixed(0)} of ${seconds} s\n`)
  return { file, seconds, progress }
}
