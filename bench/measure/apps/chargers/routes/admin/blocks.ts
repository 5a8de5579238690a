import { route } from 'svc'
import { block } from '../../lib/auth.ts'

const operation = route('/admin/blocks')

export const POST = operation({ body: { name: String, blocked: Boolean } }, ({ body }) => ({
  done: block(body.name, body.blocked),
}))
