import { resource } from 'svc/security'
import type { Person } from './people.ts'

export interface Vehicle {
  readonly id: string
  readonly owner: string
  readonly plate: string
  readonly tagPin: string
  axles: number
}

const vehicles: Vehicle[] = [
  { id: 'v-1', owner: 'lena', plate: 'TW-LE 71', tagPin: '4418', axles: 2 },
  { id: 'v-2', owner: 'mats', plate: 'TW-MA 36', tagPin: '9052', axles: 3 },
]

export const allVehicles = (): readonly Vehicle[] => vehicles

/** A vehicle as pages show it: the pin of its tag stays here. */
export const show = ({ id, owner, plate, axles }: Vehicle) => ({ id, owner, plate, axles })

export function addVehicle(owner: string, plate: string): Vehicle {
  const made = { id: `v-${vehicles.length + 1}`, owner, plate, tagPin: '0000', axles: 2 }
  vehicles.push(made)
  return made
}

export function setAxles(vehicle: Vehicle, axles: number): Vehicle {
  vehicle.axles = axles
  return vehicle
}

export const vehicle = resource('vehicle', {
  load: ({ params }: { params: { id: string } }) => vehicles.find(({ id }) => id === params.id),
  may: ({ owner }, { auth }: { auth: Person }) => owner === auth.name,
})
