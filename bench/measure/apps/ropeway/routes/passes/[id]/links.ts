import { reply, route } from 'svc'
import { signPath } from '../../../lib/links.ts'
import { pass } from '../../../lib/passes.ts'

const operation = route('/passes/[id]/links')

export const POST = operation({ summary: 'A link for a friend', resource: pass }, ({ resources }) => {
  const path = `/api/passes/${resources.pass.id}/picture`
  return reply(201, { path, ...signPath(path) })
})
