import { resource } from 'svc/security'
import type { Clerk } from './sessions.ts'

export interface Scan {
  readonly scan: string
  readonly deed: string
  readonly text: string
}

export interface Deed {
  readonly id: string
  readonly office: string
  readonly parties: string
}

const deeds: Deed[] = [
  { id: 'd-100', office: 'harbour-street', parties: 'Lund and Berg' },
  { id: 'd-200', office: 'mill-lane', parties: 'Holm and Dahl' },
]
const scans: readonly Scan[] = [
  { scan: 'a', deed: 'd-100', text: 'House of Lund' },
  { scan: 'b', deed: 'd-200', text: 'Will of Holm' },
]

export const deedsOf = (office: string): readonly Deed[] => deeds.filter((one) => one.office === office)

export function addDeed(office: string, parties: string): Deed {
  const made = { id: `d-${300 + deeds.length}`, office, parties }
  deeds.push(made)
  return made
}

/** Of an office: all who work there have it. */
export const deed = resource('deed', {
  load: ({ params }: { params: { id: string } }) => deeds.find(({ id }) => id === params.id),
  may: ({ office }, { auth }: { auth: Clerk }) => office === auth.office,
})

/** A page of a deed. */
export const scan = resource('scan', {
  parent: deed,
  load: ({ id }, { params }: { params: { scan: string } }) => {
    const found = scans.find((one) => one.scan === params.scan)
    return found?.deed === id ? found : undefined
  },
})
