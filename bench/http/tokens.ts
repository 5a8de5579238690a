/** The tokens of the contest: keys of this run, and files of tokens that the load sends in turn. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { ISSUER, type Scenario, type TokenAlgorithm } from './scenarios.ts'

/** Seconds: longer than any run. */
const LIFETIME = 86_400

interface Issued {
  readonly first: string
  /** One token a line. */
  readonly file: string
}

let folder: string | undefined
let keys:
  | Readonly<Record<TokenAlgorithm, { readonly publicKey: KeyObject; readonly privateKey: KeyObject }>>
  | undefined
const issued = new Map<string, Issued>()

/** Variables for a server that takes tokens: the public keys in PEM. */
export function keyVariables(): Readonly<Record<`KEY_${TokenAlgorithm}`, string>> {
  const { RS256, ES256 } = makeKeys()
  const pemOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString()
  return { KEY_RS256: pemOf(RS256.publicKey), KEY_ES256: pemOf(ES256.publicKey) }
}

/** The tokens of a scenario, made when they are first asked for: 30,000 of RS256 take some twenty seconds. */
export function tokensOf({ algorithm, count }: NonNullable<Scenario['tokens']>): Issued {
  const name = `${algorithm}-${count}`
  const known = issued.get(name)
  if (known) return known
  folder ??= makeFolder()
  const tokens = Array.from({ length: count }, (_, at) => makeToken(algorithm, at))
  const made = { first: tokens[0] as string, file: `${folder}/${name}` }
  writeFileSync(made.file, `${tokens.join('\n')}\n`)
  issued.set(name, made)
  return made
}

function makeFolder(): string {
  const made = mkdtempSync(`${tmpdir()}/svc-contest-tokens-`)
  process.once('exit', () => rmSync(made, { recursive: true, force: true }))
  return made
}

function makeKeys(): NonNullable<typeof keys> {
  keys ??= {
    RS256: generateKeyPairSync('rsa', { modulusLength: 2_048 }),
    ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  }
  return keys
}

function makeToken(algorithm: TokenAlgorithm, at: number): string {
  const now = Math.floor(Date.now() / 1_000)
  const claims = { iss: ISSUER, aud: ISSUER, sub: 'alice', iat: now, exp: now + LIFETIME, jti: String(at) }
  const text = [{ alg: algorithm, typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const key = makeKeys()[algorithm].privateKey
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
