import { route } from 'svc'

const operation = route('/ops/alarms')

export const GET = operation({ summary: 'Alarms' }, ({ auth }) => ({ for: auth.id, alarms: ['a-1'] }))

export const DELETE = operation({ summary: 'Acknowledge all alarms' }, ({ auth }) => ({ by: auth.id, left: 0 }))
