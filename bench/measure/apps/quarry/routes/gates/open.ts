import { inherit, route } from 'svc'
import { all } from 'svc/security'
import { truck } from '../../lib/machines.ts'

const operation = route('/gates/open')

export const POST = operation({ summary: 'Open the gate', auth: all(inherit, truck) }, () => ({ gate: 'opens' }))
