import { reply, route } from 'svc'
import { check } from 'svc/security'
import { addToRecord, readRecord } from '../../lib/records.ts'
import { isDoctor } from '../../lib/roles.ts'
import { person } from '../../lib/tokens.ts'

const operation = route('/records/[patient]')

export const GET = operation({ summary: 'The record of a patient', auth: check(person, isDoctor) }, ({ params }) => ({
  patient: params.patient,
  notes: readRecord(params.patient),
}))

export const POST = operation(
  { summary: 'Add a note', auth: check(person, isDoctor), body: { note: String } },
  ({ auth, params, body }) => reply(201, { notes: addToRecord(params.patient, auth.name, body.note) }),
)
