import { resource } from 'svc/security'
import type { Person } from './people.ts'

export interface Charge {
  readonly id: string
  readonly driver: string
  readonly wattHours: number
}

const charges: readonly Charge[] = [
  { id: 'ch-31', driver: 'nils', wattHours: 18_400 },
  { id: 'ch-32', driver: 'vera', wattHours: 7_150 },
]

export const all = (): readonly Charge[] => charges

export const charge = resource('charge', {
  load: ({ params }: { params: { id: string } }) => charges.find(({ id }) => id === params.id),
  may: ({ driver }, { auth }: { auth: Person }) => driver === auth.id,
})
