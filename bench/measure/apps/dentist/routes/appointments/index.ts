import { reply, route } from 'svc'
import { z } from 'zod'
import { signReminder } from '../../lib/accounts.ts'
import { patientOf } from '../../lib/acting.ts'
import { appointmentsOf, book } from '../../lib/records.ts'

const operation = route('/appointments')

export const GET = operation({ summary: 'My appointments' }, ({ auth, headers }) =>
  appointmentsOf(patientOf(auth, headers, 'look at appointments')),
)

const Wanted = z.object({
  day: z.iso.date(),
})

export const POST = operation({ summary: 'Book an appointment', body: Wanted }, async ({ auth, body, headers }) => {
  const patient = patientOf(auth, headers, 'book an appointment')
  const made = book(patient, body)
  // For the reminder that the client puts into its calendar.
  return reply(201, { ...made, reminder: await signReminder({ sub: patient, appointment: made.id }) })
})
