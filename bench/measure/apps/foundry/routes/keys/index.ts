import { reply, route } from 'svc'
import { z } from 'zod'
import { list, make } from '../../lib/keys.ts'

const operation = route('/keys')

export const GET = operation({ summary: 'The keys, without their secrets' }, () => ({ keys: list() }))

const body = z.object({ role: z.enum(['operator', 'reader']) })

export const POST = operation({ summary: 'Make a key', body }, (request) =>
  reply(201, { key: make(request.body.role) }),
)
