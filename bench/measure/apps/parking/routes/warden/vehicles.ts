import { route } from 'svc'

const operation = route('/warden/vehicles')

export const GET = operation({ summary: 'Cars that stay too long' }, () => ({ plates: ['B-AR 77', 'K-LM 4'] }))
