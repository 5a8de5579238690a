import { X509Certificate } from 'node:crypto'
import { expect } from 'chai'
import { certificateOf } from './certificate.ts'
import { signingKeyFor } from './signing-key.ts'

describe('a certificate of a key', () => {
  for (const alg of ['ES256', 'RS256', 'EdDSA']) {
    it(`is one that readers of X.509 read, with a key for ${alg}`, () => {
      const { jwk, pem } = signingKeyFor(alg, 'a test')
      const { publicKey, subject } = new X509Certificate(Buffer.from(certificateOf(jwk), 'base64'))
      expect([publicKey.export({ type: 'spki', format: 'pem' }), subject]).to.deep.equal([pem, 'CN=svc test-auth'])
    })
  }
})
