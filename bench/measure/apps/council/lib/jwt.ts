import { createHmac, randomUUID } from 'node:crypto'
import { constantTimeEqual } from 'svc/security'

/** The claims of a token. */
export interface Claims {
  readonly iss: string
  readonly sub: string
  /** Of a login: its tokens end together. */
  readonly sid: string
  readonly jti: string
  readonly use: 'access' | 'refresh'
  /** Seconds since 1970. */
  readonly exp: number
}

const ISSUER = 'https://id.council.example'
const NEWEST = '2026-2'
const KEYS: ReadonlyMap<string, string> = new Map([
  ['2026-1', process.env['COUNCIL_JWT_KEY_1'] ?? 'council-hall-clock-tower-bell-1893-west'],
  [NEWEST, process.env['COUNCIL_JWT_KEY_2'] ?? 'council-seal-oak-table-ledger-4471-east'],
])

type Hash = (key: string, text: string) => string

// The old portal signs with the longer one.
const HASHES: ReadonlyMap<string, Hash> = new Map([
  ['HS256', (key, text) => createHmac('sha256', key).update(text).digest('base64url')],
  ['HS512', (key, text) => createHmac('sha512', key).update(text).digest('base64url')],
])

const write = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function parse(part: string): { readonly [name: string]: unknown } {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** Signs claims with the newest key; members that are `undefined` are left out. */
export function sign(claims: { readonly [Name in keyof Claims]?: Claims[Name] | undefined }): string {
  const text = `${write({ alg: 'HS256', typ: 'JWT', kid: NEWEST })}.${write({ iss: ISSUER, jti: randomUUID(), ...claims })}`
  return `${text}.${HASHES.get('HS256')?.(KEYS.get(NEWEST) ?? randomUUID(), text)}`
}

/** The claims of a token that is signed by us and not over. */
export function read(token: string): Claims | null {
  const parts = token.split('.')
  const [head = '', body = '', given = ''] = parts
  if (parts.length !== 3) return null
  const { alg, kid } = parse(head)
  const hash = HASHES.get(String(alg))
  const key = KEYS.get(String(kid)) ?? randomUUID()
  if (hash === undefined || !constantTimeEqual(hash(key, `${head}.${body}`), given)) return null
  const claims = parse(body) as unknown as Claims
  if (claims.iss !== ISSUER) return null
  const now = Date.now() / 1000
  if (typeof claims.exp !== 'number' || claims.exp <= now) return null
  return claims
}
