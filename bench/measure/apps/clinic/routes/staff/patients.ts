import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { addPatient } from '../../lib/accounts.ts'
import { isReception } from '../../lib/roles.ts'

const operation = route('/staff/patients')

export const POST = operation(
  { summary: 'Register a patient', auth: check(inherit, isReception), body: { name: String } },
  ({ body }) => reply(201, addPatient(body.name)),
)
