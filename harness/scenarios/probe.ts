import type { RequestData, Transport } from '../model/request.ts'
import type { RowName } from '../model/row-name.ts'
import { CONTENT_PROBES } from './content-probes.ts'
import { lowerCase, type Probe, probesOf, withoutHost } from './probe-row.ts'
import { withCookie, withHeader, withQuery } from '../subject/place.ts'

const ORIGIN = 'a header that a proxy or the framework itself is meant to write is believed from the client'
const SWITCH = 'a switch for debugging or tests is left in'
const OWN_PAGE = 'a request of the own pages is taken for one of a user'
const BODY = 'an odd body makes the guard and the handler see different requests'

const REFERRERS = [
  ['root', '/'],
  ['admin', '/admin'],
  ['login', '/login'],
  ['docs', '/docs'],
] as const

const JSON_BODY = { 'Content-Type': 'application/json' }
const CHUNKED_WITH_LENGTH = { 'Transfer-Encoding': 'chunked', 'Content-Length': '5' }
const TWO_LENGTHS = { 'Content-Length': '5', 'content-length': '0' }
const HANDSHAKE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'c3ZjLXByb2JlLXNvY2tldA==',
}

/** The name of the probe that a list of addresses behind a proxy may well let in. */
export const PRIVATE_ADDRESS = 'probe.xff-private'

const FLAGS = [
  'logged_in=true',
  'loggedin=1',
  'authenticated=true',
  'is_authenticated=1',
  'is_admin=true',
  'role=admin',
]

/** A parameter a row. */
const PARAMETERS = [
  ['debug-1', 'debug=1'],
  ['admin-true', 'admin=true'],
  ['test-1', 'test=1'],
  ['auth-false', 'auth=false'],
  ['authenticated-true', 'authenticated=true'],
  ['user-admin', 'user=admin'],
  ['role-superuser', 'role=superuser'],
  ['__proto__-auth-1', '__proto__[auth]=1'],
] as const

/** The switches as they are compared elsewhere: a flag that is tested for `1` is not open to `true`. */
const OTHER_SWITCHES = 'admin=1&is_admin=1&superuser=1&debug=true&test=true&auth=0&authenticated=1'

/** Header fields, parameters and framings that have opened routes elsewhere. */
export const HEADER_PROBES: readonly Probe[] = [
  ...(['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Uri', 'X-Original-Uri', 'X-Forwarded-Path'] as const).map(
    (field): Probe => ({
      name: `probe.${lowerCase(field)}`,
      title: `the root with the path in ${field}`,
      cause: `${ORIGIN} (CVE-2018-14773)`,
      cwe: 441,
      request: (r, base) => withHeader({ ...r, target: `${base}/` }, field, r.target),
    }),
  ),
  ...(['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Prefix'] as const).map((field): Probe => ({
    name: `probe.${lowerCase(field)}-root`,
    title: `the path with the root in ${field}`,
    cause: `${ORIGIN} (CVE-2018-14773)`,
    cwe: 441,
    request: (r) => withHeader(r, field, '/'),
  })),
  field(
    'probe.middleware-subrequest',
    'x-middleware-subrequest',
    'middleware:middleware:middleware:middleware:middleware',
    'CVE-2025-29927',
  ),
  field(
    'probe.middleware-subrequest-src',
    'x-middleware-subrequest',
    'src/middleware:src/middleware:src/middleware:src/middleware:src/middleware',
    'CVE-2025-29927',
  ),
  field('probe.nextjs-data', 'x-nextjs-data', '1'),
  field('probe.internal', 'x-internal', '1'),
  field('probe.internal-request', 'x-internal-request', 'true'),
  field('probe.svc-auth', 'x-svc-auth', 'true'),
  field('probe.svc-internal', 'x-svc-internal', '1'),
  field('probe.svc-test', 'x-svc-test', '1'),
  field('probe.svc-probe', 'x-svc-probe', '1'),
  field('probe.authenticated', 'X-Authenticated', 'true'),
  field('probe.authenticated-user', 'X-Authenticated-User', 'admin'),
  field('probe.remote-user', 'X-Remote-User', 'admin'),
  field('probe.forwarded-user', 'X-Forwarded-User', 'admin'),
  field('probe.auth-user', 'X-Auth-User', 'admin'),
  field('probe.user-id', 'X-User-Id', '1'),
  field('probe.ssl-client', 'X-SSL-Client-Verify', 'SUCCESS'),
  field('probe.debug', 'X-Debug', '1'),
  field('probe.skip-auth', 'X-Skip-Auth', 'true'),
  field('probe.xff-localhost', 'X-Forwarded-For', '127.0.0.1'),
  field('probe.real-ip-localhost', 'X-Real-IP', '127.0.0.1'),
  field('probe.forwarded-localhost', 'Forwarded', 'for=127.0.0.1;host=localhost;proto=https'),
  field('probe.forwarded-host', 'X-Forwarded-Host', 'localhost'),
  field('probe.forwarded-proto', 'X-Forwarded-Proto', 'https'),
  field('probe.user-agent', 'User-Agent', 'ELB-HealthChecker/2.0'),
  field(
    'probe.user-agent-bot',
    'User-Agent',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  ),
  field('probe.ajax', 'X-Requested-With', 'XMLHttpRequest'),
  field('probe.accept-html', 'Accept', 'text/html,application/xhtml+xml,*/*;q=0.8'),
  field(PRIVATE_ADDRESS, 'X-Forwarded-For', '10.0.0.1'),
  ...probesOf(OWN_PAGE, 346, {
    'probe.sec-fetch-site': [
      'the header Sec-Fetch-Site: same-origin',
      (r) =>
        r.headers.some(([name]) => /^sec-fetch-site$/i.test(name))
          ? undefined
          : withHeader(r, 'Sec-Fetch-Site', 'same-origin'),
    ],
  }),
  ...probesOf('a cookie that the client writes decides', 565, {
    'probe.cookie-flag': ['a cookie that says that a user is logged in', (r) => FLAGS.reduce(withCookie, r)],
  }),
  field('probe.purpose', 'Purpose', 'prefetch'),
  field('probe.upgrade', 'Upgrade', 'h2c'),
  field('probe.hop-by-hop', 'Connection', 'close, Authorization, Cookie, X-API-Key', 'CVE-2022-1388'),
  field('probe.no-cache-key', 'X-Forwarded-Scheme', 'nothttps'),
  field('probe.accept', 'Accept', '*/*;q=0'),
  field('probe.range', 'Range', 'bytes=0-0'),
  field('probe.if-none-match', 'If-None-Match', '*'),
  ...REFERRERS.map(([name, path]): Probe => ({
    name: `probe.referer-${name}`,
    title: `a Referer of the server's own ${path === '/' ? 'root' : path}`,
    cause: 'the page that a request says it comes from decides, and any client can say so',
    cwe: 293,
    request: (r, _base, origin) => withHeader(withHost(r, origin), 'Referer', `${origin}${path}`),
  })),
  ...probesOf(OWN_PAGE, 346, {
    'probe.own-origin': [
      "the server's own Origin",
      (r, _base, origin) => withHeader(withHost(r, origin), 'Origin', origin),
    ],
  }),
  ...probesOf('the host decides whether to ask for a credential', 290, {
    'probe.host-localhost': ['the host localhost', (r) => withHeader(r, 'Host', 'localhost')],
  }),
  ...probesOf(BODY, 444, {
    'probe.host-two': [
      'a request with two Host lines',
      (r) => withHeader(withHeader(r, 'Host', 'localhost'), 'Host', 'attacker.example'),
      'raw',
    ],
  }),
  ...probesOf('the upgrade goes around the guard', 288, {
    'probe.websocket': ['a request for a WebSocket', websocket, 'raw'],
  }),
  ...PARAMETERS.map(([name, pair]): Probe => ({
    name: `probe.query-${name}`,
    title: `the parameter ${pair}`,
    cause: `${SWITCH} (WSTG-ATHN-04)`,
    cwe: 489,
    request: (r) => withQuery(r, pair),
  })),
  {
    name: 'probe.query-other-switches',
    title: `the parameters ${OTHER_SWITCHES}`,
    cause: `${SWITCH} (WSTG-ATHN-04)`,
    cwe: 489,
    request: (r) => withQuery(r, OTHER_SWITCHES),
  },
  ...(['css', 'js', 'ico'] as const).map((end): Probe => ({
    name: `probe.query-static-${end}`,
    title: `a query that ends in .${end}`,
    cause: 'addresses that end like a static file need no credential, the query included',
    cwe: 288,
    request: (r) => withQuery(r, `svc=app.${end}`),
  })),
  ...CONTENT_PROBES,
  body('probe.content-type-tab', 'a content type with a tab', { 'Content-Type': 'application/json\t; a=1' }, '{}'),
  body('probe.content-type-odd', 'an unknown content type', { 'Content-Type': 'application/x-svc' }, '{}'),
  body(
    'probe.body-user',
    'a JSON body that claims a user',
    JSON_BODY,
    '{"user":"admin","isSuperuser":true,"auth":true}',
  ),
  body('probe.body-broken', 'a body that is broken JSON', JSON_BODY, '{"a":'),
  body('probe.body-proto', 'a JSON body with __proto__', JSON_BODY, '{"__proto__":{"auth":true,"isSuperuser":true}}'),
  body('probe.chunked-and-length', 'a chunked body with a length', CHUNKED_WITH_LENGTH, '0\r\n\r\n', 'raw'),
  body('probe.length-two', 'a body with two different lengths', TWO_LENGTHS, '', 'raw'),
  body('probe.expect', 'Expect: 100-continue', { Expect: '100-continue' }, '{}', 'raw'),
  body('probe.header-oversize', 'a header of 20,000 characters', { 'X-Long': 'x'.repeat(20_000) }, undefined, 'raw'),
  ...probesOf(BODY, 770, {
    'probe.target-oversize': ['a query of 12,000 characters', (r) => withQuery(r, `x=${'x'.repeat(12_000)}`), 'raw'],
  }),
  ...probesOf(BODY, 444, { 'probe.http-1.0': ['a request of HTTP/1.0 without a host', withoutHost, 'raw'] }),
]

/** The host of an origin that is known before anything listens. */
function withHost(request: RequestData, origin: string): RequestData {
  return withHeader(request, 'Host', new URL(origin).host)
}

function field(name: RowName, header: string, value: string, source?: string): Probe {
  return {
    name,
    title: `the header ${header}: ${value}`,
    cause: source === undefined ? ORIGIN : `${ORIGIN} (${source})`,
    cwe: 290,
    request: (request) => withHeader(request, header, value),
  }
}

function body(
  name: RowName,
  title: string,
  headers: Readonly<Record<string, string>>,
  text: string | undefined,
  transport?: Transport,
): Probe {
  return {
    name,
    title,
    cause: BODY,
    cwe: 444,
    ...(transport === undefined ? {} : { transport }),
    request: (request) => {
      if (request.body !== undefined) return undefined
      const result = withHeaders(request, headers)
      return text === undefined ? result : { ...result, body: text }
    },
  }
}

function websocket(request: RequestData): RequestData {
  return withHeaders(request, HANDSHAKE)
}

function withHeaders(request: RequestData, headers: Readonly<Record<string, string>>): RequestData {
  return Object.entries(headers).reduce((one, [name, value]) => withHeader(one, name, value), request)
}
