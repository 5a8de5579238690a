import { certificateOf } from '../tokens/certificate.ts'
import { encodePart, encryptionKey, KEY_IDS, type TokenParts, writeToken } from '../tokens/issuer.ts'
import { signingKeyFor } from '../tokens/signing-key.ts'
import type { Row } from './row.ts'
import { confusions } from './token-confusions.ts'
import { eachOf, forged, type Issued, tokenRows, withHeader, withSecret, type WriteToken } from './token-row.ts'

const UNVERIFIED = { cause: 'the signature of the token is not verified as it was made', cwe: 347 }
const CONFUSED = {
  cause:
    'the token chooses how it is verified: a public key, which everybody knows, is taken for a secret (CVE-2015-9235)',
  cwe: 347,
}
const BROUGHT = { cause: 'the key is taken from the token, or from where the token says (CVE-2018-0114)', cwe: 347 }
const KEY_ID = {
  cause: 'the key id is used as a path, in a query or as a name of a member: its sender chooses the key',
  cwe: 347,
}
const EXTENSION = {
  cause: 'an extension that the token declares to be critical is passed over (RFC 7515 section 4.1.11)',
  cwe: 347,
}
const PURPOSE = {
  cause: 'every key that is known verifies: what it is for, and that it was withdrawn, is not looked at',
  cwe: 347,
}

/** Signed by another, by none, or in a way that must not count. */
// oxfmt-ignore
export const TOKEN_SIGNATURE_ROWS: readonly Row[] = [
  ...eachOf(
    'jwt.none',
    ['none', 'None', 'NONE', 'nOnE', ' none', '', null, undefined].map((alg) => [
      `a token without a signature, its alg ${alg === undefined ? 'left out' : JSON.stringify(alg)}`,
      (i) => unsigned(i, { alg }, ''),
    ]),
    UNVERIFIED,
  ),
  ...tokenRows(UNVERIFIED, {
    'jwt.none-signed': ['a token with alg none and the signature of another', (i) => unsigned(i, { alg: 'none' }, 'c2lnbmF0dXJl')],
    'jwt.none-twice': ['a token whose header says alg twice, none at last', (i) => twice(i)],
    'jwt.other-key': ['a token signed with another key under the id of the right one', (i) => forged(i, {})],
    'jwt.other-key-no-id': ['a token signed with another key, without an id', (i) => forged(i)],
    'jwt.cut': ['a token with its signature cut off', ({ good }) => writeToken(good).replace(/[^.]*$/, '')],
    'jwt.zeros': ['a token whose signature is zeros (CVE-2022-21449)', (i) => unsigned(i, {}, zeros(i))],
    'jwt.detached': ['a token without its content, under the signature of it', ({ good }) => writeToken(good).replace(/\..*\./, '..')],
    'jwt.encrypted': ['an encrypted token', (i) => encrypted(i)],
    'jwt.deep': ['a forged token with a thousand lists in each other', (i) => deep(i)],
  }),
  ...eachOf(
    'jwt.other-alg',
    [
      ['a right token whose header says another algorithm', (i) => otherAlgorithm(i)],
      ['a token whose signature covers the name of another algorithm (CVE-2026-48523)', (i) => withHeader(i, { alg: algorithmBeside(i) })],
    ],
    UNVERIFIED,
  ),
  ...eachOf('jwt.public-key', confusions(), CONFUSED),
  ...eachOf(
    'jwt.weak-secret',
    ['', 'undefined', 'null', '[object Object]', 'secret'].map((secret) => [
      `a token signed with ${secret === '' ? 'an empty secret' : `the secret ${secret}`}`,
      (i) => withSecret(i, secret),
    ]),
    { cause: 'the key of the signature is empty, or stands in every list of secrets', cwe: 1391 },
  ),
  ...tokenRows(BROUGHT, {
    'jwt.jwk': ['a token that brings the key that it is signed with', (i) => forged(i, { jwk: i.attacker.jwk })],
    'jwt.jwk-same-id': [
      'a token that brings the key that it is signed with, under the id of the right one',
      (i) => forged(i, { jwk: { ...i.attacker.jwk, kid: i.good.header['kid'] } }),
    ],
    'jwt.jku': [
      'a token that says where the key set is that it is signed with',
      (i) => forged(i, { ...(i.good.header['kid'] === undefined ? {} : { kid: 'svc-own' }), jku: keySetUrl(i) }),
    ],
    'jwt.x5c': ['a token that brings the certificate of the key that it is signed with', (i) => forged(i, { x5c: [certificateOf(i.attacker.jwk)] })],
    'jwt.x5u': ['a token that says where the certificate is of the key that it is signed with', (i) => forged(i, { x5u: certificateUrl(i) })],
  }),
  ...eachOf(
    'jwt.key-id',
    [
      ['a token whose key id is the path of an empty file, signed with an empty secret', (i) => withSecret(i, '', { kid: '../../../../dev/null' })],
      ['a token whose key id is a query that gives the secret', (i) => withSecret(i, 'svc', { kid: "svc' UNION SELECT 'svc' -- " })],
      ['a token whose key id is __proto__', (i) => forged(i, { kid: '__proto__' })],
      ['a token whose key id is constructor', (i) => forged(i, { kid: 'constructor' })],
      ['a token whose key id is an address', (i) => forged(i, { kid: keySetUrl(i) })],
      ['a token with a key id that is not known', (i) => forged(i, { kid: 'svc-unknown' })],
      ...['', 'undefined', 'secret'].map((secret): readonly [string, WriteToken] => [
        `a token with a key id that is not known, signed with ${secret === '' ? 'an empty secret' : `the secret ${secret}`}`,
        (i) => withSecret(i, secret, { kid: 'svc-unknown' }),
      ]),
    ],
    KEY_ID,
  ),
  ...tokenRows(EXTENSION, {
    'jwt.critical': ['a right token that declares an unknown extension critical', (i) => withHeader(i, { crit: ['svc'], svc: true })],
    'jwt.critical-empty': ['a right token with an empty list of critical extensions', (i) => withHeader(i, { crit: [] })],
    'jwt.not-encoded': ['a token signed over its plain content (b64, RFC 7797)', (i) => notEncoded(i)],
  }),
  ...tokenRows(PURPOSE, {
    'jwt.other-use': ['a token signed with a key of the issuer that is for encryption', (i) => ofIssuer(i, KEY_IDS.encryption)],
    'jwt.rotated': ['a token signed with a key that the issuer has withdrawn', (i) => ofIssuer(i, 'svc-before')],
    'jwt.rotated-same-id': ['a token signed with a withdrawn key under the id of the present one', (i) => ofIssuer(i, KEY_IDS.signing)],
  }),
  ...tokenRows(
    {
      cause: 'a token without a key id is refused, although one key alone can have signed it',
      cwe: 347,
      presented: 'good',
    },
    {
      'jwt.no-key-id': ['a right token without a key id', (i) => (i.good.header['kid'] === undefined ? undefined : withHeader(i, { kid: undefined }))],
    },
  ),
]

function unsigned({ good }: Issued, header: TokenParts['header'], signature: string): string {
  return `${encodePart({ ...good.header, ...header })}.${encodePart(good.claims)}.${signature}`
}

function twice({ good }: Issued): string {
  const header = `${JSON.stringify(good.header).slice(0, -1)},"alg":"none"}`
  return `${Buffer.from(header).toString('base64url')}.${encodePart(good.claims)}.`
}

function zeros({ good }: Issued): string {
  return Buffer.alloc(Buffer.from(good.key.sign(''), 'base64url').length).toString('base64url')
}

/** As long as the one that is due, or of another length: the key decides, not the header. */
function otherAlgorithm(issued: Issued): string {
  const text = writeToken(issued.good)
  return `${encodePart({ ...issued.good.header, alg: algorithmBeside(issued) })}${text.slice(text.indexOf('.'))}`
}

function algorithmBeside({ good }: Issued): string | undefined {
  const others: Readonly<Record<string, string>> = { ES: 'RS256', RS: 'PS256', PS: 'RS256', HS: 'HS512', Ed: 'ES256' }
  const alg = others[good.key.alg.slice(0, 2)]
  return alg === good.key.alg ? 'HS256' : alg
}

function encrypted({ good }: Issued): string {
  const header = encodePart({ alg: 'dir', enc: 'A256GCM', cty: 'JWT', kid: good.header['kid'] })
  return `${header}..${'A'.repeat(16)}.${encodePart(good.claims)}.${'A'.repeat(22)}`
}

function deep(issued: Issued): string {
  const { good } = issued
  const lists = `${'['.repeat(1_000)}${']'.repeat(1_000)}`
  const content = `${JSON.stringify(good.claims).slice(0, -1)},"svc":${lists}}`
  const text = `${encodePart({ ...good.header, alg: issued.attacker.alg })}.${Buffer.from(content).toString('base64url')}`
  return `${text}.${issued.attacker.sign(text)}`
}

function keySetUrl({ attacker }: Issued): string {
  const set = { keys: [{ ...attacker.jwk, kid: 'svc-own', use: 'sig', alg: attacker.alg }] }
  return `data:application/json,${encodeURIComponent(JSON.stringify(set))}`
}

function certificateUrl({ attacker }: Issued): string {
  const pem = `-----BEGIN CERTIFICATE-----\n${certificateOf(attacker.jwk)}\n-----END CERTIFICATE-----\n`
  return `data:application/x-pem-file,${encodeURIComponent(pem)}`
}

function notEncoded({ good }: Issued): string {
  const header = encodePart({ ...good.header, b64: false, crit: ['b64'] })
  const content = JSON.stringify(good.claims)
  return `${header}.${Buffer.from(content).toString('base64url')}.${good.key.sign(`${header}.${content}`)}`
}

function ofIssuer({ good, facts }: Issued, id: string): TokenParts | undefined {
  if (good.key.pem === undefined) return undefined
  const kid = good.header['kid'] === undefined ? undefined : id
  const key = id === KEY_IDS.encryption ? encryptionKey(facts) : signingKeyFor(good.key.alg, 'issuer, before')
  return { ...good, header: { ...good.header, kid }, key }
}
