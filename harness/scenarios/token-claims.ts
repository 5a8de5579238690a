import { SUBJECT, writeToken } from '../tokens/issuer.ts'
import type { Row } from './row.ts'
import { eachOf, type Issued, secondsFromNow, tokenRows, withClaims, withHeader, type WriteToken } from './token-row.ts'

const TIME = { cause: 'the end or the beginning of a token is not compared with the clock', cwe: 613 }
const ENDLESS = { cause: 'a token without an end passes for ever: exp is compared only where it is there', cwe: 613 }
const ISSUER = { cause: 'iss is not compared, or only a part of it: every issuer whose key is known passes', cwe: 346 }
const AUDIENCE = {
  cause: 'aud is not compared, or only a part of it: a token that a user gave to another API passes here',
  cwe: 863,
}
const TYPE = { cause: 'the type of the token is not compared: one that was made for another purpose passes', cwe: 863 }
const ID_TOKEN = { cause: 'an ID token, which says who logged in to a client, is taken for an access token', cwe: 863 }
const SHAPE = { cause: 'the content of a signed token is used before its shape is looked at', cwe: 20 }

const HOUR = 3_600

const ISSUERS: readonly (readonly [string, WriteToken])[] = [
  ['a token of another issuer', (i) => withClaims(i, { iss: 'https://svc-other.invalid' })],
  ['a token without an issuer', (i) => withClaims(i, { iss: undefined })],
  ['a token whose issuer begins like the declared one', (i) => withClaims(i, { iss: `${i.facts.issuer}.svc.invalid` })],
  ['a token whose issuer is a part of the declared one', (i) => withClaims(i, { iss: i.facts.issuer.slice(0, -1) })],
  ['a token whose issuer is the declared one in another case', (i) => otherCase(i)],
  [
    'a token with a list of issuers, the declared one among them',
    (i) => withClaims(i, { iss: [i.facts.issuer, 'https://svc-other.invalid'] }),
  ],
]

const AUDIENCES: readonly (readonly [string, (issued: Issued, audience: string) => unknown])[] = [
  ['a token for another audience', () => 'svc-other'],
  ['a token without an audience', () => undefined],
  ['a token for a list of audiences without the declared one', () => ['svc-other', 'svc-third']],
  ['a token for an empty list of audiences', () => []],
  ['a token for an audience that begins like the declared one', (_, audience) => `${audience}-other`],
  ['a token for a part of the declared audience', (_, audience) => audience.slice(0, -1)],
  ['a token for an audience whose list holds a list', (_, audience) => [[audience]]],
  ['a token for an audience that is a member of an object', (_, audience) => ({ [audience]: true })],
  ['a token for the issuer in the place of the audience', ({ facts }) => facts.issuer],
]

/** Rightly signed tokens whose claims or type must not pass, or must. */
export const TOKEN_CLAIM_ROWS: readonly Row[] = [
  ...eachOf(
    'jwt.expired',
    [
      ['a token that ended an hour ago', (i) => withClaims(i, { exp: secondsFromNow(i, -HOUR) })],
      ['a token that ended a moment ago, longer than clocks may differ', (i) => withClaims(i, { exp: justOver(i) })],
      ['a token that ended a moment ago, and began an hour before', (i) => past(i)],
    ],
    TIME,
  ),
  ...tokenRows(TIME, {
    'jwt.not-yet': ['a token that is valid in an hour', (i) => withClaims(i, { nbf: secondsFromNow(i, HOUR) })],
    'jwt.issued-later': [
      'a token that was issued in an hour from now',
      (i) => withClaims(i, { iat: secondsFromNow(i, HOUR) }),
    ],
  }),
  ...tokenRows(ENDLESS, {
    'jwt.no-end': ['a token without an end', (i) => withClaims(i, { exp: undefined })],
    'jwt.end-text': ['a token whose end is a text', (i) => withClaims(i, { exp: '4102444800' })],
    'jwt.end-null': ['a token whose end is null', (i) => withClaims(i, { exp: null })],
  }),
  ...eachOf('jwt.issuer', ISSUERS, ISSUER),
  ...eachOf(
    'jwt.audience',
    AUDIENCES.map(([title, aud]) => [title, (i) => withAudience(i, aud)]),
    AUDIENCE,
  ),
  ...tokenRows(
    { ...AUDIENCE, cause: 'a list of audiences is compared as one text', presented: 'good' },
    {
      'jwt.audience-listed': [
        'a token for a list of audiences with the declared one',
        (i) => withAudience(i, (_, aud) => ['svc-other', aud]),
      ],
    },
  ),
  ...eachOf(
    'jwt.type',
    ['logout+jwt', 'dpop+jwt', 'secevent+jwt', 'svc+jwt'].map((typ) => [
      `a token with the type ${typ}`,
      (i) => withHeader(i, { typ }),
    ]),
    TYPE,
  ),
  ...tokenRows(TYPE, {
    'jwt.type-other': ['a token with the type JWT where another is demanded', (i) => demanded(i, 'JWT')],
    'jwt.type-none': ['a token without a type where one is demanded', (i) => demanded(i, undefined)],
    'jwt.type-number': ['a token whose type is a number', (i) => withHeader(i, { typ: 1 })],
  }),
  ...tokenRows(
    { ...TYPE, cause: 'the type is compared with case, or with its prefix', presented: 'good' },
    {
      'jwt.type-case': ['a token with its type in another case', (i) => typed(i, inOtherCase)],
      'jwt.type-long': ['a token with its type as a whole media type', (i) => typed(i, (typ) => `application/${typ}`)],
    },
  ),
  ...eachOf(
    'jwt.id-token',
    entriesOfClaims({
      nonce: 'n-0S6_WzA2Mj',
      at_hash: 'MTIzNDU2Nzg5MDEyMzQ1Ng',
      c_hash: 'LDktKdoQak3Pk0cnXxCltA',
      token_use: 'id',
      typ: 'ID',
    }),
    ID_TOKEN,
  ),
  ...tokenRows(
    { ...SHAPE, presented: 'good' },
    {
      'jwt.unsorted': [
        'a token with its claims in another order',
        (i) => ({ ...i.good, claims: Object.fromEntries(Object.entries(i.good.claims).toReversed()) }),
      ],
    },
  ),
  ...tokenRows(SHAPE, {
    'jwt.claims-null': ['a token whose claims are null', (i) => withContent(i, 'null')],
    'jwt.claims-list': [
      'a token whose claims are a list of them',
      (i) => withContent(i, JSON.stringify([i.good.claims])),
    ],
    'jwt.claims-text': ['a token whose claims are a text', (i) => withContent(i, JSON.stringify('admin'))],
    'jwt.claims-broken': ['a token whose claims are not JSON', (i) => withContent(i, '{"sub":')],
    'jwt.claims-inherited': [
      'a token with everything behind __proto__',
      (i) => withContent(i, `{"__proto__":${JSON.stringify(i.good.claims)}}`),
    ],
    'jwt.claims-twice': [
      'a token with its issuer twice, the last one another',
      (i) => withContent(i, `${JSON.stringify(i.good.claims).slice(0, -1)},"iss":"https://svc-other.invalid"}`),
    ],
    'jwt.nested': [
      'a token inside of a token',
      (i) => withContent({ ...i, good: withHeader(i, { cty: 'JWT' }) }, writeToken(i.good)),
    ],
  }),
]

function entriesOfClaims(claims: Readonly<Record<string, string>>): readonly (readonly [string, WriteToken])[] {
  return Object.entries(claims).map(([name, value]) => [
    `a token that says ${name}, as ID tokens do`,
    (i) => withClaims(i, { [name]: value }),
  ])
}

function otherCase(issued: Issued): ReturnType<WriteToken> {
  const { issuer } = issued.facts
  const other = inOtherCase(issuer)
  return other === issuer ? undefined : withClaims(issued, { iss: other })
}

function inOtherCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()
}

function withAudience(issued: Issued, write: (issued: Issued, audience: string) => unknown): ReturnType<WriteToken> {
  const audience = audienceOf(issued)
  if (audience === undefined) return undefined
  const aud = write(issued, audience)
  if (typeof aud !== 'string') return withClaims(issued, { aud })
  if (issued.facts.audience?.includes(aud) === true) return undefined
  // Where a server reads a list, a text is refused for its form.
  return withClaims(issued, { aud: Array.isArray(issued.good.claims['aud']) ? [aud] : aud })
}

/** The declared audience; where none is, and nothing else says whose a token is, the one that the issuer wrote (RFC 8725 section 3.9). */
export function audienceOf({ facts, good }: Issued): string | undefined {
  if (facts.audience !== null) return facts.audience[0]
  const written = [good.claims['aud']].flat()[0]
  // A token that the harness made for nothing but the run says so, and shows nothing of the issuer.
  return facts.checksClaims === true || typeof written !== 'string' || written === SUBJECT ? undefined : written
}

/** Longer ago than clocks may differ. */
function justOver(issued: Issued): number {
  return secondsFromNow(issued, -issued.facts.clockTolerance - 2)
}

/** Where a server judges the beginning by the same clock as the end; of tokens that say when they began. */
function past(issued: Issued): ReturnType<WriteToken> {
  const begun = ['iat', 'nbf'].filter((name) => issued.good.claims[name] !== undefined)
  const times = Object.fromEntries(begun.map((name) => [name, secondsFromNow(issued, -HOUR)]))
  return begun.length === 0 ? undefined : withClaims(issued, { ...times, exp: justOver(issued) })
}

/** The same type in another spelling, where the token has one. */
function typed(issued: Issued, change: (typ: string) => string): ReturnType<WriteToken> {
  const { typ } = issued.good.header
  return typeof typ === 'string' ? withHeader(issued, { typ: change(typ) }) : undefined
}

/** The type is known to be one alone. */
function demanded(issued: Issued, typ: string | undefined): ReturnType<WriteToken> {
  const wanted = issued.facts.typ
  return wanted === undefined || wanted === typ?.toLowerCase() ? undefined : withHeader(issued, { typ })
}

/** A rightly signed token with a content of its own. */
function withContent({ good }: Pick<Issued, 'good'>, content: string): string {
  const text = `${Buffer.from(JSON.stringify(good.header)).toString('base64url')}.${Buffer.from(content).toString('base64url')}`
  return `${text}.${good.key.sign(text)}`
}
