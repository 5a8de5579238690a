/** The data that every contestant knows. */
export const TOKEN = 'secret-token-0123456789abcdef'
export const KEY = 'key-0123456789abcdef'
export const USER = 'alice'
export const PASSWORD = 'wonderland'

/** The page whose script reads answers of servers with CORS. */
export const PAGE = 'https://app.example'
/** Records, of which the first is that of the one who asks. */
export const RECORDS: Readonly<Record<string, { readonly id: string; readonly owner: string; readonly text: string }>> =
  {
    17: { id: '17', owner: TOKEN, text: 'Dill pickles' },
    42: { id: '42', owner: 'bob', text: 'Olives' },
  }

/** Issuer and audience of the tokens. */
export const ISSUER = 'contest'

/** Parts that only some servers have. Such a server is a process of its own, with the word in its variable `CONTEST`. */
export type Extra = 'jwt' | 'cors' | 'resource'

/** The algorithms of the tokens. */
export type TokenAlgorithm = 'RS256' | 'ES256'

/**
 * One kind of request. The field value `@login` stands for the cookies that `GET /login` sets, `@token` for the first
 * of the tokens.
 */
export interface Scenario {
  readonly name: string
  readonly path: string
  readonly status: number
  readonly needs?: Extra
  /** Header fields that an answer has to have. */
  readonly answer?: Readonly<Record<string, string>>
  /** The tokens of the requests, of which so many are sent in turn; whether each comes again while servers remember it. */
  readonly tokens?: { readonly algorithm: TokenAlgorithm; readonly count: number; readonly isRemembered: boolean }
  readonly method?: 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The script for `wrk`, for what one request cannot say. */
  readonly script?: string
}

/** Tokens that a server may remember, and more of them than any server here remembers. */
const [MANY, ALWAYS_NEW] = [10_000, 30_000]

const withTokens = (algorithm: TokenAlgorithm, what: string, count: number): Scenario => ({
  name: `jwt ${algorithm}${what}`,
  path: `/jwt/${algorithm}`,
  status: 200,
  needs: 'jwt',
  headers: { authorization: '@token' },
  tokens: { algorithm, count, isRemembered: count < ALWAYS_NEW },
  ...(count === 1 ? {} : { script: 'tokens.lua' }),
})

const bearer = { authorization: `Bearer ${TOKEN}` }

export const SCENARIOS: readonly Scenario[] = [
  { name: 'open', path: '/open', status: 200 },
  { name: 'bearer', path: '/bearer', status: 200, headers: bearer },
  { name: '401 missing', path: '/bearer', status: 401 },
  { name: '401 wrong', path: '/bearer', status: 401, headers: { authorization: `Bearer ${TOKEN.slice(0, -1)}g` } },
  { name: 'header key', path: '/header', status: 200, headers: { 'x-api-key': KEY } },
  { name: 'query key', path: `/query?key=${KEY}`, status: 200 },
  { name: 'cookie key', path: '/cookie', status: 200, headers: { cookie: `key=${KEY}` } },
  {
    name: 'basic',
    path: '/basic',
    status: 200,
    headers: { authorization: `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}` },
  },
  { name: 'list of two', path: '/list', status: 200, headers: { 'x-api-key': KEY } },
  { name: 'session', path: '/session', status: 200, headers: { cookie: '@login' } },
  { name: 'check 403', path: '/check', status: 403, headers: bearer },
  {
    name: 'validated body',
    path: '/body',
    method: 'POST',
    status: 200,
    headers: { ...bearer, 'content-type': 'application/json' },
    body: '{"name":"rex","count":3}',
  },
  { name: 'resource', path: '/owned/17', status: 200, needs: 'resource', headers: bearer },
  { name: 'resource 404', path: '/owned/42', status: 404, needs: 'resource', headers: bearer },
  { name: '1,000 routes', path: '/api/g3/r7', status: 200, headers: bearer, script: 'table.lua' },
  { name: '1 KB', path: '/1k', status: 200 },
  { name: '64 KB', path: '/64k', status: 200 },
  {
    name: 'cors',
    path: '/open',
    status: 200,
    needs: 'cors',
    headers: { origin: PAGE },
    answer: { 'access-control-allow-origin': PAGE },
  },
  withTokens('RS256', '', 1),
  withTokens('ES256', '', 1),
  withTokens('RS256', ', 10,000 in turn', MANY),
  withTokens('ES256', ', 10,000 in turn', MANY),
  withTokens('RS256', ', always new', ALWAYS_NEW),
  withTokens('ES256', ', always new', ALWAYS_NEW),
]
