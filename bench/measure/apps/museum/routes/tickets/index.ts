import { randomBytes } from 'node:crypto'
import { operation, reply } from 'svc'
import { desk } from '../../lib/gates.ts'
import { signTicket } from '../../lib/tokens.ts'

export const POST = operation(
  { summary: 'Sell a ticket', auth: desk, body: { adults: Number } },
  async ({ auth, body }) => {
    const code = randomBytes(4).toString('hex')
    return reply(201, { code, adults: body.adults, by: auth.desk, ticket: await signTicket(auth.museum, code) })
  },
)
