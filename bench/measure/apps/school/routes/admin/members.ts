import { reply, route } from 'svc'
import { listMembers } from '../../lib/members.ts'

const operation = route('/admin/members')

export const GET = operation({ summary: 'All members' }, () => ({ members: listMembers() }))

export const POST = operation({ summary: 'Enrol a member', body: { name: String } }, ({ auth, body }) =>
  reply(201, { name: body.name, by: auth.name }),
)
