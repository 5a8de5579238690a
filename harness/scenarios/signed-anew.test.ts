import { createHmac, generateKeyPairSync } from 'node:crypto'
import { expect } from 'chai'
import { BEARER, describeLeaf } from '../../server/internal.ts'
import type { Credential } from '../model/fixtures.ts'
import type { TokenFacts } from '../model/token-facts.ts'
import { createPlan } from '../plan/plan.ts'
import type { Subject } from '../subject/leaf-subject.ts'
import { sampleFixtures, sampleRoute } from '../testdata/samples.ts'
import { type Json, parseObject } from '../text/json.ts'
import { writeToken } from '../tokens/issuer.ts'
import { forgeToken } from '../tokens/find-secret.ts'
import { signingKeyFor } from '../tokens/signing-key.ts'
import { JWT_ROWS } from './jwt.ts'
import type { Row } from './row.ts'
import { TOKEN_ROWS } from './token.ts'
import { issuedFor } from './token-row.ts'

const ISSUER = 'https://shop.example'
const SECRET = 'a-secret-that-signs-tokens-of-32-bytes'
const NOW = Math.floor(Date.now() / 1_000)

/** Claims of applications that write tokens each in their own way: no row may add what they leave out, or drop what they have. */
const OWN: readonly Json[] = [
  { sub: 'ann', exp: NOW + 600 },
  { iss: ISSUER, aud: 'shop', exp: NOW + 600, iat: NOW, nbf: NOW, sub: 'ann', jti: 'one', scope: 'a b c' },
  { iss: ISSUER, aud: ['shop', 'till'], exp: NOW + 600, uid: 7, scp: ['a', 'b', 'c'], data: { tenant: 'acme' } },
  { iss: ISSUER, aud: 'shop', exp: (NOW + 600) * 1_000, iat: NOW * 1_000, name: 'Ann' },
]
const HEADERS: readonly Json[] = [{}, { typ: 'JWT' }, { typ: 'at+jwt', kid: 'now', svc: 1 }]

/**
 * The members that a row changes, and no others: a server that refuses a token for something else than what the row is about hides
 * the mistake. `claims` alone: what stands there is no object. Every row has a line; one without is a failure.
 */
const NAMED: Readonly<Record<string, RegExp>> = {
  'jwt.expired': /^claims\.exp(?: claims\.iat)?(?: claims\.nbf)?$/,
  'jwt.not-yet': /^claims\.nbf$/,
  'jwt.issued-later': /^claims\.iat$/,
  'jwt.no-end': /^claims\.exp$/,
  'jwt.end-text': /^claims\.exp$/,
  'jwt.end-null': /^claims\.exp$/,
  'jwt.issuer': /^claims\.iss$/,
  'jwt.audience': /^claims\.aud$/,
  'jwt.audience-listed': /^claims\.aud$/,
  'jwt.type': /^header\.typ$/,
  'jwt.type-other': /^header\.typ$/,
  'jwt.type-none': /^header\.typ$/,
  'jwt.type-number': /^header\.typ$/,
  'jwt.type-case': /^header\.typ$/,
  'jwt.type-long': /^header\.typ$/,
  'jwt.id-token': /^claims\.(?:nonce|at_hash|c_hash|token_use|typ)$/,
  'jwt.unsorted': /^$/,
  'jwt.claims-null': /^claims$/,
  'jwt.claims-list': /^claims$/,
  'jwt.claims-text': /^claims$/,
  'jwt.claims-broken': /^claims$/,
  'jwt.claims-inherited': /^claims\./,
  'jwt.claims-twice': /^claims\.iss$/,
  'jwt.nested': /^header\.cty claims$/,
  'jwt.none': /^header\.alg$/,
  'jwt.none-signed': /^header\.alg$/,
  'jwt.none-twice': /^header\.alg$/,
  'jwt.other-key': /^(?:header\.alg)?$/,
  'jwt.other-key-no-id': /^(?:header\.alg ?)?(?:header\.kid)?$/,
  'jwt.cut': /^$/,
  'jwt.zeros': /^$/,
  'jwt.detached': /^claims$/,
  'jwt.encrypted': /^header\.alg.* claims$/,
  'jwt.deep': /^(?:header\.alg )?claims\.svc$/,
  'jwt.other-alg': /^header\.alg$/,
  'jwt.public-key': /^header\.alg$/,
  'jwt.weak-secret': /^(?:header\.alg)?$/,
  'jwt.jwk': /^(?:header\.alg )?header\.jwk$/,
  'jwt.jwk-same-id': /^(?:header\.alg )?header\.jwk$/,
  'jwt.jku': /^(?:header\.alg )?header\.jku(?: header\.kid)?$/,
  'jwt.x5c': /^(?:header\.alg )?header\.x5c$/,
  'jwt.x5u': /^(?:header\.alg )?header\.x5u$/,
  'jwt.key-id': /^(?:header\.alg )?header\.kid$/,
  'jwt.critical': /^header\.crit header\.svc$/,
  'jwt.critical-empty': /^header\.crit$/,
  'jwt.not-encoded': /^header\.b64 header\.crit$/,
  'jwt.other-use': /^(?:header\.kid)?$/,
  'jwt.rotated': /^(?:header\.kid)?$/,
  'jwt.rotated-same-id': /^$/,
  'jwt.no-key-id': /^header\.kid$/,
  'bearer.jwt-none': /^header\.alg$/,
  'bearer.jwt-none-case': /^header\.alg$/,
  'bearer.jwt-no-signature': /^$/,
  'bearer.jwt-two-parts': /^$/,
  'bearer.jwt-signature': /^$/,
  'bearer.jwt-claims': /^claims\.admin claims\.exp$/,
  'bearer.jwt-alg': /^header\.alg$/,
  'bearer.jwt-kid': /^header\.kid$/,
  'bearer.jwt-kid-empty-key': /^(?:header\.alg )?header\.kid$/,
  'bearer.jwt-jwk': /^(?:header\.alg )?header\.jwk(?: header\.kid)?$/,
  'bearer.jwt-public-key': /^(?:header\.alg)?$/,
  'bearer.jwt-empty-key': /^(?:header\.alg)?$/,
  'bearer.jwt-known-key': /^(?:header\.alg)?$/,
}

/** Without those of further keys of an issuer. */
const OF_OTHERS = TOKEN_ROWS.filter(({ name }) => !/other-use|rotated/.test(name))

/** The members that two tokens do not share, in the order of their names. */
function differences(own: string, made: string): string {
  const parts = [own, made].map((token) => token.split('.').map((part) => decode(part)))
  const found = ['header', 'claims'].flatMap((name, at) => {
    const [one, other] = parts.map((part) => part[at])
    if (one === undefined || other === undefined) return [name]
    const members = [...new Set([...Object.keys(one), ...Object.keys(other)])].toSorted()
    return members
      .filter((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]))
      .map((key) => `${name}.${key}`)
  })
  return found.join(' ')
}

function decode(part: string): Json | undefined {
  return parseObject(Buffer.from(part, 'base64url').toString('utf8'))
}

const bare = { method: 'GET', target: '/', headers: [] }

function subjectOf(value: string, more: Partial<Subject>): Subject {
  const good = { authenticator: 'Token', user: 'ann', value: { type: 'key', value } } as Credential
  const publicKeys = [{ pem: String(signingKeyFor('ES256', 'application').pem), kid: undefined }]
  return { bare, leaf: describeLeaf(BEARER, { name: 'Token' }), good, valid: [], publicKeys, ...more } as Subject
}

function tokenOf(row: Row, subject: Subject): string | undefined {
  const [, line] = row.request(subject)?.headers.at(-1) ?? []
  return line?.replace(/^Bearer ?/, '')
}

/** The texts of one row that break the rule. */
function broken(rows: readonly Row[], own: string, subject: Subject): readonly string[] {
  return rows.flatMap((row) => {
    const token = tokenOf(row, subject)
    if (token === undefined) return []
    const changed = differences(own, token)
    const isRight = NAMED[row.name]?.test(changed) === true && !changesHash(row, own, token)
    return isRight ? [] : [`${row.name} ${row.variant ?? ''}: ${changed}`]
  })
}

/** Whether an HMAC became one with another hash, in a row that does not say so. */
function changesHash({ name }: Row, ...tokens: readonly string[]): boolean {
  if (/other-alg|jwt-alg|public-key/.test(name)) return false
  const [own, made] = tokens.map((token) => String(decode(token.split('.')[0] ?? '')?.['alg']))
  return [own, made].every((alg) => alg?.startsWith('HS')) && own !== made
}

const hmac = (alg: string): ReturnType<typeof signingKeyFor> => ({
  alg,
  jwk: {},
  sign: (text) => createHmac(alg.replace('HS', 'sha'), SECRET).update(text).digest('base64url'),
})
const each = (test: (header: Json, claims: Json) => void): void =>
  HEADERS.forEach((header) => OWN.forEach((claims) => test(header, claims)))

describe('a token that is signed anew differs from the token of the user in what its row names, and in nothing else', () => {
  it('where the application verifies its tokens itself', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const keys = [
      ...['HS256', 'HS512'].map((alg) => [hmac(alg), SECRET] as const),
      [signingKeyFor('ES256', 'application'), pem] as const,
    ]
    for (const [key, tokenKey] of keys)
      each((header, claims) => {
        const own = writeToken({ header: { alg: key.alg, ...header }, claims, key })
        const subject = subjectOf(own, { tokenKey })
        expect(broken([...JWT_ROWS, ...OF_OTHERS], own, subject)).to.deep.equal([])
      })
  })

  it('where jwt() takes the tokens of another issuer, in whose place the harness is: but for the key, and its id and algorithm', () => {
    const facts: TokenFacts = {
      issuer: ISSUER,
      audience: ['shop'],
      algorithms: ['ES256', 'RS256'],
      clockTolerance: 5,
      asksApplication: false,
    }
    const leaf = describeLeaf(BEARER, { name: 'Token', token: facts })
    const key = signingKeyFor('RS256', 'application')
    each((header, claims) => {
      if (claims['iss'] === undefined) return
      const own = writeToken({ header: { alg: key.alg, ...header }, claims, key })
      const subject = subjectOf(own, { leaf })
      const issued = issuedFor(subject)
      const good = issued && writeToken(issued.good)
      expect(differences(own, good ?? '')).to.equal(
        header['kid'] === undefined ? 'header.alg' : 'header.alg header.kid',
      )
      expect(broken(TOKEN_ROWS, good ?? '', subject)).to.deep.equal([])
    })
  })

  it('where a scope is missed: the others stay, in the claim that the token has them in', () => {
    const facts: TokenFacts = {
      issuer: ISSUER,
      audience: ['shop'],
      algorithms: ['ES256'],
      clockTolerance: 5,
      asksApplication: false,
    }
    const leaf = describeLeaf(BEARER, { name: 'Token', token: facts })
    const auth = { kind: 'check', member: leaf, guard: 'hasScope(b)', scopes: ['b'] } as const
    const [, texts, lists] = OWN
    const made = [texts, lists].map((claims) => {
      const value = writeToken({
        header: { alg: 'ES256' },
        claims: claims as Json,
        key: signingKeyFor('ES256', 'application'),
      })
      const good = {
        authenticator: 'Token',
        user: 'ann',
        value: { type: 'key', value },
        origin: 'login',
        synthetic: false,
      } as const
      const plan = createPlan({
        routes: [sampleRoute({ auth })],
        knownLeaves: [],
        fixtures: sampleFixtures({ valid: { Token: [good] } }),
        seed: 'seed',
        local: true,
        hasPublicMode: false,
        origin: 'http://127.0.0.1:3000',
        safe: false,
      })
      const scenarios = plan.routes.flatMap((planned) => planned.scenarios)
      const sent =
        scenarios.find(({ name }) => name === 'jwt.scope-missing')?.steps[0]?.request.headers.at(-1)?.[1] ?? ''
      return decode(sent.split('.')[1] ?? '')
    })
    expect(made).to.deep.equal([
      { ...texts, scope: 'a c' },
      { ...lists, scp: ['a', 'c'] },
    ])
  })

  it('where it is over: one names the end alone, and another the whole of its time', () => {
    each((header, claims) => {
      const key = hmac('HS256')
      const own = writeToken({ header: { alg: key.alg, ...header }, claims, key })
      const subject = subjectOf(own, { tokenKey: SECRET })
      const over = TOKEN_ROWS.filter(({ name }) => name === 'jwt.expired').map((row) => tokenOf(row, subject))
      const times = ['exp', 'iat', 'nbf'].filter((name) => claims[name] !== undefined).map((name) => `claims.${name}`)
      expect(over.map((token) => token && differences(own, token))).to.deep.equal([
        'claims.exp',
        'claims.exp',
        times.length > 1 ? times.join(' ') : undefined,
      ])
    })
  })

  it('where its secret was found: the claims are the same, and the text is another', () => {
    each((header, claims) => {
      const key = hmac('HS512')
      const own = writeToken({ header: { alg: key.alg, ...header }, claims, key })
      const forged = forgeToken(own, SECRET)
      expect([differences(own, forged), forged === own]).to.deep.equal(['', false])
    })
  })

  it('says so of every row', () => {
    const names = new Set([...TOKEN_ROWS, ...JWT_ROWS].map(({ name }) => name))
    expect([...names].toSorted()).to.deep.equal(Object.keys(NAMED).toSorted())
  })
})
