import { AuthenticationError, operation, reply } from 'svc'
import { checkPassword } from '../lib/operators.ts'
import { beginShift } from '../lib/panel.ts'

export const POST = operation(
  { summary: 'Log in at a panel', auth: null, body: { name: String, password: String } },
  async ({ body }) => {
    const operator = await checkPassword(body.name, body.password)
    if (operator === null) throw new AuthenticationError('Wrong name or password')
    const id = beginShift(operator.name)
    const cookie = `plant_shift=${id}; Path=/; HttpOnly; SameSite=Lax; Secure`
    return reply(200, { name: operator.name }, { 'set-cookie': cookie })
  },
)
