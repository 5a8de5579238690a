import { readDevelopmentKeys } from '../auth/token-keys.ts'
import { ALGORITHMS } from './algorithms.ts'
import { keysFrom, type KeySource } from './keys.ts'

/** The `issuer` that `svc dev` and `svc test-auth` stand for. No address mints its tokens, and no other process takes them. */
export const DEVELOPMENT_ISSUER = 'dev'

let isSaid = false

/** The keys that this process was handed. Without them every token is answered 503, and one line says why. */
export function developmentKeys(): KeySource {
  return keysFrom(() => {
    const keys = readDevelopmentKeys()
    if (keys === undefined && !isSaid) {
      isSaid = true
      const problem =
        "jwt({ issuer: 'dev' }) is the issuer for development, whose keys svc dev and svc test-auth have alone"
      const fix = 'Its tokens are answered 503. Name the issuer of your tokens.'
      process.emitWarning(`${problem}. ${fix}`, { type: 'SvcWarning', code: 'SVC_JWT_DEVELOPMENT' })
    }
    return keys
  }, ALGORITHMS.asymmetric)
}
