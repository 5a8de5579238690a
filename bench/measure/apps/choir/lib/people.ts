import { createHash } from 'node:crypto'
import { AuthenticationError } from 'svc'
import { type AuthRequest, constantTimeEqual, HttpBearer } from 'svc/security'
import { find, issue, type Tokens } from './tokens.ts'

export interface Person {
  readonly name: string
  readonly voice: string
  /** Of a voice. */
  readonly isLeader: boolean
  /** The login that the token is of. */
  readonly login: string
}

interface Row {
  readonly voice: string
  readonly isLeader: boolean
  readonly leftOn: string | undefined
  readonly hash: string
}

export const today = (): string => new Date().toISOString().slice(0, 10)

// Stands for a slow hash, which a table would hold.
const digest = (text: string): string => createHash('sha256').update(`choir:${text}`).digest('hex')

function row(name: string, password: string, voice: string, more: Partial<Row> = {}): [string, Row] {
  const hash = digest(process.env[`${name.toUpperCase()}_PASSWORD`] ?? password)
  return [name, { voice, isLeader: false, leftOn: undefined, hash, ...more }]
}

const people = new Map<string, Row>([
  row('asta', 'asta-tuning-fork-24', 'alto', { isLeader: true }),
  row('birk', 'birk-music-stand-57', 'bass'),
  row('runa', 'runa-page-turner-93', 'tenor'),
  row('solveig', 'solveig-high-c-41', 'soprano'),
  row('bo', 'bo-last-verse-68', 'bass', { leftOn: '2024-06-30' }),
])

/** People, by the tokens of their logins. */
class PersonToken extends HttpBearer {
  override readonly name = 'Person'

  authenticate(_request: AuthRequest, token: string): Person | null {
    const kept = find(token)
    const found = kept === undefined ? undefined : people.get(kept.name)
    if (kept === undefined || found === undefined) return null
    return { name: kept.name, voice: found.voice, isLeader: found.isLeader, login: kept.login }
  }
}

export const person = new PersonToken()

export function logIn(name: string, password: string): Tokens {
  const found = people.get(name)
  const isRight = constantTimeEqual(found?.hash ?? digest(''), digest(password))
  const hasLeft = found?.leftOn !== undefined
  if (found === undefined || !isRight || hasLeft) throw new AuthenticationError('Wrong name or password')
  return issue(name)
}
