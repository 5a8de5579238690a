import { route } from 'svc'
import { treasury } from '../../../lib/choirs.ts'

const operation = route('/choirs/[choir]/fees')

export const GET = operation({ summary: 'The fees of a choir', resource: treasury }, ({ resources }) => ({
  choir: resources.choir.id,
  cents: resources.choir.fees,
}))
