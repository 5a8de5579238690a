import { readFileSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** How long a file may stay empty before that is taken for what its author wants, in milliseconds. */
const SETTLE = 60

/**
 * The text of a file, not caught in the middle of being saved: most editors empty a file before they write it.
 *
 * @throws what `readFileSync` throws.
 */
export async function readSettled(file: string, patience: number = SETTLE): Promise<string> {
  // Synchronously: a thousand small files are read five times as fast.
  const { size } = statSync(file)
  const bytes = readFileSync(file)
  const isWhole = bytes.length > 0 && bytes.length === size
  if (isWhole || patience <= 0) return bytes.toString('utf8')
  await delay(10)
  return readSettled(file, patience - 10)
}
