import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { SessionUser } from 'svc/security'

declare module 'svc' {
  interface SessionUser {
    readonly name: string
    readonly section: string
    readonly isLeader?: boolean
    readonly isConductor?: boolean
    readonly isDeputy?: boolean
  }
}

interface Row {
  readonly member: SessionUser
  salt: Buffer
  hash: Promise<Buffer>
  /** Milliseconds since 1970, when the password was changed. */
  changed: number
  /** The day on which the member left. */
  readonly left?: string
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function row(member: SessionUser, password: string, left?: string): [string, Row] {
  const salt = randomBytes(16)
  const made = { member, salt, hash: derive(password, salt, 32), changed: 0 }
  return [member.name, { ...made, ...(left === undefined ? {} : { left }) }]
}

const rows = new Map<string, Row>([
  row({ name: 'anja', section: 'strings' }, process.env['ANJA_PASSWORD'] ?? 'anja-rosin-cedar-21'),
  row({ name: 'bela', section: 'strings' }, process.env['BELA_PASSWORD'] ?? 'bela-mute-ebony-38'),
  row({ name: 'lotte', section: 'strings', isLeader: true }, process.env['LOTTE_PASSWORD'] ?? 'lotte-bow-spruce-74'),
  row({ name: 'cosmo', section: '', isConductor: true }, process.env['COSMO_PASSWORD'] ?? 'cosmo-baton-ivory-5'),
  row({ name: 'root', section: '', isSuperuser: true }, process.env['ROOT_PASSWORD'] ?? 'root-podium-garnet-90'),
  row({ name: 'lena', section: 'brass' }, process.env['LENA_PASSWORD'] ?? 'lena-valve-opal-13', '2026-05-31'),
])
const stranger = row({ name: '', section: '' }, randomBytes(12).toString('hex'))[1]

const today = (): string => new Date().toISOString().slice(0, 10)

export const names = (): readonly string[] => [...rows.keys()]

export function findMember(name: string): SessionUser | null {
  const found = rows.get(name)
  if (found === undefined) return null
  if (found.left !== undefined && found.left < today()) return null
  return found.member
}

interface Session {
  readonly user: SessionUser
  readonly issuedAt: number
  readonly expiresAt: number
}

/** The member as of now. Sessions from before the password was changed are over. */
export function loadMember({ user, issuedAt }: Session): SessionUser | null {
  const changed = rows.get(user.name)?.changed ?? 0
  if (issuedAt < changed) return null
  return findMember(user.name)
}

/** The member with this name and password. */
export async function checkPassword(name: string, password: string): Promise<SessionUser | null> {
  const { salt, hash } = rows.get(name) ?? stranger
  const isRight = timingSafeEqual(await derive(password, salt, 32), await hash)
  return isRight ? findMember(name) : null
}

export function changePassword(name: string, password: string): void {
  const found = rows.get(name)
  if (found === undefined) return
  found.salt = randomBytes(16)
  found.hash = derive(password, found.salt, 32)
  found.changed = Date.now()
}

export function setSection(name: string, section: string): void {
  const found = rows.get(name)
  if (found !== undefined) rows.set(name, { ...found, member: { ...found.member, section } })
}
