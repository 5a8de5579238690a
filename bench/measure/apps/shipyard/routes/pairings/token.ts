import { operation, reply } from 'svc'
import { collect } from '../../lib/pairings.ts'

// 202 while no foreman has confirmed; the token once, after that.
export const POST = operation({ summary: 'Collect the token', auth: null, body: { secret: String } }, ({ body }) => {
  const token = collect(body.secret)
  return token === undefined ? reply(202, { state: 'waiting' }) : reply(201, { token })
})
