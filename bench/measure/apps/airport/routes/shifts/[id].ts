import { route } from 'svc'
import { shift } from '../../lib/shifts.ts'

const operation = route('/shifts/[id]')

export const GET = operation({ summary: 'One shift', resource: shift }, ({ resources }) => resources.shift)
