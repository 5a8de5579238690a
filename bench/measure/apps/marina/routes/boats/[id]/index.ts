import { route } from 'svc'
import { z } from 'zod'
import { save } from '../../../lib/boats.ts'

const operation = route('/boats/[id]')

// The page sends back the whole boat that it got.
const body = z.object({ id: z.string().optional(), hull: z.string() })

export const GET = operation({ summary: 'One boat' }, ({ resources }) => resources.boat)

export const PUT = operation({ summary: 'Describe a boat', body }, ({ body, params }) =>
  save({ ...body, id: params.id }),
)
