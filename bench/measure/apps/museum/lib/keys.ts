import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

interface Pair {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

function pairOf(museum: string): Pair {
  const given = process.env[`${museum.toUpperCase()}_PRIVATE_KEY`]
  if (given === undefined) return generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { privateKey: createPrivateKey(given), publicKey: createPublicKey(given) }
}

/** Each museum signs with a key of its own, whose id is the name of the museum. */
const pairs = new Map<string, Pair>(['north', 'harbour'].map((museum) => [museum, pairOf(museum)]))

export const privateKeyOf = (museum: string): KeyObject | undefined => pairs.get(museum)?.privateKey

export const publicKeyOf = (museum: string): KeyObject | undefined => pairs.get(museum)?.publicKey

/** For programs of others that read our tokens. */
export function publicKeys(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...pairs].map(([museum, { publicKey }]) => [museum, publicKey.export({ type: 'spki', format: 'pem' }).toString()]),
  )
}
