import { AuthorizationError, inherit, route } from 'svc'
import { check } from 'svc/security'
import { isEditor } from '../../../lib/guards.ts'

const operation = route('/articles/[id]/publish')

/** Editors publish what their desk wrote. */
export const POST = operation({ summary: 'Publish', auth: check(inherit, isEditor) }, ({ auth, resources }) => {
  const { id, desk } = resources.article
  const own = auth.desk
  if (desk !== own) throw new AuthorizationError()
  return { published: id, by: auth.name }
})
