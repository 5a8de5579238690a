import { route } from 'svc'
import { engine } from '../../lib/engine.ts'

const operation = route('/engine')

export const GET = operation({ summary: 'The engine' }, engine)
