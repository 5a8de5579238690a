import { resource } from 'svc/security'
import type { Member } from './members.ts'

export class NoCar extends Error {
  override readonly name = 'NoCar'
}

export interface Ride {
  readonly id: string
  readonly company: string
  readonly from: string
  state: string
}

const rides: Ride[] = [
  { id: 'r-1', company: 'blue', from: 'Mill Lane 4', state: 'booked' },
  { id: 'r-2', company: 'blue-east', from: 'Quay 11', state: 'booked' },
]

export const allRides = (): readonly Ride[] => rides

export function book(company: string, from: string): Ride {
  if (from === '') throw new NoCar()
  const made = { id: `r-${rides.length + 1}`, company, from, state: 'booked' }
  rides.push(made)
  return made
}

export function cancel(ride: Ride): Ride {
  ride.state = 'cancelled'
  return ride
}

/** Of its company alone. */
export const ride = resource('ride', {
  load: ({ params }: { params: { id: string } }) => rides.find(({ id }) => id === params.id),
  may: ({ company }, { auth }: { auth: Member }) => company === auth.company,
})
