import type { Case } from './failed.ts'

const SEEN_OUTSIDE = { code: 'crash', calls: [], runs: null } as const
const KEY = { authenticator: 'Key' }

/** Server errors, and the mistake that explains all of them. */
export const CRASH_CAUSES: readonly (readonly [cause: RegExp, ...cases: readonly Case[]])[] = [
  [/^the handler throws/, { names: ['public.anonymous', 'public.bad-cookie'], code: 'crash', calls: [] }],
  [/^the handler of GET \/x fails/, { names: ['public.anonymous'], ...SEEN_OUTSIDE }],
  // No credential is asked for, and none is sent.
  [
    /^the handler of GET \/x fails/,
    { names: ['public.bad-bearer', 'public.anonymous', 'public.bad-basic'], ...SEEN_OUTSIDE },
  ],
  [
    /^a body that is not JSON ends in a server error/,
    { names: ['missing.broken-body'], route: 'PUT /x', ...SEEN_OUTSIDE },
    { names: ['missing.broken-body', 'probe.body-broken'], route: 'POST /y', ...SEEN_OUTSIDE },
  ],
  [
    /^a parameter of the query that the operation does not have ends in a server error/,
    {
      names: ['header.in-query-usual', 'repeat.around-good'],
      sent: ['GET /x?key=[key]', 'GET /x?svc=1'],
      ...SEEN_OUTSIDE,
      ...KEY,
    },
    {
      names: ['bearer.query-access-token', 'probe.query-admin-true'],
      route: 'GET /y',
      sent: ['GET /y?access_token=[key]', 'GET /y?admin=true'],
      ...SEEN_OUTSIDE,
      ...KEY,
    },
  ],
  [
    /^requests at the same time end in a server error/,
    { names: ['users.at-once', 'concurrency.mixed'], route: 'PUT /x', ...SEEN_OUTSIDE, ...KEY },
    { names: ['users.at-once'], route: 'POST /y', ...SEEN_OUTSIDE, ...KEY },
  ],
  // The plain request fails, too.
  [/^the authenticator throws/, { names: ['users.at-once', 'missing', 'key.wrong'], ...SEEN_OUTSIDE, ...KEY }],
  [/^the authenticator throws/, { names: ['missing', 'missing.broken-body', 'key.wrong'], ...SEEN_OUTSIDE, ...KEY }],
  [/^the authenticator throws/, { names: ['bearer.jwt-none', 'bearer.jwt-alg'], ...SEEN_OUTSIDE, ...KEY }],
]
