import { route } from 'svc'

const operation = route('/office/ledger')

export const GET = operation({ summary: 'The ledger' }, ({ auth }) => ({ for: auth.name, entries: [901, 902] }))
