import { createPublicKey, type JsonWebKey } from 'node:crypto'

/**
 * A certificate of X.509 (RFC 5280) around a public key, in base64 as `x5c` holds it (RFC 7515 section 4.1.6). Its own signature is
 * zeros: a server that takes the key from a token's header looks at no signature of it.
 */
export function certificateOf(jwk: JsonWebKey): string {
  const key = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'der' })
  const name = sequence(der(SET, sequence(der(OID, COMMON_NAME), der(UTF8_TEXT, Buffer.from('svc test-auth')))))
  const validity = sequence(time('250101000000Z'), time('491231235959Z'))
  const signing = sequence(der(OID, ECDSA_SHA256))
  const content = sequence(der(INTEGER, Buffer.from([1])), signing, name, validity, name, key)
  return sequence(content, signing, der(BIT_TEXT, Buffer.alloc(65))).toString('base64')
}

const INTEGER = 0x02
const BIT_TEXT = 0x03
const OID = 0x06
const UTF8_TEXT = 0x0c
const UTC_TIME = 0x17
const SEQUENCE = 0x30
const SET = 0x31

/** 2.5.4.3 */
const COMMON_NAME = Buffer.from([0x55, 0x04, 0x03])
/** 1.2.840.10045.4.3.2 */
const ECDSA_SHA256 = Buffer.from([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02])

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(SEQUENCE, Buffer.concat(parts))
}

function time(text: string): Buffer {
  return der(UTC_TIME, Buffer.from(text))
}

/** A value with its tag and length (X.690 section 8.1). */
function der(tag: number, value: Buffer): Buffer {
  const { length } = value
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), value])
}
