import { type Attack, BEARER, each, get, lines, send } from './attack.ts'

const WRONG = 'Authorization: Bearer wrong'
const CORS_GRANT = /access-control-allow-origin/i

/** Promises 18 and 20, semantics 10 and 11: the page, what did not load, who guesses, other origins. */
export const CLOSED: readonly Attack[] = [
  ...each('guards the page and the document:', 401, ['/docs', '/openapi.json'], (target) => get(target)),
  ...each('guards the page and the document:', 401, ['/docs?x', '/openapi.json?x', '/docs?key=x'], (target) =>
    get(target, WRONG),
  ),
  ...each('guards the page and the document against HEAD:', 401, ['/docs', '/openapi.json'], (target) =>
    send('HEAD', target),
  ),
  ...each('has no other method for', 405, ['/docs', '/openapi.json'], (target) => send('POST', target, [BEARER])),
  ...each(
    'has no other spelling of the page:',
    [400, 404],
    [
      '/docs/',
      '//docs',
      '/DOCS',
      '/docs/index.html',
      '/openapi',
      '/openapi.yaml',
      '/swagger.json',
      '/docs/..',
      '/docs/%2e',
    ],
    (target) => get(target),
  ),
  ...each(
    'keeps closed what did not load:',
    503,
    ['/shut', '/shut?x', '/shut-below', '/shut-below/', '/shut-below/deep', '/shut-below/x/y', '/shut-below//deep'],
    (target) => get(target, BEARER),
  ),
  ...each('keeps closed, whatever the method:', 503, ['HEAD', 'POST', 'OPTIONS', 'DELETE', 'TRACE'], (method) =>
    send(method, '/shut-below/deep', [BEARER]),
  ),
  ...each(
    'opens no way around what is closed:',
    [400, 404],
    ['/shut/', '/SHUT', '/shut;', '/open/../shut', '/shut-belowx', '/shut%2f', '/%2fshut'],
    (target) => get(target, BEARER),
  ),
  {
    name: 'allows no third guess',
    bytes: Array.from({ length: 4 }, () => get('/tried/a', WRONG)),
    answers: [401, 401, 429, 429],
    on: 'throttled',
    includes: /retry-after: [1-9]/i,
  },
  {
    name: 'lets no credential in after the guesses, not even the right one',
    bytes: [get('/tried/b', WRONG), get('/tried/b', WRONG), get('/tried/b', BEARER)],
    answers: [401, 401, 429],
    on: 'throttled',
  },
  {
    name: 'counts guesses whatever the forwarding fields say',
    bytes: ['10.0.0.1', '10.0.0.2', '10.0.0.3'].map((ip) => get('/tried/c', WRONG, `X-Forwarded-For: ${ip}`)),
    answers: [401, 401, 429],
    on: 'throttled',
  },
  {
    name: 'counts guesses whatever the query and the method are',
    bytes: [get('/tried/d?a', WRONG), send('HEAD', '/tried/d', [WRONG]), get('/tried/d?b', WRONG)],
    answers: [401, 401, 429],
    on: 'throttled',
  },
  {
    name: 'does not count a request without a credential',
    bytes: [...Array.from({ length: 4 }, () => get('/tried/e')), get('/tried/e', BEARER)],
    answers: [401, 401, 401, 401, 200],
    runs: ['GET /tried/e'],
    on: 'throttled',
  },
  ...each(
    'grants nothing to the origin',
    401,
    [
      'https://evil.test',
      'null',
      'https://app.example.evil.test',
      'https://app.example/',
      'https://app.example:443',
      'http://app.example',
      'HTTPS://app.example',
      'https://sub.app.example',
      '*',
      '',
    ],
    (origin) => get('/bearer', `Origin: ${origin}`),
    { on: 'shared', excludes: CORS_GRANT },
  ),
  ...each(
    'grants nothing by preflight to the origin',
    204,
    ['https://evil.test', 'null', 'https://app.example.evil.test', 'http://app.example'],
    (origin) => send('OPTIONS', '/bearer', [`Origin: ${origin}`, 'Access-Control-Request-Method: DELETE', BEARER]),
    { on: 'shared', excludes: /access-control-allow/i },
  ),
  {
    name: 'grants nothing to two origins',
    bytes: get('/bearer', 'Origin: https://app.example', 'Origin: https://evil.test'),
    answers: [401],
    on: 'shared',
    excludes: CORS_GRANT,
  },
  {
    name: 'grants an origin that is listed, and no more than that',
    bytes: get('/bearer', 'Origin: https://app.example'),
    answers: [401],
    on: 'shared',
    includes: /access-control-allow-origin: https:\/\/app\.example\r/i,
  },
  {
    name: 'runs no handler for a preflight of a listed origin',
    bytes: send('OPTIONS', '/bearer', ['Origin: https://app.example', 'Access-Control-Request-Method: GET', BEARER]),
    answers: [204],
    on: 'shared',
  },
  {
    name: 'grants nothing where the option is not given',
    bytes: send('OPTIONS', '/bearer', ['Origin: https://app.example', 'Access-Control-Request-Method: GET']),
    answers: [204],
    excludes: /access-control/i,
  },
  {
    name: 'closes HTTP/1.0 connections, guarded all the same',
    bytes: lines(['GET /bearer HTTP/1.0', 'Host: {host}']),
    answers: [401],
  },
]

/** Promise 1: nothing of one request is left for the next one on its connection. */
export const CONNECTIONS: readonly Attack[] = [
  {
    name: 'carries no credential over',
    bytes: get('/bearer', BEARER) + get('/bearer'),
    answers: [200, 401],
    runs: ['GET /bearer'],
  },
  {
    name: 'carries no refusal over',
    bytes: get('/bearer') + get('/bearer', BEARER),
    answers: [401, 200],
    runs: ['GET /bearer'],
  },
  {
    name: 'carries nothing over while an authenticator waits',
    bytes: get('/slow', BEARER) + get('/slow') + get('/slow', BEARER) + get('/slow', WRONG),
    answers: [200, 401, 200, 401],
    runs: ['GET /slow', 'GET /slow'],
  },
  {
    name: 'carries no credential over to another path',
    bytes: get('/bearer', BEARER) + get('/basic') + get('/session') + get('/items/a'),
    answers: [200, 401, 401, 401],
    runs: ['GET /bearer'],
  },
  {
    name: 'carries no session over',
    bytes: ({ seals }) => get('/session', `Cookie: svc-session=${seals.user}`) + get('/session'),
    answers: [200, 401],
    runs: ['GET /session'],
  },
  {
    name: 'carries no method over',
    bytes: send('POST', '/bearer', [BEARER]) + get('/bearer') + send('DELETE', '/bearer'),
    answers: [200, 401, 401],
    runs: ['POST /bearer'],
  },
  {
    name: 'carries no body over',
    bytes: send('POST', '/text', [], BEARER) + get('/bearer'),
    answers: [200, 401],
    runs: ['POST /text'],
  },
  {
    name: 'carries no trailer over',
    bytes:
      lines(['POST /text HTTP/1.1', 'Host: {host}', 'Transfer-Encoding: chunked'], `0\r\n${BEARER}\r\n\r\n`) +
      get('/bearer'),
    answers: [200, 401],
    runs: ['POST /text'],
  },
  {
    name: 'ends the connection with a malformed request',
    bytes: get('/open') + get('/bearer%00') + get('/bearer', BEARER),
    answers: [200, 400],
    runs: ['GET /open'],
  },
  {
    name: 'ends the connection where the parser refuses',
    bytes: get('/open') + 'GARBAGE\r\n\r\n' + get('/bearer', BEARER),
    answers: [[200, 400]],
    runs: ['GET /open'],
    onlyGuarded: true,
  },
  {
    name: 'ends the connection where it is said',
    bytes: get('/open', 'Connection: close') + get('/bearer', BEARER),
    answers: [200],
    runs: ['GET /open'],
  },
  {
    name: 'keeps the order where the first is slow',
    bytes: get('/slow', BEARER) + get('/open') + get('/slow'),
    answers: [200, 200, 401],
    runs: ['GET /open', 'GET /slow'],
  },
  {
    name: 'gives each of many requests its own verdict',
    bytes: Array.from({ length: 64 }, (_, index) => get('/slow', index % 2 === 0 ? BEARER : WRONG)).join(''),
    answers: Array.from({ length: 64 }, (_, index) => (index % 2 === 0 ? 200 : 401)),
    runs: Array.from({ length: 32 }, () => 'GET /slow'),
  },
  {
    name: 'lets Connection drop no field',
    bytes: get('/bearer', 'Connection: close, Authorization', WRONG),
    answers: [401],
  },
]
