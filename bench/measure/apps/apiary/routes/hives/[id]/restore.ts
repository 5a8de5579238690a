import { route } from 'svc'
import { restore } from '../../../lib/hives.ts'

const operation = route('/hives/[id]/restore')

export const POST = operation({ summary: 'Take a hive out of the bin' }, ({ resources }) => restore(resources.hive))
