import { constants, generateKeyPairSync, type JsonWebKey, type KeyPairKeyObjectResult, sign } from 'node:crypto'

/** How a JSON Web Token is signed with a key pair that its sender made (RFC 7518 section 3.1, RFC 8037). */
export interface OwnKey {
  readonly alg: string
  readonly jwk: JsonWebKey
  /** Signs the text of a token, in base64url. */
  readonly sign: (text: string) => string
}

const CURVES: Readonly<Record<string, string>> = { 256: 'P-256', 384: 'P-384', 512: 'P-521' }

/** A key of one's own for the algorithm of a token: a server may let no other pass. ES256 where it is a shared secret. */
export function ownKeyFor(alg: unknown): OwnKey {
  if (alg === 'EdDSA' || alg === 'Ed25519') return keyOf(alg, 'ed25519', (text, key) => sign(null, text, key))
  const [, family = 'ES', bits = '256'] = /^(ES|RS|PS)(256|384|512)$/.exec(String(alg)) ?? []
  const hash = `sha${bits}`
  if (family === 'ES')
    return keyOf(`ES${bits}`, CURVES[bits] as string, (text, key) =>
      sign(hash, text, { key, dsaEncoding: 'ieee-p1363' }),
    )
  const padding =
    family === 'PS' ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST } : {}
  return keyOf(`${family}${bits}`, 'rsa', (text, key) => sign(hash, text, { key, ...padding }))
}

type PrivateKey = KeyPairKeyObjectResult['privateKey']

function keyOf(alg: string, type: string, signWith: (text: Buffer, key: PrivateKey) => Buffer): OwnKey {
  const { privateKey, publicKey } = pairOf(type)
  return {
    alg,
    jwk: publicKey.export({ format: 'jwk' }),
    sign: (text) => signWith(Buffer.from(text), privateKey).toString('base64url'),
  }
}

/** The same keys for all tokens of a run: one of RSA takes a tenth of a second. */
const PAIRS = new Map<string, KeyPairKeyObjectResult>()

function pairOf(type: string): KeyPairKeyObjectResult {
  const pair = PAIRS.get(type) ?? makePair(type)
  PAIRS.set(type, pair)
  return pair
}

function makePair(type: string): KeyPairKeyObjectResult {
  if (type === 'ed25519') return generateKeyPairSync('ed25519')
  if (type === 'rsa') return generateKeyPairSync('rsa', { modulusLength: 2048 })
  return generateKeyPairSync('ec', { namedCurve: type })
}
