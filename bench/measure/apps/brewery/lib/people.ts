import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { SessionUser } from 'svc/security'

export interface Person extends SessionUser {
  /** As the sheet of the office has it: 5, 10, 30 or 50. */
  readonly rank: string
  /** Parts of the house, separated by commas. */
  readonly areas: string
  readonly isSuperuser: boolean
}

declare module 'svc' {
  interface SessionUser {
    readonly name: string
    readonly nick: string
    readonly rank: string
    readonly areas: string
  }
}

interface Row extends Person {
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
  readonly isLocked: boolean
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function row(person: Person, password: string, isLocked: boolean = false): [string, Row] {
  const salt = randomBytes(16)
  return [person.name, { ...person, salt, hash: derive(password, salt, 32), isLocked }]
}

const rows = new Map<string, Row>([
  row(
    { name: 'adele', nick: 'Adele', rank: '50', areas: 'brewhouse,cellar', isSuperuser: true },
    process.env['ADELE_PASSWORD'] ?? 'adele-copper-kettle-61',
  ),
  row(
    { name: 'bruno', nick: 'Bruno', rank: '30', areas: 'brewhouse,cellar', isSuperuser: false },
    process.env['BRUNO_PASSWORD'] ?? 'bruno-barley-ladle-84',
  ),
  row(
    { name: 'clara', nick: 'Clara', rank: '10', areas: 'brewhouse', isSuperuser: false },
    process.env['CLARA_PASSWORD'] ?? 'clara-yeast-flask-27',
  ),
  row(
    { name: 'dirk', nick: 'Dirk', rank: '5', areas: 'cellar-tours,shop', isSuperuser: false },
    process.env['DIRK_PASSWORD'] ?? 'dirk-visitor-barrel-39',
  ),
  row(
    { name: 'fritz', nick: 'Fritz', rank: '30', areas: 'cellar', isSuperuser: false },
    process.env['FRITZ_PASSWORD'] ?? 'fritz-summer-help-52',
    true,
  ),
])
const stranger = row(
  { name: '', nick: '', rank: '0', areas: '', isSuperuser: false },
  randomBytes(12).toString('hex'),
)[1]

const toPerson = ({ name, nick, rank, areas, isSuperuser }: Row): Person => ({ name, nick, rank, areas, isSuperuser })

export const allPeople = (): readonly Person[] => [...rows.values()].map(toPerson)

/** The person of a session as of now. */
export function personOf({ user }: { readonly user: SessionUser }): Person | null {
  const found = rows.get(user.name)
  if (found === undefined || found.isLocked) return null
  return toPerson(found)
}

/** Passwords of more characters would only cost time. */
const LONGEST = 128

/** The person of a name and a password. */
export async function logIn(name: string, password: string): Promise<Person | null> {
  const found = rows.get(name) ?? stranger
  if (password.length > LONGEST) return null
  const isRight = timingSafeEqual(await derive(password, found.salt, 32), await found.hash)
  return isRight && !found.isLocked ? toPerson(found) : null
}

/** The fields that people change of themselves. */
export function change(name: string, fields: { readonly nick: string }): Person {
  const changed = { ...(rows.get(name) ?? stranger), ...fields }
  rows.set(name, changed)
  return toPerson(changed)
}

export function lock(name: string): boolean {
  const found = rows.get(name)
  if (found === undefined) return false
  rows.set(name, { ...found, isLocked: true })
  return true
}
