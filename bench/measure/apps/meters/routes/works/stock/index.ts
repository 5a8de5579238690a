import { route } from 'svc'

const operation = route('/works/stock')

export const GET = operation({ summary: 'Meters in the van' }, ({ auth }) => ({ by: auth.installer, meters: 12 }))
