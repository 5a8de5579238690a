import { route } from 'svc'
import { z } from 'zod'
import { replant, tray } from '../../lib/trays.ts'

const operation = route('/trays/[id]')

export const resource = tray

const Planting = z.object({ plants: z.string().min(1).max(80) })

export const GET = operation({ summary: 'One tray' }, ({ resources }) => resources.tray)

export const PATCH = operation({ summary: 'Replant a tray', body: Planting }, ({ resources, body }) => {
  const { id } = resources.tray
  return replant(id, body.plants)
})
