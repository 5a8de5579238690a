import { resource } from 'svc/security'
import type { Member } from './members.ts'
import { isStaff } from './guards.ts'

export class ClassFull extends Error {
  override readonly name = 'ClassFull'
}

interface Booking {
  readonly id: string
  readonly by: string
  readonly course: string
}

const bookings: Booking[] = [
  { id: 'b-1', by: 'mia', course: 'spinning' },
  { id: 'b-2', by: 'ben', course: 'boxing' },
]

export function book(by: string, course: string): Booking {
  if (course === 'pilates') throw new ClassFull()
  const made = { id: `b-${bookings.length + 1}`, by, course }
  bookings.push(made)
  return made
}

/** Of who made it; trainers and managers see all. */
export const booking = resource('booking', {
  load: ({ params }: { params: { id: string } }) => bookings.find(({ id }) => id === params.id),
  may: ({ by }, { auth }: { auth: Member }) => by === auth.name || isStaff(auth),
})
