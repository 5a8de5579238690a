import { inherit, route } from 'svc'
import { check } from 'svc/security'
import { isChief, turn } from '../../lib/engine.ts'

const operation = route('/engine/start')

export const POST = operation({ summary: 'Start', auth: check(inherit, isChief) }, () => turn(true))
