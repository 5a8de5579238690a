import { resource } from 'svc/security'
import { isStaff } from './guards.ts'
import type { Person } from './people.ts'

export class NoRoom extends Error {
  override readonly name = 'NoRoom'
}

export interface Stay {
  readonly id: string
  readonly guest: string
  readonly room: string
  readonly wishes: string
}

const stays: Stay[] = [
  { id: 's-1', guest: 'ida', room: '12', wishes: 'a cot' },
  { id: 's-2', guest: 'nils', room: '14', wishes: 'no feathers' },
]

export const allStays = (): readonly Stay[] => stays

export function addStay(guest: string, room: string): Stay {
  if (room === '13') throw new NoRoom()
  const made = { id: `s-${stays.length + 1}`, guest, room, wishes: '' }
  stays.push(made)
  return made
}

/** Of its guest; the desk and the manager see all. */
export const stay = resource('stay', {
  load: ({ params }: { params: { id: string } }) => stays.find(({ id }) => id === params.id),
  may: ({ guest }, { auth }: { auth: Person }) => guest === auth.name || isStaff(auth),
})
