import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { may } from '../lib/guards.ts'

const operation = route('/schedule')

export const GET = operation({ summary: 'Nights', auth: check(inherit, may('schedule:read')) }, () => ({
  nights: ['north: vera', 'south: bruno'],
}))

export const POST = operation(
  { summary: 'Ask for a night', auth: check(inherit, may('schedule:write')), body: { night: String } },
  ({ auth, body }) => reply(201, { by: auth.name, night: body.night }),
)
