import { resource } from 'svc/security'
import type { Person } from './people.ts'

interface Shift {
  readonly id: string
  readonly of: string
  readonly team: string
  readonly from: string
  readonly note: string
}

const shifts: readonly Shift[] = [
  { id: 's-1', of: 'ida', team: 'blue', from: '06:00', note: 'back at work after an illness' },
  { id: 's-2', of: 'jon', team: 'blue', from: '14:00', note: 'leaves early for a doctor' },
]

/** Of who works in it; supervisors see all. */
export const shift = resource('shift', {
  load: ({ params }: { params: { id: string } }) => shifts.find(({ id }) => id === params.id),
  may: (found, { auth }: { auth: Person }) => found.of === auth.name || auth.role === 'supervisor',
})
