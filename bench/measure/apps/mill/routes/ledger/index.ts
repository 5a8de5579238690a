import { route } from 'svc'

const operation = route('/ledger')

export const GET = operation({ summary: 'The ledger' }, () => ({ year: 2026, cents: 184_250 }))
