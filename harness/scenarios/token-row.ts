import { createHmac } from 'node:crypto'
import type { RowName } from '../model/row-name.ts'
import { takesTokens, type TokenFacts } from '../model/token-facts.ts'
import { knownText, type Subject } from '../subject/leaf-subject.ts'
import { withKey } from '../subject/place.ts'
import { type Json } from '../text/json.ts'
import { encodePart, goodToken, type TokenParts, writeToken } from '../tokens/issuer.ts'
import { givenKeyOf, type SigningKey, signingKeyFor } from '../tokens/signing-key.ts'
import { readClaims, readHeader } from '../text/token.ts'
import { type Row, type Table, tableRows } from './row.ts'

/** The data that a row of tokens is written from. */
export interface Issued {
  readonly facts: TokenFacts
  /** The parts of a right token. */
  readonly good: TokenParts
  /** A key of the same kind, which the issuer does not have. */
  readonly attacker: SigningKey
}

/** A token by its parts or as a text; `undefined` where the row says nothing of what is demanded. */
export type WriteToken = (issued: Issued) => TokenParts | string | undefined

/** Owner of the keys that forged tokens are signed with. */
export const ATTACKER = 'attacker'

/** Rows for authenticators whose tokens the harness issues. */
export function tokenRows(
  common: Pick<Row, 'cause' | 'cwe'> & Partial<Pick<Row, 'presented'>>,
  table: Table<WriteToken>,
): readonly Row[] {
  return tableRows({ presented: 'wrong', ...common }, table, (subject, write) => {
    const issued = issuedFor(subject)
    const token = issued && write(issued)
    if (token === undefined) return undefined
    return withKey(subject.bare, subject.leaf, typeof token === 'string' ? token : writeToken(token))
  })
}

/** Rows of one name, one for each text: its number is the variant. */
export function eachOf(
  name: RowName,
  texts: readonly (readonly [title: string, write: WriteToken])[],
  common: Parameters<typeof tokenRows>[0],
): readonly Row[] {
  return texts.flatMap(([title, write], at) =>
    tokenRows(common, { [name]: [title, write] }).map((row) => (at === 0 ? row : { ...row, variant: `${at + 1}` })),
  )
}

/** The parts of a right token for an authenticator: with the claims of the good one that is known. */
export function issuedFor({ leaf, good, tokenKey }: Pick<Subject, 'leaf' | 'good' | 'tokenKey'>): Issued | undefined {
  if (!takesTokens(leaf)) return givenFor(knownText(good) ?? '', tokenKey)
  const { exp: _, iat: __, nbf: ___, ...own } = readClaims(knownText(good) ?? '') ?? {}
  const parts = goodToken(leaf.token, own)
  return { facts: leaf.token, good: parts, attacker: signingKeyFor(parts.key.alg, ATTACKER) }
}

/** The parts of a token of the fixtures, or of a login; without the key of the application none is rightly signed. */
function givenFor(token: string, tokenKey: string | undefined): Issued | undefined {
  const header = readHeader(token)
  const claims = readClaims(token)
  if (header === undefined || claims === undefined) return undefined
  const attacker = signingKeyFor(header['alg'], ATTACKER)
  const key = tokenKey === undefined ? attacker : (givenKeyOf(tokenKey, token) ?? attacker)
  const { iss, aud } = claims
  const audience = [aud].flat().filter((one) => typeof one === 'string')
  const facts = {
    issuer: typeof iss === 'string' ? iss : '',
    audience: audience.length === 0 ? null : audience,
    algorithms: [key.alg],
    clockTolerance: 300,
    asksApplication: false,
  }
  return { facts, good: { header, claims, key }, attacker }
}

/** The token with other claims; one that is `undefined` is left out. */
export function withClaims({ good }: Pick<Issued, 'good'>, claims: Json): TokenParts {
  return { ...good, claims: { ...good.claims, ...claims } }
}

/** The token with other members in its header. */
export function withHeader({ good }: Pick<Issued, 'good'>, header: Json): TokenParts {
  return { ...good, header: { ...good.header, ...header } }
}

/** The token signed by the attacker, whose key the header does not name unless it is said. */
export function forged({ good, attacker }: Issued, header: Json = { kid: undefined }): TokenParts {
  return { ...good, header: { ...good.header, alg: attacker.alg, ...header }, key: attacker }
}

/** The token signed with an HMAC and a text or bytes as its secret (RFC 7518 section 3.2). */
export function withSecret({ good }: Pick<Issued, 'good'>, secret: string | Uint8Array, header: Json = {}): string {
  const alg = typeof header['alg'] === 'string' ? header['alg'] : 'HS256'
  const text = `${encodePart({ ...good.header, alg, ...header })}.${encodePart(good.claims)}`
  return `${text}.${createHmac(alg.replace('HS', 'sha'), secret).update(text).digest('base64url')}`
}

/** A claim some seconds from now. */
export function secondsFromNow(seconds: number): number {
  return Math.floor(Date.now() / 1_000) + seconds
}
