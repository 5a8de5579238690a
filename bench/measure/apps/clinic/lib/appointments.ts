import type { Account } from './accounts.ts'
import { isStaff } from './roles.ts'

export interface Appointment {
  readonly id: string
  readonly patient: string
  readonly doctor: string
  readonly at: string
  status: 'booked' | 'cancelled' | 'arrived'
}

const appointments = new Map<string, Appointment>()
let last = 0

export function book(patient: string, doctor: string, at: string): Appointment {
  const appointment: Appointment = { id: String((last += 1)), patient, doctor, at, status: 'booked' }
  appointments.set(appointment.id, appointment)
  return appointment
}

book('anna', 'lee', '2026-12-01T09:00')
book('paul', 'lee', '2026-12-01T09:30')

/** Whether a person may see and cancel an appointment: the patient, and the staff. */
export const mayTouch = (account: Account, appointment: Appointment): boolean =>
  appointment.patient === account.name || isStaff(account)

export function listAppointments(account: Account): readonly Appointment[] {
  return [...appointments.values()].filter((appointment) => mayTouch(account, appointment)).slice(0, 50)
}

export function findAppointment(id: string): Appointment | undefined {
  return appointments.get(id)
}

export function setStatus(id: string, status: Appointment['status']): void {
  const appointment = appointments.get(id)
  if (appointment !== undefined) appointment.status = status
}

export function appointmentsOf(patient: string): readonly Appointment[] {
  return [...appointments.values()].filter((appointment) => appointment.patient === patient).slice(0, 50)
}
