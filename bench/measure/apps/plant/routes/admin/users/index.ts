import { reply, route } from 'svc'
import { listOperators } from '../../../lib/operators.ts'

const operation = route('/admin/users')

export const GET = operation({ summary: 'Operators' }, () => ({ operators: listOperators() }))

export const POST = operation({ summary: 'Add an operator', body: { name: String } }, ({ auth, body }) =>
  reply(201, { name: body.name, by: auth.name }),
)
