import { bearer, constantTimeEqual } from 'svc/security'

/** Authorization: Bearer <token>. What the function returns is request.auth; null refuses. */
export const apiToken = bearer(
  (_request, token) => {
    const expected = process.env['API_TOKEN']
    return expected && constantTimeEqual(token, expected) ? { name: 'api' } : null
  },
  { name: 'apiToken' },
)
