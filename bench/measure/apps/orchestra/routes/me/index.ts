import { route } from 'svc'
import { findMember } from '../../lib/members.ts'

const operation = route('/me')

/** Who asks; the office may look at others. */
export const GET = operation({ summary: 'Who I am' }, ({ auth, headers }) => {
  const other = auth.isSuperuser === true ? headers.get('x-member') : null
  const { name, section } = findMember(other ?? auth.name) ?? auth
  return { name, section }
})
