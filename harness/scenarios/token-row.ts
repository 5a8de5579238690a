import { createHmac } from 'node:crypto'
import type { RowName } from '../model/row-name.ts'
import { takesTokens, type TokenFacts } from '../model/token-facts.ts'
import { knownText, type Subject } from '../subject/leaf-subject.ts'
import { withKey } from '../subject/place.ts'
import { type Json } from '../text/json.ts'
import { encodePart, goodToken, type TokenParts, writeToken } from '../tokens/issuer.ts'
import { givenKeyOf, type SigningKey, signingKeyFor } from '../tokens/signing-key.ts'
import { MILLISECONDS, readClaims, readHeader } from '../text/token.ts'
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
    if (token === undefined || isSame(token, issued?.good)) return undefined
    return withKey(subject.bare, subject.leaf, typeof token === 'string' ? token : writeToken(token))
  })
}

/** Whether a row changes nothing: there is nothing to leave out, say. */
function isSame(one: TokenParts | string, other: TokenParts | undefined): boolean {
  if (typeof one === 'string' || other === undefined) return false
  return (
    one.key === other.key && JSON.stringify([one.header, one.claims]) === JSON.stringify([other.header, other.claims])
  )
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

/**
 * The parts of a right token for an authenticator: those of the good one that is known. A row changes what it names, and what it does
 * not name stays: a server that refuses for another reason hides the mistake that the row is for.
 */
export function issuedFor({ leaf, good, tokenKey }: Pick<Subject, 'leaf' | 'good' | 'tokenKey'>): Issued | undefined {
  const own = readOwn(knownText(good) ?? '')
  if (!takesTokens(leaf)) return own && givenFor(own, tokenKey)
  const made = goodToken(leaf.token, {})
  const parts = own === undefined ? made : withOwn(leaf.token, made, own)
  return { facts: leaf.token, good: parts, attacker: signingKeyFor(parts.key.alg, ATTACKER) }
}

interface OwnToken {
  readonly text: string
  readonly header: Json
  readonly claims: Json
}

function readOwn(text: string): OwnToken | undefined {
  const header = readHeader(text)
  const claims = readClaims(text)
  return header && claims && { text, header, claims }
}

/** A token of the user, signed by the harness: it names its key where it named one, and has what the authenticator demands. */
function withOwn({ typ, audience }: TokenFacts, { header, claims, key }: TokenParts, own: OwnToken): TokenParts {
  const kid = own.header['kid'] === undefined ? {} : { kid: header['kid'] ?? own.header['kid'] }
  const { iss, aud, exp } = claims
  const demanded = { iss, ...(audience === null ? {} : { aud }), exp }
  return {
    header: { ...(typ === undefined ? {} : { typ }), ...own.header, alg: key.alg, ...kid },
    claims: { ...demanded, ...own.claims },
    key,
  }
}

/** The parts of a token of the fixtures, or of a login; without the key of the application none is rightly signed. */
function givenFor({ text, header, claims }: OwnToken, tokenKey: string | undefined): Issued {
  const attacker = signingKeyFor(header['alg'], ATTACKER)
  const key = tokenKey === undefined ? attacker : (givenKeyOf(tokenKey, text) ?? attacker)
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

/**
 * The token signed with an HMAC and a text or bytes as its secret (RFC 7518 section 3.2): with its own one where it has one, since a
 * server may admit no other.
 */
export function withSecret({ good }: Pick<Issued, 'good'>, secret: string | Uint8Array, header: Json = {}): string {
  const alg = good.key.alg.startsWith('HS') ? good.key.alg : 'HS256'
  const text = `${encodePart({ ...good.header, alg, ...header })}.${encodePart(good.claims)}`
  return `${text}.${createHmac(alg.replace('HS', 'sha'), secret).update(text).digest('base64url')}`
}

/** A time some seconds from now, in the unit in which the token has its own: some applications write milliseconds. */
export function secondsFromNow({ good }: Pick<Issued, 'good'>, seconds: number): number {
  const { exp, iat, nbf } = good.claims
  const inMilliseconds = [exp, iat, nbf].some((time) => typeof time === 'number' && time > MILLISECONDS)
  return (Math.floor(Date.now() / 1_000) + seconds) * (inMilliseconds ? 1_000 : 1)
}
