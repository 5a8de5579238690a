import { route } from 'svc'

const operation = route('/vets/log')

export const GET = operation({ summary: 'Treatments' }, () => ({ treated: ['reef: copper', 'brook: salt bath'] }))
