import { createPublicKey } from 'node:crypto'
import { issuerKeySet, KEY_IDS } from '../tokens/issuer.ts'
import { type Issued, withSecret, type WriteToken } from './token-row.ts'

/** HMACs with the public key of the issuer, in each form in which a server may have it. */
export function confusions(): readonly (readonly [string, WriteToken])[] {
  const forms: readonly (readonly [string, (issued: Issued) => string | Uint8Array | undefined])[] = [
    ['PEM', ({ good }) => good.key.pem],
    ['PEM without its last line break', ({ good }) => good.key.pem?.trim()],
    ['PEM with line breaks of Windows', ({ good }) => good.key.pem?.replaceAll('\n', '\r\n')],
    ['DER', (issued) => derOf(issued)],
    ['JWK', ({ good }) => JSON.stringify(good.key.jwk)],
    [
      'JWK of its key set',
      ({ good }) => JSON.stringify({ ...good.key.jwk, kid: KEY_IDS.signing, use: 'sig', alg: good.key.alg }),
    ],
    ['base64 of DER', (issued) => derOf(issued)?.toString('base64')],
    ['coordinate or modulus', ({ good }) => good.key.jwk.x ?? good.key.jwk.n],
    ['PEM after a line break (CVE-2026-34950)', ({ good }) => `\n${good.key.pem}`],
    ['PKCS #1 (CVE-2017-11424, CVE-2023-48223)', (issued) => pkcs1Of(issued)],
    ['OpenSSH (CVE-2022-29217)', ({ good }) => openSshOf(good.key.jwk)],
    ['key set (CVE-2026-102273)', ({ facts }) => JSON.stringify(issuerKeySet(facts))],
    ['PEM after a byte order mark (CVE-2026-107722)', ({ good }) => `\uFEFF${good.key.pem}`],
    ['JWK after a byte order mark (CVE-2026-102272)', ({ good }) => `\uFEFF${JSON.stringify(good.key.jwk)}`],
  ]
  return forms.map(([name, secretOf]) => [
    `a token signed with HS256 and the public key in the form ${name}`,
    (issued) => {
      const secret = issued.good.key.pem === undefined ? undefined : secretOf(issued)
      return secret === undefined ? undefined : withSecret(issued, secret)
    },
  ])
}

function derOf({ good }: Issued): Buffer | undefined {
  return good.key.pem === undefined ? undefined : createPublicKey(good.key.pem).export({ type: 'spki', format: 'der' })
}

function pkcs1Of({ good }: Issued): string | undefined {
  if (good.key.pem === undefined || good.key.jwk.kty !== 'RSA') return undefined
  return String(createPublicKey(good.key.pem).export({ type: 'pkcs1', format: 'pem' }))
}

/** The line of a public key (RFC 4253 section 6.6, RFC 5656 section 3.1, RFC 8709 section 4). */
function openSshOf({ kty, crv = '', x, y, n, e }: Issued['good']['key']['jwk']): string | undefined {
  const curve = crv.replace('P-', 'nistp')
  const point = [Buffer.of(4), bytesOf(x), bytesOf(y)]
  if (kty === 'RSA') return lineOf('ssh-rsa', [bytesOf(e), Buffer.concat([Buffer.of(0), bytesOf(n)])])
  if (kty === 'EC') return lineOf(`ecdsa-sha2-${curve}`, [Buffer.from(curve), Buffer.concat(point)])
  return crv === 'Ed25519' ? lineOf('ssh-ed25519', [bytesOf(x)]) : undefined
}

function lineOf(name: string, parts: readonly Buffer[]): string {
  const strings = [Buffer.from(name), ...parts].flatMap((part) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(part.length)
    return [length, part]
  })
  return `${name} ${Buffer.concat(strings).toString('base64')}`
}

function bytesOf(text = ''): Buffer {
  return Buffer.from(text, 'base64url')
}
