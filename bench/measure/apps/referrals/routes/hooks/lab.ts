import { operation } from 'svc'
import { labHook } from '../../lib/signatures.ts'

export const POST = operation(
  { summary: 'A result of the laboratory', auth: labHook, body: { patient: String, value: Number } },
  ({ auth, body }) => ({ from: auth.sender, patient: body.patient }),
)
