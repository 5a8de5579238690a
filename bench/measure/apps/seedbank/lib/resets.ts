import { createHmac } from 'node:crypto'
import { AuthenticationError } from 'svc'
import { constantTimeEqual } from 'svc/security'
import { hashOf, setPassword } from './people.ts'

const SECRET = process.env['RESET_SECRET'] ?? 'seedbank-resets-9b1f7c20e5d84a63'

/** Letters that would be sent. */
export const letters: { readonly to: string; readonly token: string }[] = []

// The hash of today's password is signed: after a reset the token is worth nothing.
const sign = (name: string, until: string): string =>
  createHmac('sha256', SECRET)
    .update(JSON.stringify([name, until, hashOf(name)]))
    .digest('hex')

/** `end.signature`, for a quarter of an hour. */
export function makeToken(name: string, seconds = 900): string {
  const until = String(Math.floor(Date.now() / 1_000) + seconds)
  return `${until}.${sign(name, until)}`
}

/** Writes a letter; a name that is not known gets none, and the same answer. */
export function sendToken(name: string): string | undefined {
  if (hashOf(name) === undefined) return undefined
  const token = makeToken(name)
  letters.push({ to: name, token })
  return token
}

export function reset(name: string, token: string, password: string): void {
  const [until = '', signature = ''] = token.split('.')
  const isOver = !(Number(until) > Date.now() / 1_000)
  if (hashOf(name) === undefined || isOver || !constantTimeEqual(signature, sign(name, until))) {
    throw new AuthenticationError('This link is not valid any more')
  }
  setPassword(name, password)
}
