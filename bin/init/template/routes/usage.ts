import { route } from 'svc'
import { clientKey } from '../lib/client-key.ts'

const operation = route('/usage')

// Only the key opens this: what a route declares replaces what encloses it.
export const GET = operation({ summary: 'Count the calls', auth: clientKey }, (request) => ({ of: request.auth.name }))
