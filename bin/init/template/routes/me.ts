import { route } from 'svc'
import { fwAuth } from 'svc/security'

const operation = route('/me')

export const GET = operation({ summary: 'Show the user of the session', auth: fwAuth }, (request) => request.auth)
