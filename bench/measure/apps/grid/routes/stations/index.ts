import { route } from 'svc'

const operation = route('/stations')

export const GET = operation({ summary: 'Stations' }, ({ auth }) => ({ for: auth.id, stations: ['s-1', 's-2'] }))
