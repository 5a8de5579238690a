import { createHash, randomBytes } from 'node:crypto'
import { bearer, constantTimeEqual } from 'svc/security'

export interface Performer {
  readonly name: string
  readonly role: 'artist' | 'ringmaster'
}

const digestOf = (text: string): string => createHash('sha256').update(`circus:${text}`).digest('base64url')

const people = new Map([
  ['lola', { role: 'artist', pin: digestOf(process.env['LOLA_PIN'] ?? '70418263') }],
  ['boris', { role: 'artist', pin: digestOf(process.env['BORIS_PIN'] ?? '11937750') }],
  ['ada', { role: 'artist', pin: digestOf(process.env['ADA_PIN'] ?? '58260491') }],
  ['zampa', { role: 'ringmaster', pin: digestOf(process.env['ZAMPA_PIN'] ?? '90253348') }],
] as const)

interface Entry {
  readonly performer: Performer
  until: number
}

/** Tokens by their digests. */
const entries = new Map<string, Entry>()

/** Milliseconds without a request after which a token ends. */
const IDLE = 30 * 60_000

const isAlive = ({ until }: Entry): boolean => until > Date.now()

const renew = (entry: Entry): boolean => {
  entry.until = Date.now() + IDLE
  return true
}

function findPerformer(token: string): Performer | null {
  const entry = entries.get(digestOf(token))
  if (entry === undefined) return null
  return isAlive(entry) && renew(entry) ? entry.performer : null
}

/** Clients send `Authorization: Token …`. */
export const performer = bearer((_request, token) => findPerformer(token), { name: 'Performer', scheme: 'Token' })

export const isRingmaster = ({ role }: Performer): boolean => role === 'ringmaster'

/** Wrong pins, and until when they count. */
const wrongPins = new Map<string, { count: number; readonly until: number }>()

const MOST = 10
const WINDOW = 10 * 60_000

function countWrong(key: string): void {
  const known = wrongPins.get(key)
  if (known !== undefined && known.until > Date.now()) known.count += 1
  else wrongPins.set(key, { count: 1, until: Date.now() + WINDOW })
}

function isLocked(key: string): boolean {
  const known = wrongPins.get(key)
  return known !== undefined && known.until > Date.now() && known.count >= MOST
}

/** A token; nothing for a wrong pin. One client that guesses at one name locks itself out, and no other. */
export function logIn(client: string, name: string, pin: string): { readonly token: string } | 'locked' | null {
  const key = `${client} ${name}`
  if (isLocked(key)) return 'locked'
  const person = people.get(name as 'lola')
  if (!constantTimeEqual(person?.pin ?? digestOf(''), digestOf(pin)) || person === undefined) {
    countWrong(key)
    return null
  }
  wrongPins.delete(key)
  const token = randomBytes(24).toString('base64url')
  entries.set(digestOf(token), { performer: { name, role: person.role }, until: Date.now() + IDLE })
  return { token }
}

/** Ends the token of a line of `Authorization`. */
export function logOut(line: string): void {
  const token = line.slice(line.indexOf(' ') + 1)
  entries.delete(digestOf(token))
}
