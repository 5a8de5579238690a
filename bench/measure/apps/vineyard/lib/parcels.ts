import { resource } from 'svc/security'
import type { Account } from './accounts.ts'

export interface Parcel {
  readonly id: string
  readonly estate: string
  readonly grape: string
  readonly rows: number
}

const parcels = new Map<string, Parcel>(
  [
    { id: 'v-21', estate: 'hillside', grape: 'Riesling', rows: 40 },
    { id: 'v-22', estate: 'riverbank', grape: 'Silvaner', rows: 25 },
  ].map((one) => [one.id, one]),
)

export const allParcels = (): readonly Parcel[] => [...parcels.values()]

export interface Change {
  readonly grape: string
  readonly rows: number
}

export function change(parcel: Parcel, body: Change): Parcel {
  const changed = { ...parcel, grape: body.grape, rows: body.rows }
  parcels.set(parcel.id, changed)
  return changed
}

/** Of an estate: all who work there. */
export const parcel = resource('parcel', {
  load: ({ params }: { params: { id: string } }) => parcels.get(params.id),
  may: ({ estate }, { auth }: { auth: Account }) => estate === auth.estate,
})

export const isOwned = (_parcel: Parcel, { auth }: { auth: Account }): boolean => auth.role === 'owner'
