import { resource } from 'svc/security'
import type { Driver } from './drivers.ts'

interface Delivery {
  readonly id: string
  readonly driver: string
  readonly depot: string
  readonly to: string
}

const deliveries: readonly Delivery[] = [
  { id: 'v-1', driver: 'arvid', depot: 'east', to: 'Cannery, gate 3' },
  { id: 'v-2', driver: 'birte', depot: 'east', to: 'Roads, barn at the ring' },
  { id: 'v-3', driver: 'dag', depot: 'west', to: 'Cheese dairy' },
]

export const allDeliveries = (): readonly Delivery[] => deliveries

/** Of the driver, and of supervisors of the depot. */
export const delivery = resource('delivery', {
  load: ({ params }: { params: { id: string } }) => deliveries.find(({ id }) => id === params.id),
  may: ({ driver, depot }, { auth }: { auth: Driver }) =>
    driver === auth.name || (auth.isSupervisor && depot === auth.depot),
})
