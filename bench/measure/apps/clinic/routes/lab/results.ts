import { operation } from 'svc'
import { lab } from '../../lib/lab.ts'
import { addToRecord } from '../../lib/records.ts'

export const POST = operation(
  { summary: 'A result of the laboratory', auth: lab, body: { patient: String, text: String } },
  ({ auth, body }) => ({ notes: addToRecord(body.patient, auth.from, body.text) }),
)
