import type { AuthDescription, LeafDescription } from 'svc'
import { BASIC, BEARER, describeLeaf, leavesOf, REQUEST, SESSION } from '../../../server/internal.ts'
import type { Credential, CredentialValue, RouteFixture } from '../../model/fixtures.ts'
import type { Route } from '../../model/route.ts'
import type { PlanInput } from '../../subject/plan-input.ts'
import { sampleFixtures, sampleRoute, sampleRouteFixture } from '../../testdata/samples.ts'

const session = describeLeaf(SESSION, { name: 'fwAuth' })
const superuser = describeLeaf(SESSION, { name: 'fwAuthSuperuser', superuser: true })
const token = describeLeaf(BEARER, { name: 'Token' })
const pair = describeLeaf(BASIC, { name: 'Pair' })
const header = describeLeaf({ in: 'header', name: 'X-Key' }, { name: 'Key' })
const spare = describeLeaf({ in: 'header', name: 'X-Spare' }, { name: 'Spare' })
const query = describeLeaf({ in: 'query', name: 'key' }, { name: 'QueryKey' })
const cookie = describeLeaf({ in: 'cookie', name: 'jar' }, { name: 'Jar' })
const facts = {
  issuer: 'https://id.example',
  audience: ['pets'],
  algorithms: ['ES256'],
  typ: 'at+jwt',
  clockTolerance: 5,
}
const issued = describeLeaf(BEARER, { name: 'Issued', token: { ...facts, asksApplication: false } })
const signature = describeLeaf(REQUEST, { name: 'bySignature' })

const listOf = (...members: readonly AuthDescription[]): AuthDescription => ({ kind: 'list', members })
const allOf = (...members: readonly AuthDescription[]): AuthDescription => ({ kind: 'all', members })
const guarded = (member: AuthDescription): AuthDescription => ({ kind: 'check', guard: 'isAdmin', member })

/** Operations with every kind of credential and combination, safe and unsafe, with and without CSRF. */
const ROUTES: readonly Route[] = [
  sampleRoute({ path: '/me', auth: session }),
  sampleRoute({ path: '/me', method: 'POST', auth: session, declaresBody: true }),
  sampleRoute({ path: '/unproven', method: 'POST', auth: session, csrf: false }),
  sampleRoute({ path: '/shared', auth: session }),
  sampleRoute({ path: '/mine', auth: session }),
  sampleRoute({ path: '/admin', auth: superuser, level: 'folder' }),
  sampleRoute({ path: '/keys', auth: listOf(header, query, cookie) }),
  sampleRoute({ path: '/jar', method: 'DELETE', auth: cookie, csrfAlways: true }),
  sampleRoute({ path: '/both', method: 'POST', auth: allOf(token, header), declaresBody: true }),
  sampleRoute({ path: '/form', method: 'POST', auth: token }),
  sampleRoute({ path: '/line', auth: listOf(token, pair) }),
  sampleRoute({ path: '/spare', auth: allOf(header, spare) }),
  sampleRoute({ path: '/maybe', auth: { kind: 'optional', member: token } }),
  sampleRoute({ path: '/pets/[id]', base: '/api', auth: guarded(token) }),
  sampleRoute({ path: '/files/[...path]', auth: listOf(guarded(pair), session) }),
  sampleRoute({ path: '/hook', method: 'PUT', auth: signature, csrf: false, declaresBody: true }),
  sampleRoute({ path: '/call', auth: allOf(signature, token) }),
  sampleRoute({ path: '/issued', auth: { kind: 'check', guard: 'hasScope', scopes: ['pets:read'], member: issued } }),
  sampleRoute({ path: '/issued/alone', method: 'POST', auth: issued }),
  sampleRoute({ path: '/login', method: 'POST', auth: null }),
  sampleRoute({ path: '/logout', method: 'POST', auth: session }),
  sampleRoute({ path: '/undeclared', auth: undefined, level: 'none' }),
]

const SPARES = Array.from({ length: 60 }, (_, index) => `seal-${index + 1}`)

function sessionOf(name: string): CredentialValue {
  const variants = { 'expired-1s': `${name}-expired`, 'other-secret': `${name}-other` }
  const spares = SPARES.map((seal) => `${name}-${seal}`)
  return {
    type: 'session',
    user: { name },
    name: 'sid',
    value: `${name}-seal`,
    maxAge: 1,
    idleTimeout: 2,
    spares,
    variants,
  }
}

function credential(leaf: LeafDescription, user: string, value: CredentialValue, principal?: unknown): Credential {
  const origin = value.type === 'session' ? 'sealed' : 'literal'
  return {
    authenticator: leaf.name,
    user,
    value,
    origin,
    synthetic: false,
    ...(principal === undefined ? {} : { principal }),
  }
}

const key = (value: string): CredentialValue => ({ type: 'key', value })
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4iLCJleHAiOjQwMDAwMDAwMDB9.c2lnbmF0dXJlLW9mLWFubg'
const body = { contentType: 'application/json', text: '{"name":"Bo","age":3}' }

const FIXTURES: Readonly<Record<string, Partial<RouteFixture>>> = {
  'POST /me': { body },
  'POST /both': { body, query: { dry: '1' } },
  'POST /form': { body: { contentType: 'application/x-www-form-urlencoded', text: 'name=Bo' } },
  'PUT /hook': { body },
  'GET /pets/[id]': { params: { id: '7' }, allow: ['ann'], deny: ['bob', 'anonymous'] },
  'GET /files/[...path]': { params: { path: 'a/b' } },
  'GET /shared': { deny: ['bob'] },
  'GET /mine': { allow: ['admin'] },
  'GET /maybe': { headers: { 'X-Tenant': 'acme' } },
}

/** The input of a plan for the routes, always the same. */
export function everyKind(changes: Partial<PlanInput> = {}): PlanInput {
  const leaves = ROUTES.flatMap(({ auth }) => leavesOf(auth))
  const parts = { headers: { 'x-signature': 'sig-4711-of-ann' }, query: { at: '1700000000' }, signs: ['body', 'query'] }
  return {
    routes: ROUTES,
    knownLeaves: [...new Map(leaves.map((leaf) => [leaf.name, leaf])).values()],
    fixtures: sampleFixtures({
      users: { ann: { roles: ['admin'], principal: { name: 'ann' } }, bob: { roles: [] } },
      valid: {
        fwAuth: ['ann', 'bob'].map((user) => credential(session, user, sessionOf(user), { name: user })),
        fwAuthSuperuser: [credential(superuser, 'ann', sessionOf('root'))],
        Token: [credential(token, 'ann', key(JWT), { sub: 'ann' }), credential(token, 'bob', key('token-of-bob-4711'))],
        Pair: [credential(pair, 'valid', { type: 'basic', username: 'ann', password: 'pass:word-of-ann' })],
        Key: [credential(header, 'valid', key('key-in-a-header-01'))],
        Spare: [credential(spare, 'valid', key('another-key-0002'))],
        QueryKey: [credential(query, 'valid', key('key of a query/3'))],
        Jar: [credential(cookie, 'valid', { type: 'cookie', name: 'jar', value: 'key-in-a-cookie-4' })],
        bySignature: [credential(signature, 'valid', { type: 'parts', ...parts })],
        Issued: [credential(issued, 'ann', key(JWT.replace('YW5u', 'Ym9i')))],
      },
      invalid: {
        Token: [credential(token, 'invalid', key('an-expired-token'))],
        bySignature: [credential(signature, 'invalid', { type: 'parts', headers: { 'x-signature': 'no' } })],
      },
      routes: Object.fromEntries(Object.entries(FIXTURES).map(([name, one]) => [name, sampleRouteFixture(one)])),
      login: {
        request: {
          method: 'POST',
          target: '/login',
          headers: [['Content-Type', 'application/json']],
          body: '{"user":"ann","password":"pass-of-ann"}',
        },
        wrong: { method: 'POST', target: '/login', headers: [], body: '{"user":"ann","password":"no"}' },
        refresh: {
          request: { method: 'POST', target: '/login', headers: [['X-Refresh', '{refresh}']] },
          token: { json: '/refresh_token' },
          revoke: { method: 'POST', target: '/logout', headers: [['X-Refresh', '{refresh}']] },
        },
      },
      logouts: [{ request: { method: 'POST', target: '/logout', headers: [['Sec-Fetch-Site', 'same-origin']] } }],
    }),
    seed: 'seed',
    origin: 'http://127.0.0.1:3000',
    origins: {
      own: 'https://api.example',
      host: 'api.example',
      trusted: ['https://app.example', 'https://www.example'],
    },
    local: true,
    hasPublicMode: true,
    safe: false,
    ...changes,
  }
}
