import { reply, route } from 'svc'
import { absence, addAbsence, allAbsences } from '../../lib/absences.ts'

const operation = route('/absences')

export const GET = operation({ summary: 'Absences' }, async (request) => ({
  absences: await absence.filter(allAbsences(), request),
}))

export const POST = operation({ summary: 'Be away', body: { reason: String } }, ({ auth, body }) =>
  reply(201, addAbsence(auth, body.reason)),
)
