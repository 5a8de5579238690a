import { route } from 'svc'
import { hasScope } from 'svc/identity'
import { check } from 'svc/security'
import { accessToken } from '../lib/access-token.ts'

const operation = route('/reports')

// Only a token with this scope opens it; any other is 403.
export const GET = operation(
  { summary: 'Read the reports', auth: check(accessToken, hasScope('reports:read')) },
  (request) => ({ for: request.auth.name }),
)
