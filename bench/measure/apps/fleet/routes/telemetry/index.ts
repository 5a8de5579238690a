import { operation } from 'svc'
import { z } from 'zod'
import { box } from '../../lib/keys.ts'

const body = z.object({ speed: z.number(), at: z.object({ lat: z.number(), lon: z.number() }) })

export const POST = operation({ summary: 'What a box measured', auth: box, body }, ({ auth, body: { speed } }) => ({
  box: auth.box,
  speed,
}))
