import { randomBytes } from 'node:crypto'
import { AuthenticationError } from 'svc'
import { bearer } from 'svc/security'
import type { Person, Role } from './people.ts'

interface Entry {
  readonly person: Person
  readonly role: Role
  readonly until: number
  readonly begunAt: number
  confirmedAt?: number
}

export interface Member {
  readonly name: string
  readonly role: Role
}

export class TokenEnded extends Error {
  override readonly name = 'TokenEnded'
  readonly entry: Entry

  constructor(entry: Entry) {
    super('the token has ended')
    this.entry = entry
  }
}

/** A shift, in milliseconds. */
const SHIFT = 10 * 3_600_000

const entries = new Map<string, Entry>()

const memberOf = ({ person, role }: Entry): Member => ({ name: person.name, role })

/** @throws TokenEnded after the shift */
function findEntry(token: string): Entry | null {
  const entry = entries.get(token)
  if (entry === undefined) return null
  if (entry.until <= Date.now()) throw new TokenEnded(entry)
  return entry
}

/** A token that is worth nothing until the word was said; in the role that was asked for, if the person has it. */
export function begin(person: Person, as: string): string {
  const token = randomBytes(24).toString('base64url')
  const role = person.roles.find((one) => one === as) ?? 'waiter'
  entries.set(token, { person, role, until: Date.now() + SHIFT, begunAt: Date.now() })
  return token
}

export const endToken = (token: string): boolean => entries.delete(token)

export const confirm = (entry: Entry): void => {
  entry.confirmedAt = Date.now()
}

function findMember(token: string): Member | null {
  const entry = findEntry(token)
  if (entry?.confirmedAt === undefined) return null
  return memberOf(entry)
}

/** Both steps at once, for those who were hired at the door and are known by face. */
export function beginKnown(person: Person, as: string): string {
  const token = begin(person, as)
  const entry = entries.get(token)
  if (entry !== undefined) confirm(entry)
  return token
}

/** Who has said the pin, and maybe not the word. */
export const halfway = bearer((_request, token) => findEntry(token), { name: 'Halfway' })

/** Who has said both. */
export const member = bearer(
  (_request, token): Member | null => {
    try {
      return findMember(token)
    } catch (error) {
      if (error instanceof TokenEnded) throw new AuthenticationError('The shift is over')
      throw error
    }
  },
  { name: 'Member' },
)

export const isManager = ({ role }: Member): boolean => role === 'manager'
