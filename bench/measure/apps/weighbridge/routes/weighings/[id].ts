import { route } from 'svc'
import { weighing } from '../../lib/weighings.ts'

const operation = route('/weighings/[id]')

export const resource = weighing
export const GET = operation({ summary: 'One weighing' }, ({ resources }) => resources.weighing)
