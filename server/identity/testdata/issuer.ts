import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  exportJWK,
  exportSPKI,
  type GenerateKeyPairResult,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  SignJWT,
} from 'jose'

/** An issuer on loopback: keys, discovery, a key set. What it answers can be changed while it runs. */
export interface TestIssuer {
  readonly url: string
  /** Paths that were asked for, in order. */
  readonly asked: string[]
  /** The answer in place of the usual one, by path. */
  readonly answers: Map<string, Answer>
  /** The public keys that it publishes. */
  keys: JWK[]
  /** Header fields of every answer. */
  headers: Record<string, string>
  readonly signer: TestKey
  /** A right access token, and what differs. */
  mint(claims?: object, header?: Partial<JWTHeaderParameters>, key?: TestKey): Promise<string>
  close(): Promise<void>
}

type Answer =
  | { readonly status?: number; readonly body?: string; readonly headers?: Record<string, string> }
  | 'hang'
  | ((response: ServerResponse) => void)

export interface TestKey extends GenerateKeyPairResult {
  readonly alg: string
  readonly jwk: JWK
  readonly spki: string
}

export const DISCOVERY = '/.well-known/openid-configuration'
export const AUDIENCE = 'pets'

export async function makeKey(alg: string, kid?: string): Promise<TestKey> {
  const pair = await generateKeyPair(alg, { extractable: true })
  const jwk: JWK = { ...(await exportJWK(pair.publicKey)), alg, use: 'sig', ...(kid === undefined ? {} : { kid }) }
  return { ...pair, alg, jwk, spki: await exportSPKI(pair.publicKey) }
}

/** Seconds since 1970. */
export function seconds(): number {
  return Math.floor(Date.now() / 1_000)
}

/** Claims of a right access token. */
export function claimsOf(issuer: string, claims: object = {}): Record<string, unknown> {
  const now = seconds()
  return { iss: issuer, aud: AUDIENCE, sub: 'ann', iat: now, exp: now + 600, scope: 'pets:read', ...claims }
}

export function sign(
  claims: object,
  header: Partial<JWTHeaderParameters>,
  { privateKey, alg, jwk }: TestKey,
): Promise<string> {
  const kid = jwk.kid === undefined ? {} : { kid: jwk.kid }
  const whole: Record<string, unknown> = { alg, ...kid, ...header }
  for (const [name, value] of Object.entries(whole)) if (value === undefined) delete whole[name]
  return new SignJWT(claims as never).setProtectedHeader(whole as never).sign(privateKey)
}

export async function openIssuer(signer?: TestKey): Promise<TestIssuer> {
  const key = signer ?? (await makeKey('ES256', 'first'))
  const answers = new Map<string, Answer>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const answer = answers.get(path)
    if (answer === 'hang') return
    if (typeof answer === 'function') return answer(response)
    const usual = path === DISCOVERY ? { issuer: issuer.url, jwks_uri: `${issuer.url}/jwks` } : { keys: issuer.keys }
    response.writeHead(answer?.status ?? 200, { ...issuer.headers, ...answer?.headers })
    response.end(answer?.body ?? JSON.stringify(usual))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer: TestIssuer = {
    url,
    asked,
    answers,
    keys: [key.jwk],
    headers: {},
    signer: key,
    mint: (claims = {}, header = {}, by = key) => sign(claimsOf(url, claims), header, by),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return issuer
}
