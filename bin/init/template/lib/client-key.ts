import { constantTimeEqual, headerKey } from 'svc/security'

/** X-API-Key: <key>. What the function returns is request.auth; null refuses. */
export const clientKey = headerKey(
  'X-API-Key',
  (_request, key) => {
    const expected = process.env['CLIENT_KEY']
    return expected && constantTimeEqual(key, expected) ? { name: 'client' } : null
  },
  { name: 'clientKey' },
)
