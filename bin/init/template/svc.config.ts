import { defineConfig } from 'svc'
// if session or oidc
import { fwAuth } from 'svc/security'
// end
// if bearer
import { apiToken } from './lib/api-token.ts'
// end
// if key
import { clientKey } from './lib/client-key.ts'
// end
// if jwt or oidc
import { accessToken } from './lib/access-token.ts'
// end
import { requireEnv } from './lib/env.ts'
// if oidc
import { client } from './lib/provider.ts'
// end

export default defineConfig({
  title: 'my-api',
  version: '0.1.0',
  // Every route below routes/ needs one of these, unless a folder, a file or the route itself says otherwise.
  auth: [
    // if bearer
    apiToken,
    // end
    // if key
    clientKey,
    // end
    // if session or oidc
    fwAuth,
    // end
    // if jwt or oidc
    accessToken,
    // end
  ],
  // Whose a parameter of a path names must be said, by a resource, or by null.
  resources: 'declared',
  // if session or oidc
  // A request that changes something with a cookie must come from the same origin.
  csrf: true,
  // The address that browsers use, such as https://api.example: svc start needs it behind a proxy.
  ...(process.env['PUBLIC_URL'] ? { publicUrl: process.env['PUBLIC_URL'] } : {}),
  // end
  // if oidc
  // People log in at the provider from the page at /api/docs; its tokens are for the audience of lib/access-token.ts.
  docs: { oauth: { ...client, scope: 'openid', parameters: { audience: 'my-api' } } },
  // end
  // After five wrong credentials or passwords within a minute, the next answer is 429.
  throttle: { failures: 5, window: 60 },
  // Runs before the first request of svc dev, svc test-auth and svc start; svc build needs no secrets.
  start: requireEnv,
})
