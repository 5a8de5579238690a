import { route } from 'svc'
import { scoresOf } from '../../../../lib/choirs.ts'

const operation = route('/choirs/[choir]/scores')

export const GET = operation({ summary: 'The scores of a choir' }, ({ resources }) => scoresOf(resources.choir.id))
