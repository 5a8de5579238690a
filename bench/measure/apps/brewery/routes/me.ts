import { route } from 'svc'
import { z } from 'zod'
import { change } from '../lib/people.ts'

const operation = route('/me')

export const GET = operation({ summary: 'Who I am' }, ({ auth }) => auth)

export const PUT = operation(
  { summary: 'How others call me', body: z.object({ nick: z.string().max(40) }) },
  ({ auth, body }) => change(auth.name, body),
)
