import { route } from 'svc'

const operation = route('/queue')

export const GET = operation({ summary: 'Mails that wait' }, ({ auth }) => ({ seenFrom: auth.address, waiting: 3 }))
