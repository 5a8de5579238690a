import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { isLead } from '../../lib/roles.ts'

const operation = route('/projects/[id]')

export const auth = check(inherit, isLead)

export const PATCH = operation({ summary: 'Rename', body: { name: String } }, ({ params, body }) => ({
  id: params.id,
  name: body.name,
}))

export const DELETE = operation({ summary: 'Delete a project' }, () => reply(204, null))
