import { route } from 'svc'
import { turn } from '../../lib/engine.ts'

const operation = route('/engine/stop')

// All of the staff may stop it; to start it again is for the chief.
export const POST = operation({ summary: 'Stop' }, () => turn(false))
