import { route } from 'svc'
import { apiToken } from '../lib/api-token.ts'

const operation = route('/export')

// Only the token opens this: what a route declares replaces what encloses it.
export const GET = operation({ summary: 'Export everything', auth: apiToken }, (request) => ({
  for: request.auth.name,
}))
