import { oidcLogin } from 'svc/identity'

// The type of request.auth under fwAuth: the user that the login stores in the session.
declare module 'svc' {
  interface SessionUser {
    readonly name: string
  }
}

/** The client of this API at your OpenID provider: of its login, and of its page at /api/docs. */
export const client = {
  clientId: process.env['OIDC_CLIENT_ID'] || 'my-api',
  ...(process.env['OIDC_CLIENT_SECRET'] ? { clientSecret: process.env['OIDC_CLIENT_SECRET'] } : {}),
}

/**
 * The login of your OpenID provider. Register there the address of the callback: http://localhost:3000/api/sso/callback while you
 * develop.
 */
export const provider = oidcLogin({
  issuer: process.env['OIDC_ISSUER'] || 'https://id.example.com',
  ...client,
  // Find users by sub, which is theirs for ever; an email address may be another user's tomorrow. null is 403.
  user: ({ sub }) => ({ name: sub }),
})
