import { createHmac } from 'node:crypto'
import type { PublicKey } from '../model/public-key.ts'
import { numbered } from '../model/row-name.ts'
import { rotateText } from '../text/encoding.ts'
import { type Json, parseObject } from '../text/json.ts'
import { withAuthorization } from '../subject/place.ts'
import { type Subject, textOf } from '../subject/leaf-subject.ts'
import { spaced } from '../tokens/find-secret.ts'
import { signingKeyFor } from '../tokens/signing-key.ts'
import { KNOWN_SECRETS, WORDS } from '../tokens/words.ts'
import { type Row, type Table, tableRows } from './row.ts'
import { ATTACKER } from './token-row.ts'

const UNVERIFIED = 'the signature of the token is not verified as it was made'
const WEAK = 'the key of the signature is empty, or stands in every list of secrets'

/** A file that is empty wherever it exists. */
const NO_KEY = '../../../../dev/null'

/** Tokens that are forged from a good JSON Web Token (RFC 7519). */
export const JWT_ROWS: readonly Row[] = [
  ...jwt(UNVERIFIED, 347, {
    'bearer.jwt-none': [
      'a token with alg none',
      ({ head, claims }) => `${encodeJson({ ...head, alg: 'none' })}.${claims}.`,
    ],
    'bearer.jwt-none-case': [
      'a token with alg nOnE',
      ({ head, claims }) => `${encodeJson({ ...head, alg: 'nOnE' })}.${claims}.`,
    ],
    'bearer.jwt-no-signature': ['a token with its signature cut off', ({ first, claims }) => `${first}.${claims}.`],
    'bearer.jwt-two-parts': ['a token without its third part', ({ first, claims }) => `${first}.${claims}`],
    'bearer.jwt-signature': [
      'a token with another signature',
      ({ first, claims, signature }) => `${first}.${claims}.${rotateText(signature)}`,
    ],
    'bearer.jwt-claims': [
      'a token with other claims under the old signature',
      ({ first, claims, signature }) =>
        `${first}.${encodeJson({ ...decodeJson(claims), admin: true, exp: 4_102_444_800 })}.${signature}`,
    ],
    'bearer.jwt-alg': [
      'a token whose header says another algorithm',
      ({ head, claims, signature }) =>
        `${encodeJson({ ...head, alg: head['alg'] === 'HS256' ? 'RS256' : 'HS256' })}.${claims}.${signature}`,
    ],
    'bearer.jwt-kid': [
      'a token whose key id is a path',
      ({ head, claims, signature }) => `${encodeJson({ ...head, kid: NO_KEY })}.${claims}.${signature}`,
    ],
  }),
  ...jwt(WEAK, 1391, {
    'bearer.jwt-kid-empty-key': [
      'a token whose key id is an empty file, signed with an empty key',
      ({ head, claims }) => signed({ ...head, kid: NO_KEY }, claims, ''),
    ],
  }),
  // A server may look the key of the header up where the id names none, or demand an id.
  ...[(token: Token) => token, withoutId].flatMap((change, at) =>
    jwt('the key is read from the header of the token (CVE-2018-0114)', 347, {
      'bearer.jwt-jwk': [
        `a token that brings the key that it is signed with${at === 0 ? '' : ', without an id of a key'}`,
        (token) => {
          const changed = change(token)
          return changed && signedWithOwnKey(changed)
        },
      ],
    }).map((row) => ({ ...row, ...numbered(at) })),
  ),
  // As it is read from a file, and from a setting that has lost the line break at its end.
  ...[(pem: string) => pem, (pem: string) => pem.trim()].flatMap((write, at) =>
    jwt('the token chooses how it is verified: an HMAC with the public key passes (CVE-2015-9235)', 347, {
      'bearer.jwt-public-key': [
        'a token signed with HS256 and the public key that the server publishes',
        (token, { publicKeys = [] }) => signedWithPublic(token, publicKeys, write),
      ],
    }).map((row) => ({ ...row, ...numbered(at) })),
  ),
  ...jwt(WEAK, 1391, {
    'bearer.jwt-empty-key': [
      'a token that is signed with an empty key',
      ({ head, claims }) => signed(head, claims, ''),
    ],
    'bearer.jwt-known-key': [
      'a token that is signed with a key that everybody knows',
      (token) => signed(token.head, token.claims, keyOf(token) ?? 'secret'),
    ],
  }),
]

/** The parts of a good token; the header is decoded too. */
interface Token {
  readonly first: string
  readonly head: Json
  readonly claims: string
  readonly signature: string
}

/** The key of a token where it is one that everybody knows: to find it nothing is sent. */
function keyOf({ first, head, claims, signature }: Token): string | undefined {
  return [...KNOWN_SECRETS, ...WORDS].find((key) => hmac(head, `${first}.${claims}`, key) === signature)
}

/** Another text of the same claims: with the right key the same one would be the good token. */
function signed(head: Json, claims: string, key: string): string {
  const isHmac = /^HS(?:256|384|512)$/.test(String(head['alg']))
  const alg = isHmac ? head['alg'] : 'HS256'
  const text = `${encodeJson({ ...head, alg })}.${spaced(claims)}`
  return `${text}.${hmac({ alg }, text, key)}`
}

/** With the key that the token names, else with the first; the claims stay as they are. */
function signedWithPublic(
  { head, claims }: Token,
  keys: readonly PublicKey[],
  write: (pem: string) => string,
): string | undefined {
  const key = keys.find(({ kid }) => kid !== undefined && kid === head['kid']) ?? keys[0]
  if (key === undefined) return undefined
  const text = `${encodeJson({ ...head, alg: 'HS256' })}.${claims}`
  return `${text}.${hmac({ alg: 'HS256' }, text, write(key.pem))}`
}

function signedWithOwnKey({ head, claims }: Token): string {
  const { alg, jwk, sign } = signingKeyFor(head['alg'], ATTACKER)
  const text = `${encodeJson({ ...head, alg, jwk })}.${claims}`
  return `${text}.${sign(text)}`
}

/** Nothing where the token has no id. */
function withoutId({ head, ...token }: Token): Token | undefined {
  const { kid, ...rest } = head
  return kid === undefined ? undefined : { ...token, head: rest }
}

function hmac({ alg }: Json, text: string, key: string): string {
  const bits = /^HS(256|384|512)$/.exec(String(alg))?.[1]
  return bits === undefined ? '' : createHmac(`sha${bits}`, key).update(text).digest('base64url')
}

type Forge = (token: Token, subject: Subject) => string | undefined

/** Rows that apply only where the good token looks like a JSON Web Token (RFC 7519). */
function jwt(cause: string, cwe: number, table: Table<Forge>): readonly Row[] {
  return tableRows({ cause, cwe, presented: 'wrong' }, table, (subject, forge) => {
    const token = textOf(subject)
    if (!/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return undefined
    const [first = '', claims = '', signature = ''] = token.split('.')
    const forged = forge({ first, head: decodeJson(first), claims, signature }, subject)
    return forged === undefined ? undefined : withAuthorization(subject.bare, `Bearer ${forged}`)
  })
}

function encodeJson(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decodeJson(part: string): Json {
  return parseObject(Buffer.from(part, 'base64url').toString('utf8')) ?? {}
}
