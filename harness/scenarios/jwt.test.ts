import { expect } from 'chai'
import type { Subject } from '../subject/leaf-subject.ts'
import { JWT_ROWS } from './jwt.ts'

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>
const CLAIMS = encode({ sub: 'ann' })

/** The token of a row, made from a good one that is signed with this algorithm. */
function forged(row: string, alg: string, variant?: string): readonly string[] {
  const value = `${encode({ typ: 'JWT', alg, kid: 'one' })}.${CLAIMS}.${'A'.repeat(43)}`
  const bare = { method: 'GET', target: '/', headers: [] }
  const subject = { bare, good: { value: { type: 'key', value } } } as unknown as Subject
  const request = JWT_ROWS.find((one) => one.name === row && one.variant === variant)?.request(subject)
  const [, line = ''] = request?.headers.find(([name]) => name === 'Authorization') ?? []
  return line.replace('Bearer ', '').split('.')
}

/** The algorithms in the words of Web Crypto: it verifies apart from the code that signs. */
const ALGORITHMS: Readonly<Record<string, object>> = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  ES384: { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' },
  ES512: { name: 'ECDSA', namedCurve: 'P-521', hash: 'SHA-512' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  RS512: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' },
  PS256: { name: 'RSA-PSS', hash: 'SHA-256', saltLength: 32 },
  PS384: { name: 'RSA-PSS', hash: 'SHA-384', saltLength: 48 },
  EdDSA: { name: 'Ed25519' },
}

describe('a token that brings the key that it is signed with', () => {
  for (const [alg, algorithm] of Object.entries(ALGORITHMS))
    it(`is signed with ${alg} as the good one, so that a server that admits no other reads it`, async () => {
      const [first = '', claims = '', signature = ''] = forged('bearer.jwt-jwk', alg)
      const { jwk, ...head } = decode(first)
      expect(head).to.deep.equal({ typ: 'JWT', alg, kid: 'one' })
      expect(claims).to.equal(CLAIMS)
      expect(jwk).to.not.have.any.keys('d', 'p', 'q', 'k')
      const key = await crypto.subtle.importKey('jwk', jwk as JsonWebKey, algorithm as AlgorithmIdentifier, false, [
        'verify',
      ])
      const bytes = (text: string, as: BufferEncoding): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, as))
      const isSigned = await crypto.subtle.verify(
        algorithm as AlgorithmIdentifier,
        key,
        bytes(signature, 'base64url'),
        bytes(`${first}.${claims}`, 'latin1'),
      )
      expect(isSigned).to.equal(true)
    })

  it('names no key, too, where the good one names one', () => {
    const { jwk, ...head } = decode(forged('bearer.jwt-jwk', 'ES256', '2')[0] ?? '')
    expect([head, typeof jwk]).to.deep.equal([{ typ: 'JWT', alg: 'ES256' }, 'object'])
  })

  it('is signed with ES256 where the good one has a shared secret', () =>
    expect(decode(forged('bearer.jwt-jwk', 'HS256')[0] ?? '')).to.include({ alg: 'ES256' }))
})
