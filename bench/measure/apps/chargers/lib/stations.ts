import { resource } from 'svc/security'
import type { Driver } from './auth.ts'

export class NoCredit extends Error {}

export interface Charge {
  id: string
  driver: string
  fleet: string
  kwh: number
}

export const stations = [
  { id: 'st-1', place: 'Harbour', kw: 50 },
  { id: 'st-2', place: 'Town hall', kw: 22 },
]

export const charges: Charge[] = [
  { id: 'ch-101', driver: 'ida', fleet: 'north', kwh: 31 },
  { id: 'ch-102', driver: 'raj', fleet: 'north-east', kwh: 12 },
  { id: 'ch-103', driver: 'mia', fleet: 'north', kwh: 44 },
]

const credit: Record<string, number> = { mia: 90, tom: 40, ida: 25, raj: 30, pia: 0 }

export function start(user: string, station: string) {
  if ((credit[user] ?? 0) < 1) throw new NoCredit()
  return { station, user, started: true }
}

export const topUp = (user: string, cents: number) => {
  credit[user] = (credit[user] ?? 0) + cents / 100
  return credit[user]
}

export const charge = resource('charge', {
  load: ({ params }: { params: { id: string } }) => charges.find((one) => one.id === params.id),
  may: (one, { auth }: { auth: Driver }) => one.driver === auth.name,
})

const isOfFleet = (fleet: string, user: Driver) => user.fleet === fleet

/** only for its drivers */
export const fleet = resource('fleet', {
  load: ({ params }: { params: { fleet: string } }) =>
    ['north', 'north-east', 'south'].includes(params.fleet) ? { name: params.fleet } : undefined,
  may: ({ name }, { auth }: { auth: Driver }) => isOfFleet(name, auth),
})
