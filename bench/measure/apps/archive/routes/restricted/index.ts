import { route } from 'svc'

const operation = route('/restricted')

export const GET = operation({ summary: 'What is restricted' }, ({ auth }) => ({ for: auth.id, titles: ['Plans'] }))
