import { route } from 'svc'
import { charges } from '../../../lib/stations.ts'

const operation = route('/fleets/[fleet]/charges')

export const GET = operation(({ resources }) =>
  charges.filter((one) => one.fleet === resources.fleet.name).map(({ id, kwh }) => ({ id, kwh })),
)
