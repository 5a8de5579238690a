import { resource } from 'svc/security'
import type { Holder } from './holders.ts'

export class LiftIsClosed extends Error {
  override readonly name = 'LiftIsClosed'
}

export interface Ride {
  readonly id: string
  readonly pass: string
  readonly lift: string
}

const rides: Ride[] = [
  { id: 'r-1', pass: 'S-1001', lift: 'eagle' },
  { id: 'r-2', pass: 'S-1002', lift: 'hare' },
]

export const allRides = (): readonly Ride[] => rides

export function addRide(pass: string, lift: string): Ride {
  if (lift === 'closed') throw new LiftIsClosed()
  const made = { id: `r-${rides.length + 1}`, pass, lift }
  rides.push(made)
  return made
}

export const ride = resource('ride', {
  load: ({ params }: { params: { id: string } }) => rides.find(({ id }) => id === params.id),
  may: ({ pass }, { auth }: { auth: Holder }) => pass === auth.pass,
})
