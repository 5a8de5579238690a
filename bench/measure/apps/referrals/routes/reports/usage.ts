import { route } from 'svc'

const operation = route('/reports/usage')

export const GET = operation({ summary: 'Referrals by month' }, ({ auth }) => ({ for: auth.id, november: 41 }))
