import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { runInThisContext } from 'node:vm'
import { expect } from 'chai'
import * as v from 'valibot'
import { hasScope, jwt } from 'svc/identity'

const SECRET = 'kUq3h0vYzR1mTn8sWb5xLe2cPa7dGf4j'
const RIGHT = { issuer: 'https://id.example.com', audience: 'pets' }
const OWN = { issuer: 'pets', audience: 'pets', secret: SECRET }
const pem = (type: 'rsa' | 'ec', options: object): string => {
  const { publicKey } = generateKeyPairSync(type as 'rsa', options as never) as unknown as { publicKey: KeyObject }
  return publicKey.export({ type: 'spki', format: 'pem' }).toString()
}
const RSA = pem('rsa', { modulusLength: 2_048 })
const JWK = createPublicKey(RSA).export({ format: 'jwk' })

/** A wrong configuration, its code, and words that its message must have: what is wrong, and how to mend it. */
type Row = readonly [what: string, options: object, code: string, words: RegExp]

const ROWS: readonly Row[] = [
  ['no options', undefined as never, 'SVC_OPTIONS_INVALID', /takes its options as an object; got undefined/],
  ['no issuer', { audience: 'pets' }, 'SVC_JWT_ISSUER', /another tenant/],
  ['an issuer that is not set', { ...RIGHT, issuer: undefined }, 'SVC_OPTION_UNDEFINED', /unset variable/],
  [
    'an http issuer',
    { ...RIGHT, issuer: 'http://id.example.com' },
    'SVC_JWT_ISSUER',
    /https address.*jwks, key or secret/,
  ],
  ['an issuer that is not an address', { ...RIGHT, issuer: 'pets' }, 'SVC_JWT_ISSUER', /https address/],
  ['an issuer with a query', { ...RIGHT, issuer: 'https://id.example.com/?a=1' }, 'SVC_JWT_ISSUER', /https address/],
  ['an issuer with a password', { ...RIGHT, issuer: 'https://u:p@id.example.com' }, 'SVC_JWT_ISSUER', /https address/],
  ['an issuer behind a blank', { ...RIGHT, issuer: ' https://id.example.com' }, 'SVC_JWT_ISSUER', /https address/],
  ['jwks behind a blank', { ...RIGHT, jwks: ' https://id.example.com/jwks' }, 'SVC_JWT_ISSUER', /https address/],
  ['issuers in a list', { ...RIGHT, issuer: ['https://a', 'https://b'] }, 'SVC_JWT_ISSUER', /got a list/],
  ['no audience', { issuer: RIGHT.issuer }, 'SVC_JWT_AUDIENCE', /another API passes here.*null/],
  ['an empty list of audiences', { ...RIGHT, audience: [] }, 'SVC_JWT_AUDIENCE', /an empty list/],
  ['an empty audience', { ...RIGHT, audience: '' }, 'SVC_JWT_AUDIENCE', /a text, a list of them, or null/],
  ['any audience and nothing else', { ...RIGHT, audience: null }, 'SVC_JWT_AUDIENCE', /typ or by claims/],
  ['jwks over http', { ...RIGHT, jwks: 'http://id.example.com/jwks' }, 'SVC_JWT_ISSUER', /sign tokens/],
  [
    'jwks and a secret',
    { ...OWN, jwks: 'https://id.example.com/jwks' },
    'SVC_JWT_KEY',
    /jwks and secret are both given/,
  ],
  ['a key and a secret', { ...OWN, key: RSA }, 'SVC_JWT_KEY', /key and secret are both given/],
  ['an issuer of one word', { ...RIGHT, issuer: 'pets' }, 'SVC_JWT_ISSUER', /https address/],
  ['a short secret', { ...OWN, secret: 'short' }, 'SVC_JWT_SECRET', /has 5 bytes.*at least 32.*randomBytes/],
  ['one short secret of two', { ...OWN, secret: [SECRET, 'short'] }, 'SVC_JWT_SECRET', /has 5 bytes/],
  ['no secret in the list', { ...OWN, secret: [] }, 'SVC_JWT_SECRET', /empty list/],
  ['a secret that is not set', { ...OWN, secret: undefined }, 'SVC_OPTION_UNDEFINED', /unset variable/],
  [
    'a secret of a tutorial',
    { ...OWN, secret: 'a-string-secret-at-least-256-bits-long' },
    'SVC_JWT_SECRET',
    /everybody knows/,
  ],
  [
    'a secret of a template',
    { ...OWN, secret: 'your-secret-key-please-change-me-now' },
    'SVC_JWT_SECRET',
    /everybody knows/,
  ],
  ['a secret that repeats itself', { ...OWN, secret: 'ab'.repeat(20) }, 'SVC_JWT_SECRET', /everybody knows/],
  ['a public key as the secret', { ...OWN, secret: RSA }, 'SVC_JWT_SECRET', /is a key.*option key/],
  [
    'a public key behind blanks as the secret',
    { ...OWN, secret: `\n ${RSA}` },
    'SVC_JWT_SECRET',
    /is a key.*option key/,
  ],
  ['a JWK as the secret', { ...OWN, secret: JSON.stringify(JWK) }, 'SVC_JWT_SECRET', /is a key.*option key/],
  [
    'a JWK behind a byte order mark as the secret',
    { ...OWN, secret: `\uFEFF${JSON.stringify(JWK)}` },
    'SVC_JWT_SECRET',
    /is a key/,
  ],
  [
    'a key set as the secret',
    { ...OWN, secret: JSON.stringify({ keys: [JWK] }, null, 2) },
    'SVC_JWT_SECRET',
    /is a key/,
  ],
  [
    'a key of OpenSSH as the secret',
    { ...OWN, secret: `ssh-rsa ${'AAAAB3NzaC1yc2E'.repeat(4)} ann@host` },
    'SVC_JWT_SECRET',
    /is a key/,
  ],
  ['a key in DER as the secret', { ...OWN, secret: RSA.replaceAll(/-----.*|\s/g, '') }, 'SVC_JWT_SECRET', /is a key/],
  ['a text that is not a key', { ...RIGHT, key: 'x' }, 'SVC_JWT_KEY', /neither PEM nor a JWK/],
  ['a short RSA key', { ...RIGHT, key: pem('rsa', { modulusLength: 1_024 }) }, 'SVC_JWT_KEY', /2,048 bits/],
  ['a curve that signs nothing', { ...RIGHT, key: pem('ec', { namedCurve: 'secp256k1' }) }, 'SVC_JWT_KEY', /P-256/],
  ['a symmetric JWK', { ...RIGHT, key: { kty: 'oct', k: 'AAAA' } }, 'SVC_JWT_KEY', /option secret/],
  ['a key for encryption', { ...RIGHT, key: { kty: 'EC', use: 'enc' } }, 'SVC_JWT_KEY', /encryption/],
  [
    'a key for encryption by its operations',
    { ...RIGHT, key: { ...JWK, key_ops: ['encrypt'] } },
    'SVC_JWT_KEY',
    /encryption/,
  ],
  ['a key whose id is a number', { ...RIGHT, key: [RSA, { ...JWK, kid: 1 }] }, 'SVC_JWT_KEY', /kid 1/],
  ['algorithms: none', { ...RIGHT, algorithms: ['none'] }, 'SVC_JWT_ALGORITHM', /an absent signature/],
  [
    'HMAC by published keys',
    { ...RIGHT, algorithms: ['RS256', 'HS256'] },
    'SVC_JWT_ALGORITHM',
    /"HS256".*public key.*Possible here: RS256/,
  ],
  ['RSA by a secret', { ...OWN, algorithms: ['RS256'] }, 'SVC_JWT_ALGORITHM', /secret.*Possible here: HS256/],
  ['HS512 by a secret of 32 bytes', { ...OWN, algorithms: ['HS512'] }, 'SVC_JWT_ALGORITHM', /size/],
  ['ES256 by an RSA key', { ...RIGHT, key: RSA, algorithms: ['ES256'] }, 'SVC_JWT_ALGORITHM', /Possible here: RS256/],
  ['no algorithm', { ...RIGHT, algorithms: [] }, 'SVC_JWT_ALGORITHM', /empty list/],
  ['a tolerance above a minute', { ...RIGHT, clockTolerance: 61 }, 'SVC_JWT_OPTION', /0 to 60; got 61/],
  ['a tolerance in words', { ...RIGHT, clockTolerance: '5s' }, 'SVC_JWT_OPTION', /seconds/],
  ['a negative tolerance', { ...RIGHT, clockTolerance: -1 }, 'SVC_JWT_OPTION', /seconds/],
  ['an empty typ', { ...RIGHT, typ: '' }, 'SVC_JWT_OPTION', /at\+jwt/],
  ['claims that are a shape', { ...RIGHT, claims: { sub: String } }, 'SVC_JWT_OPTION', /Standard Schema/],
  ['a map that is a class', { ...RIGHT, map: class User {} }, 'SVC_JWT_OPTION', /takes a function/],
  ['in: a query', { ...RIGHT, in: { query: 'token' } }, 'SVC_JWT_OPTION', /cookie: 'name'/],
  ['in: two places', { ...RIGHT, in: { cookie: 'a', header: 'b' } }, 'SVC_JWT_OPTION', /cookie: 'name'/],
  ['in and scheme', { ...RIGHT, in: { cookie: 'a' }, scheme: 'Token' }, 'SVC_JWT_OPTION', /has no scheme/],
  ['no flows', { ...RIGHT, flows: {} }, 'SVC_JWT_OPTION', /authorizationCode/],
  ['a list of flows', { ...RIGHT, flows: ['password'] }, 'SVC_JWT_OPTION', /got a list/],
  [
    'a flow that is misspelt',
    { ...RIGHT, flows: { passwort: { tokenUrl: '/token' } } },
    'SVC_JWT_OPTION',
    /no flow passwort/,
  ],
  ['a flow of every object', { ...RIGHT, flows: { constructor: {} } }, 'SVC_JWT_OPTION', /no flow constructor/],
  [
    'a flow without an address',
    { ...RIGHT, flows: { authorizationCode: { authorizationUrl: 'https://id/a' } } },
    'SVC_JWT_OPTION',
    /has no tokenUrl/,
  ],
  ['an option that is misspelt', { ...RIGHT, audiance: 'x' }, 'SVC_OPTION_UNKNOWN', /Did you mean "audience"/],
]

/** Code of an application: that of this folder counts as the framework's. */
const declare = runInThisContext('(make) => make()', { filename: '/pets/auth.ts' }) as (make: () => unknown) => unknown

describe('jwt does not load with', () => {
  for (const [what, options, code, words] of ROWS) {
    it(what, () => {
      const error = thrownBy(() => declare(() => jwt(options as never))) as {
        readonly code?: string
        readonly message?: string
      }
      expect(error.code).to.equal(code)
      expect(error.message).to.match(words)
      expect(error.message).to.match(/^\S*pets\/auth\.ts:1 {2}/)
      // A message may end up in a log.
      expect(error.message).not.to.contain('BEGIN').and.not.contain(SECRET)
    })
  }

  it('hasScope of nothing, of a blank, or of a number', () => {
    for (const scopes of [[], [''], ['a b'], ['a"b'], [1], ['ok', 'a\nb']]) {
      const error = thrownBy(() => hasScope(...(scopes as never as [string]))) as { readonly code?: string }
      expect(error.code, JSON.stringify(scopes)).to.equal('SVC_SCOPE_INVALID')
    }
  })
})

describe('jwt loads with', () => {
  const rows: readonly (readonly [what: string, options: object])[] = [
    ['an issuer of https', RIGHT],
    ['an issuer on this machine', { ...RIGHT, issuer: 'http://127.0.0.1:4000' }],
    ['an issuer on this machine by IPv6', { ...RIGHT, issuer: 'http://[::1]:4000' }],
    ['any audience and a typ', { ...RIGHT, audience: null, typ: 'at+jwt' }],
    ['any audience and claims', { ...RIGHT, audience: null, claims: v.object({ client_id: v.string() }) }],
    ['a secret', OWN],
    ['a secret of random bytes in base64', { ...OWN, secret: randomBytes(48).toString('base64') }],
    ['two secrets', { ...OWN, secret: [SECRET, SECRET.toUpperCase()] }],
    ['a public key', { ...RIGHT, key: RSA }],
    ['a public key in one line', { ...RIGHT, key: RSA.replaceAll('\n', '\\n') }],
    ['a key for signatures, by its operations', { ...RIGHT, key: { ...JWK, key_ops: ['verify'], kid: 'a' } }],
    ['flows by paths of this server', { ...RIGHT, flows: { password: { tokenUrl: '/token', scopes: {} } } }],
    ['a narrower choice', { ...RIGHT, algorithms: ['ES256'] }],
    ['a minute of tolerance', { ...RIGHT, clockTolerance: 60 }],
  ]
  for (const [what, options] of rows) it(what, () => expect(() => jwt(options as never)).not.to.throw())
})

function thrownBy(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}
