import { inherit, reply, route } from 'svc'
import { ci } from '../../lib/automation.ts'
import { check } from 'svc/security'
import { isLead } from '../../lib/roles.ts'

const operation = route('/projects')

export const GET = operation({ summary: 'Projects', auth: [inherit, ci] }, ({ auth }) => ({
  for: auth.name,
  projects: ['atlas', 'borealis'],
}))

export const POST = operation(
  { summary: 'New project', auth: check(inherit, isLead), body: { name: String } },
  ({ auth, body }) => reply(201, { name: body.name, by: auth.name }),
)
