import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { SessionUser } from 'svc/security'

declare module 'svc' {
  interface SessionUser {
    readonly name: string
    role: 'clerk' | 'manager'
  }
}

interface Stored {
  readonly name: string
  displayName: string
  role: 'clerk' | 'manager'
  readonly isSuperuser: boolean
  hasLeft: boolean
  readonly salt: Buffer
  readonly hash: Promise<Buffer>
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt)

function create(name: string, role: Stored['role'], isSuperuser: boolean, password: string, hasLeft = false): Stored {
  const salt = randomBytes(16)
  return { name, displayName: name, role, isSuperuser, hasLeft, salt, hash: derive(password, salt, 32) }
}

const staff = new Map<string, Stored>(
  [
    create('carl', 'clerk', false, process.env['CARL_PASSWORD'] ?? 'carl-Hs92-stapler'),
    create('maya', 'manager', false, process.env['MAYA_PASSWORD'] ?? 'maya-Jd15-ledger'),
    create('root', 'manager', true, process.env['ROOT_PASSWORD'] ?? 'root-Zx73-keyring'),
    create('olga', 'manager', false, randomBytes(16).toString('hex'), true),
  ].map((member) => [member.name, member]),
)
const stranger = create('', 'clerk', false, randomBytes(16).toString('hex'))

const sessionUser = ({ name, role, isSuperuser }: Stored): SessionUser => ({ name, role, isSuperuser })

/** A member of the staff, as sessions have it; not one who has left. */
export function findStaff(name: string): SessionUser | null {
  const member = staff.get(name)
  return member === undefined || member.hasLeft ? null : sessionUser(member)
}

export function displayNameOf(name: string): string | undefined {
  return staff.get(name)?.displayName
}

export function changeStaff(name: string, change: { readonly displayName: string }): void {
  const member = staff.get(name)
  if (member !== undefined) Object.assign(member, change)
}

export function listStaff(): readonly string[] {
  return [...staff.values()].filter(({ hasLeft }) => !hasLeft).map(({ name }) => name)
}

export function addStaff(name: string): void {
  if (!staff.has(name)) staff.set(name, create(name, 'clerk', false, randomBytes(16).toString('hex')))
}

export function dismiss(name: string): void {
  const member = staff.get(name)
  if (member !== undefined) member.hasLeft = true
}

async function matches(password: string, { salt, hash }: Stored): Promise<boolean> {
  return timingSafeEqual(await derive(password, salt, 32), await hash)
}

/** The member with this name and password. */
export async function checkPassword(name: string, password: string): Promise<SessionUser | null> {
  const member = staff.get(name) ?? stranger
  const isRight = await matches(password, member)
  return isRight && member !== stranger && !member.hasLeft ? sessionUser(member) : null
}
