import { resource } from 'svc/security'
import type { Driver } from './drivers.ts'

export interface Tour {
  readonly id: string
  readonly driver: string
  readonly street: string
}

const tours: Tour[] = [
  { id: 't-101', driver: 'mara', street: 'Harbour Road' },
  { id: 't-202', driver: 'timo', street: 'Mill Lane' },
]

export const all = (): readonly Tour[] => tours

/** A tour belongs to its driver, and dispatchers see all. */
export const tour = resource('tour', {
  load: ({ params }: { params: { id: string } }) => tours.find(({ id }) => id === params.id),
  may: (one, { auth }: { auth: Driver }) => one.driver === auth.id || auth.isDispatcher,
})
