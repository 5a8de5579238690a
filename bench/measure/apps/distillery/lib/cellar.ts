import { createHash, randomBytes } from 'node:crypto'
import { constantTimeEqual, cookieKey } from 'svc/security'

export interface Member {
  readonly name: string
  readonly role: 'owner' | 'blender' | 'master'
}

const digestOf = (text: string): string => createHash('sha256').update(`cellar:${text}`).digest('base64url')

const members = new Map([
  ['freya', { role: 'owner', word: digestOf(process.env['FREYA_WORD'] ?? 'Peat-And-Heather-14') }],
  ['hamish', { role: 'owner', word: digestOf(process.env['HAMISH_WORD'] ?? 'Third-Fill-Sherry-62') }],
  ['isla', { role: 'blender', word: digestOf(process.env['ISLA_WORD'] ?? 'Nose-Before-Palate-3') }],
  ['murdo', { role: 'master', word: digestOf(process.env['MURDO_WORD'] ?? 'Copper-Stills-Shine-88') }],
] as const)

interface Stay {
  readonly member: Member
  readonly until: number
}

/** Stays by the digests of their cookies. */
const stays = new Map<string, Stay>()

/** Milliseconds of a stay, however often it is used. */
const LONGEST = 8 * 3_600_000

export const COOKIE = 'cellar'

export function findMember(id: string): Member | null {
  const stay = stays.get(digestOf(id))
  return stay !== undefined && stay.until > Date.now() ? stay.member : null
}

export const cellar = cookieKey(COOKIE, (_request, id) => findMember(id), { name: 'Cellar' })

/** The line of a cookie that begins a stay; nothing for a wrong word. */
export function enter(name: string, word: string): string | null {
  const found = members.get(name as 'freya')
  const isRight = constantTimeEqual(found?.word ?? digestOf(''), digestOf(word))
  if (found === undefined || !isRight) return null
  const id = randomBytes(24).toString('base64url')
  stays.set(digestOf(id), { member: { name, role: found.role }, until: Date.now() + LONGEST })
  return `${COOKIE}=${id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${LONGEST / 1000}`
}

/** Ends a stay. */
export function leave(id: string): void {
  stays.delete(digestOf(id))
}

/** Ends all stays of a member. */
export function leaveEverywhere(name: string): void {
  for (const [digest, { member }] of stays) {
    if (member.name === name) stays.delete(digest)
  }
}

export const isBlender = ({ role }: Member): boolean => role === 'blender' || role === 'master'

export const isMaster = ({ role }: Member): boolean => role === 'master'
