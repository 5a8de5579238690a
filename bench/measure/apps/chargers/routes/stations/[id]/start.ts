import { route } from 'svc'
import { start } from '../../../lib/stations.ts'

const operation = route('/stations/[id]/start')

export const POST = operation(({ auth, params }) => start(auth.name, params.id))
