import type { AuthRequest } from 'svc/security'
import { assignments } from './vehicles.ts'
import type { Customer, Vehicle } from './keys.ts'
import type { Person } from './people.ts'

export const isDispatcher = ({ roles }: Person): boolean => roles.includes('dispatcher')

/** Customers who have paid. */
export function hasPaid({ paidUntil }: Customer): boolean {
  return Date.parse(paidUntil) >= Date.now()
}

/** The vehicle of the path is the one that the driver has today, and the key is its own. */
export function hasTheVehicle([person, vehicle]: readonly [Person, Vehicle], { params }: AuthRequest): boolean {
  const wanted = assignments.get(person.name)
  return wanted === params['id'] && wanted === vehicle.id
}
