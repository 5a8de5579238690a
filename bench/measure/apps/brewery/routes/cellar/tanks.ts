import { route } from 'svc'
import { allBatches } from '../../lib/batches.ts'

const operation = route('/cellar/tanks')

export const GET = operation({ summary: 'Tanks and their degrees' }, () => ({
  tanks: allBatches().map(({ tank }) => `${tank}: 11 degrees`),
}))
