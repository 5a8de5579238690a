import { jwt } from 'svc/identity'

/**
 * Authorization: Bearer <token of your provider>. OIDC_ISSUER is its address, as the iss of its tokens says it. Until it is set, the
 * tokens are those that svc dev prints and svc test-auth makes; svc build needs it.
 */
export const accessToken = jwt({
  issuer: process.env['OIDC_ISSUER'] || 'dev',
  audience: 'my-api',
  typ: 'at+jwt',
  name: 'accessToken',
  // Its result is request.auth; null refuses.
  map: ({ sub }) => (sub ? { name: sub } : null),
})
