import { route } from 'svc'
import { open } from '../../lib/permits.ts'

const operation = route('/clerks/inbox')

export const GET = operation({ summary: 'What waits for a decision' }, ({ auth }) => ({ for: auth.name, open: open() }))
