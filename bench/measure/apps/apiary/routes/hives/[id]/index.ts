import { reply, route } from 'svc'
import { bin, standingHive } from '../../../lib/hives.ts'

const operation = route('/hives/[id]')

export const GET = operation({ summary: 'One hive', resource: standingHive }, ({ resources }) => resources.hive)

// Again for a hive that is in the bin: 204, as the first time.
export const DELETE = operation({ summary: 'Put a hive into the bin' }, ({ resources }) => {
  bin(resources.hive)
  return reply(204, null)
})
