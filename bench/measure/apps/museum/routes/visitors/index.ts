import { operation, reply } from 'svc'
import { counter } from '../../lib/gates.ts'

const seen = new Map<string, number>()

export const GET = operation({ summary: 'Visitors of today', auth: counter }, ({ auth }) => ({
  museum: auth.museum,
  visitors: seen.get(auth.museum) ?? 0,
}))

export const POST = operation(
  { summary: 'Visitors came', auth: counter, body: { count: Number } },
  ({ auth, body }) => {
    const visitors = (seen.get(auth.museum) ?? 0) + body.count
    seen.set(auth.museum, visitors)
    return reply(201, { museum: auth.museum, visitors })
  },
)
