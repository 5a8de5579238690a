import { HttpError } from 'svc'
import { normalize } from './users.ts'

const MOST = 10
const WINDOW = 5 * 60_000

/** Wrong guesses by account. */
const guesses = new Map<string, { count: number; since: number }>()

/** As express-rate-limit did, but for each account. */
export function assertMayGuess(email: string): void {
  const found = guesses.get(keyOf(email))
  if (found !== undefined && found.count >= MOST && Date.now() - found.since < WINDOW) {
    throw new HttpError(429, 'Too many wrong passwords')
  }
}

export function noteGuess(email: string, isRight: boolean): void {
  const key = keyOf(email)
  const found = guesses.get(key)
  if (isRight) guesses.delete(key)
  else if (found === undefined || Date.now() - found.since >= WINDOW) guesses.set(key, { count: 1, since: Date.now() })
  else found.count += 1
}

function keyOf(email: string): string {
  return normalize(email)
}
