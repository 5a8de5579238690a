import { route } from 'svc'
import { score } from '../../../../lib/choirs.ts'

const operation = route('/choirs/[choir]/scores/[score]')

export const resource = score

export const GET = operation({ summary: 'One score' }, ({ resources }) => resources.score)
