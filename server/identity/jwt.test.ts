import { createHmac, createPublicKey } from 'node:crypto'
import { expect } from 'chai'
import { CompactEncrypt, type JWTHeaderParameters, SignJWT } from 'jose'
import { jwt } from 'svc/identity'
import {
  AUDIENCE,
  claimsOf,
  makeKey,
  openIssuer,
  seconds,
  sign,
  type TestIssuer,
  type TestKey,
} from './testdata/issuer.ts'
import { type Called, callerOf } from './testdata/call.ts'

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

let issuer: TestIssuer
let rsa: TestKey
let other: TestKey
let bare: TestKey
let call: (token?: string) => Promise<Called>

before(async () => {
  issuer = await openIssuer()
  rsa = await makeKey('RS256', 'rsa')
  other = await makeKey('ES256', 'first')
  bare = await makeKey('RS256', 'bare')
  const { alg: _alg, ...withoutAlg } = bare.jwk
  issuer.keys.push(rsa.jwk, withoutAlg)
  call = callerOf(jwt({ issuer: issuer.url, audience: AUDIENCE }))
})
after(() => issuer.close())

describe('jwt passes', () => {
  const rows: readonly (readonly [what: string, claims: () => object, header?: Partial<JWTHeaderParameters>])[] = [
    ['a right token', () => ({})],
    ['one without typ', () => ({}), { typ: undefined as never }],
    ['typ JWT in any case', () => ({}), { typ: 'jwt' }],
    ['typ at+jwt', () => ({}), { typ: 'at+jwt' }],
    ['typ application/at+jwt', () => ({}), { typ: 'application/at+jwt' }],
    ['one of several audiences', () => ({ aud: ['orders', AUDIENCE] })],
    ['one without iat and nbf', () => ({ iat: undefined })],
    ['one that ended within the tolerance', () => ({ exp: seconds() - 2 })],
    ['one that begins within the tolerance', () => ({ nbf: seconds() + 2, iat: seconds() + 2 })],
    ['an end with a fraction', () => ({ exp: seconds() + 60.5 })],
    ['one without kid', () => ({}), { kid: undefined as never }],
    [
      'keys that its header names, unused',
      () => ({}),
      { jwk: { kty: 'EC' }, jku: 'http://127.0.0.1:1/', x5c: ['AA=='] },
    ],
  ]
  for (const [what, claims, header] of rows) {
    it(what, async () => {
      const [status, auth] = await call(await issuer.mint(claims(), header))
      expect([status, (auth as { sub?: string }).sub]).to.deep.equal([200, 'ann'])
    })
  }

  it('a token by each key of the set', async () => {
    expect((await call(await issuer.mint({}, {}, rsa)))[0]).to.equal(200)
  })
})

/** Each is a mistake that applications make, or that a library made: its advisory is named where there is one. */
const REFUSED: readonly (readonly [what: string, make: () => Promise<string> | string])[] = [
  ['expired', () => issuer.mint({ exp: seconds() - 60 })],
  ['no end', () => issuer.mint({ exp: undefined })],
  ['an end that is a text', () => issuer.mint({ exp: String(seconds() + 60) })],
  ['an end that is null', () => issuer.mint({ exp: null })],
  ['an end beyond numbers', () => signRaw(`{"iss":"${issuer.url}","aud":"pets","exp":1e999}`)],
  ['not yet valid (nbf)', () => issuer.mint({ nbf: seconds() + 60 })],
  ['issued in the future (iat)', () => issuer.mint({ iat: seconds() + 60 })],
  ['nbf that is a text', () => issuer.mint({ nbf: '0' })],
  ['another issuer', () => issuer.mint({ iss: 'https://other.example' })],
  ['an issuer in a list (fast-jwt CVE-2025-30144)', () => issuer.mint({ iss: [issuer.url, 'https://other.example'] })],
  ['a part of the issuer (PyJWT CVE-2024-53861)', () => issuer.mint({ iss: issuer.url.slice(0, -1) })],
  ['no issuer', () => issuer.mint({ iss: undefined })],
  ['another audience', () => issuer.mint({ aud: 'orders' })],
  ['an audience that begins alike', () => issuer.mint({ aud: 'pets2' })],
  ['no audience (Hono CVE-2025-62610)', () => issuer.mint({ aud: undefined })],
  ['no audience in a list', () => issuer.mint({ aud: [] })],
  ['an audience that is an object', () => issuer.mint({ aud: { 0: 'pets', length: 1 } })],
  ['an audience among other values than texts', () => issuer.mint({ aud: ['pets', { toString: 'x' }] })],
  ['an ID token (nonce)', () => issuer.mint({ nonce: 'n' })],
  ['an ID token (at_hash)', () => issuer.mint({ at_hash: 'h' })],
  ['an ID token (c_hash)', () => issuer.mint({ c_hash: 'h' })],
  ['an ID token (token_use)', () => issuer.mint({ token_use: 'id' })],
  ['an ID token (typ of Keycloak)', () => issuer.mint({ typ: 'ID' })],
  ['another typ', () => issuer.mint({}, { typ: 'logout+jwt' })],
  ['a typ that is a list', () => issuer.mint({}, { typ: ['JWT'] as never })],
  ['alg none without a signature (express-jwt CVE-2020-15084)', () => unsigned('none', '')],
  ['alg none with a signature (jsonwebtoken CVE-2022-23540)', () => unsigned('none', 'AAAA')],
  ['alg None', () => unsigned('None', 'AAAA')],
  ['alg nOnE', () => unsigned('nOnE', 'AAAA')],
  ['alg that is empty', () => unsigned('', 'AAAA')],
  ['alg that is a list', () => unsigned(['RS256'], 'AAAA')],
  ['no alg', () => unsigned(undefined, 'AAAA')],
  ['alg __proto__', () => unsigned('__proto__', 'AAAA')],
  ['alg toString', () => unsigned('toString', 'AAAA')],
  // jsonwebtoken CVE-2015-9235 and CVE-2022-23541, fast-jwt CVE-2023-48223, PyJWT CVE-2017-11424 and CVE-2022-29217,
  // Hono CVE-2026-22817 and CVE-2026-22818 (a key without alg: below).
  ['HS256 with the public key in PEM as the secret', () => confused(rsa.spki, 'HS256', 'rsa')],
  ['HS256 with that PEM without its last line break', () => confused(rsa.spki.trim(), 'HS256', 'rsa')],
  [
    'HS256 with that PEM behind white space (fast-jwt CVE-2026-34950)',
    () => confused(`\n ${rsa.spki}`, 'HS256', 'rsa'),
  ],
  ['HS256 with PKCS#1 PEM', () => confused(pkcs1Of(rsa), 'HS256', 'rsa')],
  ['HS256 with the JWK as the secret', () => confused(JSON.stringify(rsa.jwk), 'HS256', 'rsa')],
  ['HS256 with the modulus as the secret', () => confused(Buffer.from(rsa.jwk.n ?? '', 'base64url'), 'HS256', 'rsa')],
  ['HS384 with the public key', () => confused(rsa.spki, 'HS384', 'rsa')],
  ['HS512 with the public key', () => confused(rsa.spki, 'HS512', 'rsa')],
  ['HS256 with the public key where it says no alg', () => confused(bare.spki, 'HS256', 'bare')],
  ['HS256 with an empty secret', () => confused('', 'HS256', 'rsa')],
  ['HS256 with an empty secret and an unknown kid', () => confused('', 'HS256', '../../dev/null')],
  ['ES256 with the kid of an RSA key', () => sign(claimsOf(issuer.url), { kid: 'rsa' }, other)],
  ['RS256 with the kid of an EC key', () => sign(claimsOf(issuer.url), { kid: 'first' }, rsa)],
  ['PS256 with a key that says RS256', async () => issuer.mint({}, { kid: 'rsa' }, await asPs256(rsa))],
  ['a signature by another key of that kid', () => sign(claimsOf(issuer.url), {}, other)],
  ['a key in its own header (node-jose CVE-2018-0114)', () => sign(claimsOf(issuer.url), { jwk: other.jwk }, other)],
  [
    'a key in its own header without kid',
    () => sign(claimsOf(issuer.url), { jwk: other.jwk, kid: undefined as never }, other),
  ],
  [
    'a key at an address of its own (jku)',
    () => sign(claimsOf(issuer.url), { jku: `${issuer.url}/evil`, kid: 'evil' }, other),
  ],
  [
    'a certificate of its own (x5u)',
    () => sign(claimsOf(issuer.url), { x5u: `${issuer.url}/evil`, kid: 'evil' }, other),
  ],
  ['a certificate in its header (x5c)', () => sign(claimsOf(issuer.url), { x5c: ['AAAA'], kid: 'evil' }, other)],
  ['a kid that is a path', () => sign(claimsOf(issuer.url), { kid: '../../../../dev/null' }, other)],
  ['a kid that is SQL', () => sign(claimsOf(issuer.url), { kid: "x' UNION SELECT 'key" }, other)],
  ['a kid that is a command', () => sign(claimsOf(issuer.url), { kid: '|/usr/bin/id' }, other)],
  ['a kid __proto__', () => sign(claimsOf(issuer.url), { kid: '__proto__' }, other)],
  ['a kid that is a list', () => issuer.mint({}, { kid: ['first'] as never })],
  ['an unknown kid', () => issuer.mint({}, { kid: 'unknown' })],
  [
    'crit with an unknown extension (PyJWT CVE-2026-32597, fast-jwt CVE-2026-35042)',
    () => rawHeader({ crit: ['x'], x: 1 }),
  ],
  ['crit with b64 (unencoded payload, RFC 7797)', () => rawHeader({ crit: ['b64'], b64: false })],
  ['b64 without crit', () => rawHeader({ b64: false })],
  ['an empty crit', () => rawHeader({ crit: [] })],
  ['cty JWT: a token in a token', () => rawHeader({ cty: 'JWT' })],
  ['zip', () => rawHeader({ zip: 'DEF', enc: 'A256GCM' })],
  ['JWE of five parts (jose CVE-2022-36083, CVE-2024-28176)', () => encrypted()],
  ['no signature', async () => `${(await issuer.mint()).split('.').slice(0, 2).join('.')}.`],
  ['two parts', async () => (await issuer.mint()).split('.').slice(0, 2).join('.')],
  ['four parts', async () => `${await issuer.mint()}.AAAA`],
  ['a detached payload', async () => (await issuer.mint()).replace(/\.[^.]+\./, '..')],
  ['JSON serialization', async () => jsonForm(await issuer.mint())],
  ['a changed claim', async () => changeClaims(await issuer.mint(), { sub: 'admin' })],
  ['a signature in DER (ES256)', async () => (await issuer.mint()).replace(/[^.]+$/, 'MAYCAQECAQE')],
  [
    'a signature of zeros (Java CVE-2022-21449)',
    async () => (await issuer.mint()).replace(/[^.]+$/, Buffer.alloc(64).toString('base64url')),
  ],
  ['a signature that ends early', async () => (await issuer.mint()).slice(0, -4)],
  ['other last bits in the signature', async () => lastBits(await issuer.mint())],
  ['padding', async () => `${await issuer.mint()}=`],
  [
    'base64 in place of base64url',
    async () => (await issuer.mint()).replaceAll('-', '+').replaceAll('_', '/').concat('+'),
  ],
  ['claims that are a list', () => signRaw('[]')],
  ['claims that are null', () => signRaw('null')],
  ['claims that are a text', () => signRaw('"claims"')],
  ['claims that are not JSON', () => signRaw('{')],
  ['claims that are not UTF-8', () => signRaw(Buffer.from([0x7b, 0xff, 0x7d]))],
  ['claims behind a byte order mark', () => signRaw(`\ufeff${JSON.stringify(claimsOf(issuer.url))}`)],
  [
    'an issuer that stands twice, the right one first',
    () => signRaw(`{"iss":"${issuer.url}","aud":"pets","exp":${seconds() + 60},"iss":"x"}`),
  ],
  [
    'an audience by __proto__',
    () => signRaw(`{"iss":"${issuer.url}","__proto__":{"aud":"pets"},"exp":${seconds() + 60}}`),
  ],
  ['more than 16,384 characters', () => issuer.mint({ padding: 'x'.repeat(16_384) })],
  ['the text undefined', () => 'undefined'],
]

describe('jwt refuses with 401', () => {
  for (const [what, make] of REFUSED) {
    it(what, async () => expect(await call(await make())).to.deep.equal([401]))
  }

  it('the same answer for every one of them', async () => {
    const api = callerOf(jwt({ issuer: issuer.url, audience: AUDIENCE }))
    const wrong = [await issuer.mint({ exp: 1 }), await issuer.mint({ aud: 'x' }), 'x', undefined]
    expect(await Promise.all(wrong.map((token) => api(token)))).to.deep.equal(wrong.map(() => [401]))
  })

  it('without asking any address but those of the issuer', async () => {
    await call(await issuer.mint({}, { jku: `${issuer.url}/other`, x5u: `${issuer.url}/other` }))
    expect([...new Set(issuer.asked)]).to.deep.equal(['/.well-known/openid-configuration', '/jwks'])
  })
})

async function asPs256(key: TestKey): Promise<TestKey> {
  const { importJWK, exportJWK } = await import('jose')
  const privateKey = (await importJWK({ ...(await exportJWK(key.privateKey)) }, 'PS256')) as never
  return { ...key, alg: 'PS256', privateKey }
}

function unsigned(alg: unknown, signature: string): string {
  return `${encode({ alg, typ: 'JWT', kid: 'first' })}.${encode(claimsOf(issuer.url))}.${signature}`
}

function confused(secret: string | Uint8Array, alg: string, kid: string): string {
  const body = `${encode({ alg, typ: 'JWT', kid })}.${encode(claimsOf(issuer.url))}`
  return `${body}.${createHmac(alg.replace('HS', 'sha'), secret).update(body).digest('base64url')}`
}

function pkcs1Of(key: TestKey): string {
  return createPublicKey(key.spki).export({ type: 'pkcs1', format: 'pem' }).toString()
}

/** Signed rightly: what is wrong is in the header alone. */
async function rawHeader(header: object): Promise<string> {
  const text = encode({ alg: 'ES256', kid: 'first', ...header })
  const body = `${text}.${encode(claimsOf(issuer.url))}`
  const data = new TextEncoder().encode(body)
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  const signature = await crypto.subtle.sign(algorithm, issuer.signer.privateKey, data)
  return `${body}.${Buffer.from(signature).toString('base64url')}`
}

async function signRaw(payload: string | Uint8Array): Promise<string> {
  const { CompactSign } = await import('jose')
  const bytes = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload
  return new CompactSign(bytes).setProtectedHeader({ alg: 'ES256', kid: 'first' }).sign(issuer.signer.privateKey)
}

async function encrypted(): Promise<string> {
  const secret = new Uint8Array(32)
  const inner = new TextEncoder().encode(
    await new SignJWT(claimsOf(issuer.url)).setProtectedHeader({ alg: 'HS256' }).sign(secret),
  )
  return new CompactEncrypt(inner).setProtectedHeader({ alg: 'dir', enc: 'A256GCM', cty: 'JWT' }).encrypt(secret)
}

function jsonForm(token: string): string {
  const [header, payload, signature] = token.split('.')
  return JSON.stringify({ protected: header, payload, signature })
}

function changeClaims(token: string, claims: object): string {
  const [header, payload = '', signature] = token.split('.')
  const known = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
  return `${header}.${encode({ ...known, ...claims })}.${signature}`
}

/** Of 64 bytes the last character holds four bits that belong to nothing. */
function lastBits(token: string): string {
  const last = token.at(-1) as string
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return token.slice(0, -1) + letters[letters.indexOf(last) + 1]
}
