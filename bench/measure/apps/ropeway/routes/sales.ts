import { operation, reply } from 'svc'
import { z } from 'zod'
import { sell } from '../lib/passes.ts'
import { station } from '../lib/stations.ts'

const Sale = z.object({ rider: z.string(), rides: z.number().int().min(1).max(50) })

export const POST = operation({ summary: 'Sell a pass', auth: station, body: Sale }, ({ auth, body }) =>
  reply(201, { ...sell(body.rider, body.rides), soldAt: auth.station }),
)
