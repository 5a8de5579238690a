import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { SessionUser } from 'svc'

declare module 'svc' {
  interface SessionUser {
    readonly name: string
    readonly role: 'member' | 'lead' | 'owner'
  }
}

/** Thrown where a suspended member logs in with the right password. */
export class Suspended extends Error {
  override readonly name = 'Suspended'
}

interface Member extends SessionUser {
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
  readonly isSuspended: boolean
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)
const members = new Map<string, Member>()

function add(name: string, role: SessionUser['role'], password: string, isSuspended = false): Member {
  const salt = randomBytes(16)
  const hash = derive(password, salt, 32)
  const member: Member = { name, role, salt, hash, isSuspended, ...(role === 'owner' && { isSuperuser: true }) }
  members.set(name, member)
  return member
}

add('ines', 'member', process.env['INES_PASSWORD'] ?? 'ines-Lq40-harbor')
add('tom', 'lead', process.env['TOM_PASSWORD'] ?? 'tom-Vy72-candle')
add('olga', 'owner', process.env['OLGA_PASSWORD'] ?? 'olga-Nc18-window')
add('sven', 'lead', process.env['SVEN_PASSWORD'] ?? 'sven-Ub65-marble', true)
const stranger: Member = { ...add('', 'member', randomBytes(9).toString('hex')) }
members.delete('')

function sessionOf(member: Member): SessionUser {
  const { name, role } = member
  return role === 'owner' ? { name, role, isSuperuser: true } : { name, role }
}

/** Who a session belongs to, as of now. */
export async function findMember(name: string): Promise<SessionUser | null> {
  const member = members.get(name)
  return member === undefined || member.isSuspended ? null : sessionOf(member)
}

async function isPassword(member: Member, password: string): Promise<boolean> {
  const [given, known] = await Promise.all([derive(password, member.salt, 32), member.hash])
  return timingSafeEqual(given, known)
}

export async function checkLogin(name: string, password: string): Promise<SessionUser | null> {
  const member = members.get(name) ?? stranger
  const isRight = await isPassword(member, password)
  if (!isRight || member === stranger) return null
  if (member.isSuspended) throw new Suspended()
  return sessionOf(member)
}

export const memberNames = (): readonly string[] => [...members.keys()].slice(0, 50)
