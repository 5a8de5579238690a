import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export type Role = 'teacher' | 'parent' | 'head'

declare module 'svc' {
  interface SessionUser {
    readonly name: string
    readonly role: 'teacher' | 'parent' | 'head'
  }
}

export interface Member {
  readonly name: string
  readonly role: Role
  readonly isSuperuser: boolean
}

interface Row {
  readonly name: string
  role: Role
  isEnrolled: boolean
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function row(name: string, role: Role, password: string, isEnrolled = true): [string, Row] {
  const salt = randomBytes(16)
  return [name, { name, role, isEnrolled, salt, hash: derive(password, salt, 32) }]
}

const members = new Map<string, Row>([
  row('tess', 'teacher', process.env['TESS_PASSWORD'] ?? 'tess-chalk-8841'),
  row('paul', 'parent', process.env['PAUL_PASSWORD'] ?? 'paul-lunchbox-17'),
  row('pia', 'parent', process.env['PIA_PASSWORD'] ?? 'pia-umbrella-302'),
  row('hugo', 'head', process.env['HUGO_PASSWORD'] ?? 'hugo-bell-tower-6'),
  row('gone', 'teacher', process.env['GONE_PASSWORD'] ?? 'gone-since-summer', false),
])
const stranger = row('', 'parent', randomBytes(12).toString('hex'))[1]

function memberOf({ name, role }: Row): Member {
  return { name, role, isSuperuser: role === 'head' }
}

/** Members as of now. */
export async function findMember(name: string): Promise<Member | null> {
  const found = members.get(name)
  if (found === undefined || !found.isEnrolled) return null
  return memberOf(found)
}

export const listMembers = (): readonly string[] => [...members.keys()]

export async function checkPassword(name: string, password: string): Promise<Member | null> {
  const found = members.get(name) ?? stranger
  const given = await derive(password, found.salt, 32)
  const isRight = timingSafeEqual(given, await found.hash)
  if (!isRight || found === stranger || !found.isEnrolled) return null
  return memberOf(found)
}
