import { inherit, route } from 'svc'
import { optional } from 'svc/security'

const operation = route('/board')

export const GET = operation({ summary: 'Which lifts run', auth: optional(inherit) }, ({ auth }) => ({
  hello: auth?.name ?? 'guest',
  running: ['eagle', 'hare'],
}))
