import { operation, reply } from 'svc'
import { fridge } from '../lib/fridges.ts'

export const POST = operation(
  { summary: 'The temperature of a fridge', auth: fridge, body: { degrees: Number } },
  ({ auth, body }) => reply(201, { fridge: auth.fridge, degrees: body.degrees }),
)
