import { operation, reply } from 'svc'
import { sendReset } from '../../lib/accounts.ts'

export const POST = operation(
  { summary: 'A letter about a forgotten password', auth: null, body: { name: String } },
  async ({ body }) => {
    await sendReset(body.name)
    return reply(202, {})
  },
)
