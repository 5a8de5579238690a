import { inherit, reply, route } from 'svc'
import { check } from 'svc/security'
import { atLeast } from '../../lib/keys.ts'

const operation = route('/melts')

const melts = [{ number: 881, alloy: 'GJL-250' }]

export const GET = operation({ summary: 'Melts', auth: check(inherit, atLeast('reader')) }, () => ({ melts }))

export const POST = operation(
  { summary: 'Begin a melt', auth: check(inherit, atLeast('operator')), body: { alloy: String } },
  ({ body }) => reply(201, { number: 881 + melts.length, alloy: body.alloy }),
)
