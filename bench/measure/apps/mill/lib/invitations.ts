import { randomBytes } from 'node:crypto'
import { HttpError } from 'svc'
import { addAccount } from './accounts.ts'

export interface Invitation {
  readonly role: 'hand' | 'farmer'
  /** Milliseconds since 1970. */
  readonly end: number
}

const LIFETIME = 3 * 24 * 3_600_000

/** By code. */
const invitations = new Map<string, Invitation>()

/** The code is for the one who invites, who hands it over on paper. */
export function invite(role: Invitation['role']): { readonly code: string; readonly role: string } {
  const code = randomBytes(12).toString('hex')
  invitations.set(code, { role, end: Date.now() + LIFETIME })
  return { code, role }
}

export interface Acceptance {
  readonly code: string
  readonly name: string
  readonly password: string
}

/** The name of the new account. */
export function accept({ code, name, password }: Acceptance): string {
  const invitation = invitations.get(code)
  if (invitation === undefined || invitation.end <= Date.now()) throw new HttpError(400, 'Wrong code')
  const role = invitation.role
  if (!addAccount(name, role, password)) throw new HttpError(409, 'The name is taken')
  invitations.delete(code)
  return name
}
