import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

interface Pair {
  readonly kid: string
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

/** The pair of the environment, or one for this process. */
function pairOf(kid: string): Pair {
  const pem = process.env['METERS_KEY']
  if (pem === undefined) return { kid, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) }
  return { kid, privateKey: createPrivateKey(pem), publicKey: createPublicKey(pem) }
}

/** Signs now. */
export const current = pairOf('2026-a')
/** Was lost with a laptop in January: its tokens are not good any more. */
export const lost: Pair = { kid: '2025-b', ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) }

const published = new Map<string, KeyObject>([[current.kid, current.publicKey]])

export function findKey(kid: string | undefined): KeyObject {
  const found = kid === undefined ? undefined : published.get(kid)
  if (found === undefined) throw new Error('no such key')
  return found
}
