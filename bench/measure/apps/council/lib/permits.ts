import { resource } from 'svc/security'
import type { Person } from './people.ts'

export class PermitClosed extends Error {
  override readonly name = 'PermitClosed'
}

export interface Permit {
  readonly id: string
  readonly applicant: string
  readonly street: string
  state: 'open' | 'approved' | 'closed'
}

const permits: Permit[] = [
  { id: 'p-1', applicant: 'ada', street: 'Mill Lane 3', state: 'open' },
  { id: 'p-2', applicant: 'bram', street: 'Quay 12', state: 'open' },
  { id: 'p-3', applicant: 'wanda', street: 'Church Row 8', state: 'open' },
  { id: 'p-4', applicant: 'quinn', street: 'Hill Street 21', state: 'open' },
]

export const open = (): readonly Permit[] => permits.filter(({ state }) => state === 'open')
export const of = (name: string): readonly Permit[] => permits.filter(({ applicant }) => applicant === name)
export const find = (wanted: string): Permit | undefined => permits.find(({ id }) => id === wanted)

export function apply(applicant: string, street: string): Permit {
  const permit: Permit = { id: `p-${permits.length + 1}`, applicant, street, state: 'open' }
  permits.push(permit)
  return permit
}

export const permit = resource('permit', {
  load: ({ params }: { params: { id: string } }) => find(params.id),
  may: ({ applicant }, { auth }: { auth: Person }) => applicant === auth.name || auth.role === 'clerk',
})
