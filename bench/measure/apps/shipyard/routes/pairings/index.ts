import { operation, reply } from 'svc'
import { z } from 'zod'
import { begin } from '../../lib/pairings.ts'

const body = z.object({
  serial: z.string().regex(/^SY-\d{4}$/),
})

// A device that belongs to no foreman yet.
export const POST = operation({ summary: 'Pair a device', auth: null, body }, (request) =>
  reply(201, begin(request.body.serial)),
)
