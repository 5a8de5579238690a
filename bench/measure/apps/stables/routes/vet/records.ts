import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { isSenior } from '../../lib/vets.ts'

const operation = route('/vet/records')

export const GET = operation({ summary: 'Records of the vets' }, ({ auth }) => ({
  for: auth.vet,
  records: ['h-1: teeth'],
}))

export const POST = operation(
  { summary: 'A prescription', auth: check(inherit, isSenior), body: { drug: String } },
  ({ auth, body }) => reply(201, { drug: body.drug, by: auth.vet }),
)
