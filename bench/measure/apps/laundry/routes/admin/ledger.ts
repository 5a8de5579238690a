import { route } from 'svc'

const operation = route('/admin/ledger')

export const GET = operation({ summary: 'The ledger' }, () => ({ takings: 4_812, wages: 2_930 }))
