import { resource } from 'svc/security'
import { isStaff } from './guards.ts'
import type { User } from './users.ts'

interface Prescription {
  readonly id: string
  readonly of: string
  readonly drug: string
}

const prescriptions: readonly Prescription[] = [
  { id: 'rx-1', of: 'cleo', drug: 'Amoxicillin' },
  { id: 'rx-2', of: 'dora', drug: 'Metformin' },
]

export const queue = (): readonly string[] => prescriptions.map(({ id }) => id)

/** Of the customer; the counter sees all. */
export const prescription = resource('prescription', {
  load: ({ params }: { params: { id: string } }) => prescriptions.find(({ id }) => id === params.id),
  may: (one, { auth }: { auth: User }) => one.of === auth.name || isStaff(auth),
})
