import { operation } from 'svc'
import { appointmentsOf } from '../lib/appointments.ts'
import { calendar } from '../lib/calendar.ts'

export const GET = operation({ summary: 'Appointments as a calendar', auth: calendar }, ({ auth }) => {
  const events = appointmentsOf(auth.patient).map(({ id, at }) => `BEGIN:VEVENT\nUID:${id}\nDTSTART:${at}\nEND:VEVENT`)
  return ['BEGIN:VCALENDAR', `X-OWNER:${auth.patient}`, ...events, 'END:VCALENDAR'].join('\n')
})
