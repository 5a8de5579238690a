import { route } from 'svc'
import { lock } from '../../lib/people.ts'

const operation = route('/admin/locks')

export const POST = operation({ summary: 'Lock a person out', body: { name: String } }, ({ auth, body }) => ({
  by: auth.name,
  isLocked: lock(body.name),
}))
