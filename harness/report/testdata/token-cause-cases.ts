import type { Case } from './failed.ts'

const TOKEN = { authenticator: 'Token' }

/** Findings about tokens of the harness's issuer and about logouts, and the mistake that explains all of them. */
export const TOKEN_CAUSES: readonly (readonly [cause: RegExp, ...cases: readonly Case[]])[] = [
  [/^a logout ends nothing/, { names: ['flow.logout-clears', 'flow.replay-after-logout'] }],
  [/^a logout is forgotten/, { names: ['flow.replay-later'] }],
  [
    /^the token is decoded, and its signature/,
    { names: ['bearer.jwt-signature', 'bearer.jwt-claims', 'key.suffix'], ...TOKEN },
    { names: ['key.wrong', 'key.first', 'key.half'], code: 'crash', ...TOKEN },
  ],
  [/^the times of a token/, { names: ['jwt.no-end', 'jwt.expired', 'jwt.issued-later'], ...TOKEN }],
  [
    /^of the issuer of a token and its audience/,
    { names: ['jwt.issuer', 'jwt.audience', 'swap.other-purpose'], ...TOKEN },
  ],
  [/^the audience of a token/, { names: ['jwt.audience', 'swap.other-purpose'], ...TOKEN }],
  [/^the issuer of a token/, { names: ['jwt.issuer', 'jwt.claims-twice'], ...TOKEN }],
  [/^the type of a token/, { names: ['jwt.type-number', 'jwt.type', 'jwt.id-token'], ...TOKEN }],
  [/^the token says which key/, { names: ['jwt.jku', 'bearer.jwt-jwk', 'jwt.key-id'], ...TOKEN }],
  // Other routes are sent fewer forms.
  [
    /^a token whose header cannot be read/,
    {
      names: ['bearer.jwt-jwk', 'bearer.jwt-alg', 'bearer.jwt-none', 'bearer.jwt-none-case', 'bearer.param'],
      ...TOKEN,
    },
    { names: ['key.first-char', 'key.tail', 'key.extra-head', 'key.percent'], ...TOKEN },
    { names: ['bearer.jwt-none'], route: 'GET /y', ...TOKEN },
  ],
  [
    /^a token whose key id is not known/,
    { names: ['bearer.jwt-jwk', 'bearer.jwt-kid', 'key.fixture-invalid'], ...TOKEN },
  ],
  [/^the token says how it is verified/, { names: ['jwt.public-key', 'jwt.weak-secret', 'bearer.jwt-none'], ...TOKEN }],
  [/^extensions that a token declares/, { names: ['jwt.critical', 'jwt.critical-empty'], ...TOKEN }],
  [/^scopes are not compared as exact/, { names: ['jwt.scope-longer', 'jwt.scope-any'], ...TOKEN }],
]
