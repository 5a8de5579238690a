import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import type { Fixtures } from '../model/fixtures.ts'
import type { PublicKey } from '../model/public-key.ts'
import { isProtected, type Route } from '../model/route.ts'
import { SocketTarget } from '../replay/target.ts'
import { endpointOf } from '../targets/targets.ts'
import { parseObject } from '../text/json.ts'
import type { Subject } from './subject.ts'

/** Sends a GET without a credential; `undefined` where nothing comes back. */
export type Fetch = (target: string) => Promise<string | undefined>

/** How the subject is asked before anything is planned. */
export function fetchFrom({ subject, timeout }: { readonly subject: Subject; readonly timeout: number }): Fetch {
  if (subject.kind === 'local')
    return async (target) => (await subject.api.fetch(new Request(`http://127.0.0.1${target}`))).text()
  return async (target) => {
    const socket = new SocketTarget(endpointOf(subject.origin, subject), timeout, undefined)
    const { answer } = socket.send({ method: 'GET', target, headers: [] }, 'own')
    const got = await answer.catch(() => undefined)
    await socket.close()
    return got?.body
  }
}

/** Paths under which servers publish the keys that verify their tokens (RFC 7517 section 5, RFC 8414 section 2). */
const PUBLISHES = /(?:^|[/._-])(?:jwks?|certs?|keys|public[-_]?keys?|pub(?:key)?)(?:\.json|\.pem)?$/i

/**
 * Reads the public keys of an application whose tokens are signed with a key pair: from its public routes that are named
 * after keys, and from `/.well-known/jwks.json`. Nothing is sent where no credential is such a token.
 */
export async function readPublicKeys(
  routes: readonly Route[],
  { valid }: Pick<Fixtures, 'valid'>,
  fetch: Fetch,
): Promise<readonly PublicKey[]> {
  const texts = Object.values(valid).flatMap((credentials) =>
    credentials.map(({ value }) => ('value' in value ? value.value : '')),
  )
  if (!texts.some(isSignedWithPair)) return []
  const named = routes.filter((route) => route.method === 'GET' && !isProtected(route) && PUBLISHES.test(route.path))
  const targets = new Set([...named.map(({ base, path }) => base + path), '/.well-known/jwks.json'])
  const found: PublicKey[] = []
  for (const target of targets) found.push(...keysOf((await fetch(target)) ?? ''))
  return found
}

/** Whether a text is a JSON Web Token with a signature that a public key verifies (RFC 7518 section 3.1). */
function isSignedWithPair(text: string): boolean {
  const head = /^(eyJ[\w-]+)\.[\w-]+\.[\w-]+$/.exec(text)?.[1]
  const alg = head && parseObject(Buffer.from(head, 'base64url').toString())?.['alg']
  return /^(?:[REP]S\d{3}|Ed\w+)$/.test(String(alg))
}

/** The keys of a JSON Web Key Set, of one key, or of the PEM somewhere in a text. */
function keysOf(body: string): readonly PublicKey[] {
  const json = parseObject(body)
  const listed = Array.isArray(json?.['keys']) ? (json['keys'] as readonly unknown[]) : [json]
  const pems = body.replaceAll(String.raw`\n`, '\n').match(PEM) ?? []
  return [
    ...listed.flatMap((jwk) => keyOf(() => createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }), jwk)),
    ...pems.flatMap((pem) => keyOf(() => createPublicKey(pem))),
  ]
}

const PEM = /-----BEGIN (?:RSA )?PUBLIC KEY-----[^-]+-----END (?:RSA )?PUBLIC KEY-----/g

function keyOf(read: () => KeyObject, jwk?: unknown): readonly PublicKey[] {
  try {
    const pem = read().export({ type: 'spki', format: 'pem' }).toString()
    const { kid } = (jwk ?? {}) as { readonly kid?: unknown }
    return [{ pem, ...(typeof kid === 'string' ? { kid } : {}) }]
  } catch {
    return []
  }
}
