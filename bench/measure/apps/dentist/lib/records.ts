import { createHash, randomUUID } from 'node:crypto'
import { resource } from 'svc/security'
import type { Account } from './accounts.ts'

export interface Appointment {
  readonly id: string
  readonly patient: string
  readonly day: string
  readonly confirmed: boolean
  /** In cents; a manager sets it. */
  readonly fee: number
}

export interface Chart {
  readonly id: string
  readonly patient: string
  readonly note: string
}

const appointments = new Map<string, Appointment>(
  [
    { id: 'app-1', patient: 'emil', day: '2027-03-04', confirmed: false, fee: 4_500 },
    { id: 'app-2', patient: 'nora', day: '2027-03-09', confirmed: false, fee: 9_900 },
  ].map((one) => [one.id, one]),
)
const charts = new Map<string, Chart>(
  [
    { id: 'chart-21', patient: 'emil', note: 'Filling at 36' },
    { id: 'chart-22', patient: 'nora', note: 'Crown at 14' },
  ].map((one) => [one.id, one]),
)

export const appointmentsOf = (patient: string): readonly Appointment[] =>
  [...appointments.values()].filter((one) => one.patient === patient)

export function book(patient: string, wanted: { readonly day: string }): Appointment {
  const made = { fee: 4_500, ...wanted, id: `app-${randomUUID()}`, patient, confirmed: false }
  appointments.set(made.id, made)
  return made
}

/** Whether it was there, and this patient's. */
export function confirm(id: string, patient: string): boolean {
  const found = appointments.get(id)
  if (found?.patient !== patient) return false
  appointments.set(id, { ...found, confirmed: true })
  return true
}

/** Of the patient; those who treat see all. */
export const chart = resource('chart', {
  load: ({ params }: { params: { id: string } }) => charts.get(params.id),
  may: ({ patient }, { auth }: { auth: Account }) =>
    patient === auth.name || auth.role === 'dentist' || auth.role === 'hygienist',
})

export function amend(found: Chart, note: string): Chart {
  const next = { ...found, note }
  charts.set(found.id, next)
  return next
}

export const tagOf = ({ id, note }: Chart): string =>
  `"${createHash('sha256').update(`${id}:${note}`).digest('hex').slice(0, 16)}"`
