import { operation } from 'svc'
import { z } from 'zod'
import { takeEvent } from '../../lib/locks.ts'
import { makerSignature } from '../../lib/makers.ts'

const body = z.object({
  event: z.string().min(1),
  lock: z.string(),
  battery: z.number().min(0).max(100),
})

// 200 for all that is signed, known or not, new or not: a maker that gets anything else sends it for days.
export const POST = operation({ summary: 'Events of a maker', auth: makerSignature, body }, (request) => {
  const { event, lock, battery } = request.body
  takeEvent(request.auth.maker, event, lock, battery)
  return { received: true }
})
