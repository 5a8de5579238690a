/** The data that every contestant knows. */
export const TOKEN = 'secret-token-0123456789abcdef'
export const KEY = 'key-0123456789abcdef'
export const USER = 'alice'
export const PASSWORD = 'wonderland'

/** One kind of request. The field value `@login` stands for the cookies that `GET /login` sets. */
export interface Scenario {
  readonly name: string
  readonly path: string
  readonly status: number
  readonly method?: 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The script for `wrk`, for what one request cannot say. */
  readonly script?: string
}

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
  { name: '1,000 routes', path: '/api/g3/r7', status: 200, headers: bearer, script: 'table.lua' },
  { name: '1 KB', path: '/1k', status: 200 },
  { name: '64 KB', path: '/64k', status: 200 },
]
