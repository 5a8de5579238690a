import { route } from 'svc'
import { loadAgency } from '../lib/policies.ts'

const operation = route('/agency')

export const GET = operation({ summary: 'The agency of who asks' }, ({ auth }) => loadAgency(auth.agency))
