import { createHash } from 'node:crypto'
import { AuthenticationError } from 'svc'
import { type AuthRequest, constantTimeEqual, login, resource, type SessionUser } from 'svc/security'

declare module 'svc' {
  interface SessionUser {
    readonly name: string
    readonly roles?: readonly string[]
    readonly isSuperuser?: boolean
  }
}

export interface Member {
  readonly name: string
  display: string
  roles: readonly string[]
  /** Works in the office. */
  office: boolean
  readonly status: 'active' | 'suspended' | 'left'
  readonly hash: string
}

// Stands for a slow hash, which a table would hold.
const digest = (text: string): string => createHash('sha256').update(`greenhouse:${text}`).digest('hex')

function member(name: string, password: string, more: Partial<Member> = {}): [string, Member] {
  const hash = digest(process.env[`${name.toUpperCase()}_PASSWORD`] ?? password)
  return [name, { name, display: name, roles: ['gardener'], office: false, status: 'active', hash, ...more }]
}

const members = new Map<string, Member>([
  member('mara', 'mara-tomato-vine-27'),
  member('olek', 'olek-watering-can-83'),
  member('pia', 'pia-humid-morning-51', { roles: ['gardener', 'head'] }),
  member('dirk', 'dirk-broken-pane-66', { roles: ['gardener', 'deputy-head'] }),
  // Was in the office until the spring.
  member('rolf', 'rolf-compost-heap-14'),
  member('tess', 'tess-ledger-orchid-90', { office: true }),
  member('vera', 'vera-slug-pellets-38', { status: 'suspended' }),
  member('hans', 'hans-empty-pots-72', { status: 'left' }),
])

/** The member of a session as of now. */
export function loadMember({ user }: { readonly user: SessionUser }): SessionUser | null {
  const row = members.get(user.name)
  if (row === undefined) return null
  if (row.status !== 'active') return null
  return { name: row.name, roles: row.roles, isSuperuser: row.office }
}

export async function logIn(request: AuthRequest, name: string, password: string): Promise<void> {
  const row = members.get(name)
  const isRight = constantTimeEqual(row?.hash ?? digest(''), digest(password))
  if (row === undefined || !isRight || row.status !== 'active') throw new AuthenticationError('Wrong name or password')
  await login(request, { name, roles: row.roles, isSuperuser: row.office })
}

/** Who sets the climate. */
export function isHead({ roles = [] }: SessionUser): boolean {
  return roles.includes('head')
}

/** The member's own row. */
export const profile = resource('profile', {
  params: [],
  load: ({ auth }: { auth: SessionUser }) => members.get(auth.name),
  may: ({ name }, { auth }: { auth: SessionUser }) => name === auth.name,
})

export const showMember = ({ name, display, roles, office }: Member): object => ({ name, display, roles, office })

export function changeMember(row: Member, changes: Partial<Pick<Member, 'display'>>): object {
  return showMember(Object.assign(row, changes))
}
