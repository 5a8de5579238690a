import { type Attack, each, send } from './attack.ts'
import { ANN, asAnn, BOB, JSON_BODY, MARK, UPGRADE } from './orders-project.ts'

const upgrade = (target: string, fields: readonly string[] = []): string =>
  asAnn(target, 'GET', [...UPGRADE, ...fields])
const [CONNECTION = '', OFFER = '', VERSION = '', KEY = ''] = UPGRADE
const EVENTS = 'Accept: text/event-stream'
/** Bob's answer has the mark, and what follows has not. */
const ONCE = new RegExp(`^(?:(?!${MARK})[^])*${MARK}(?:(?!${MARK})[^])*$`)

/** Promise 33 for what stays open, and for paths of several parameters: ann's requests for what is bob's. */
export const RESOURCE_UPGRADES: readonly Attack[] = [
  ...each(
    'opens no socket of another user at',
    404,
    [
      '/orders/b/socket',
      '/orders/%62/socket',
      '/orders/b/socket?id=a',
      '/orders/b/socket?',
      '/orders/B/socket',
      '/orders/c/socket',
      '/orders/b/items/y/socket',
      '/orders/b/items/x/socket',
      '/orders/a/items/y/socket',
      '/mounted/b',
      '/mounted/b/socket',
    ],
    (target) => upgrade(target),
    { excludes: / 101 / },
  ),
  ...each(
    'routes no upgrade to',
    [400, 404],
    ['/orders/a/../b/socket', '/orders/a/%2e%2e/b/socket', '/orders//b/socket', '/orders/a%2f..%2fb/socket'],
    (target) => upgrade(target),
  ),
  ...each(
    'refuses before it looks at a handshake, with',
    404,
    [
      '',
      `${CONNECTION}\r\n${OFFER}`,
      `${CONNECTION}\r\n${OFFER}\r\nSec-WebSocket-Version: 8\r\n${KEY}`,
      `${CONNECTION}\r\n${OFFER}\r\n${VERSION}\r\nSec-WebSocket-Key: x`,
      `${CONNECTION}\r\n${OFFER}\r\n${VERSION}\r\n${KEY}\r\n${KEY}`,
      `${CONNECTION}\r\n${OFFER}\r\n${VERSION}\r\n${KEY}\r\nSec-WebSocket-Protocol: b`,
      `${CONNECTION}\r\n${OFFER}\r\n${VERSION}\r\n${KEY}\r\nContent-Length: 0`,
      `${CONNECTION}\r\nUpgrade: h2c, websocket`,
      `${CONNECTION}, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA`,
    ],
    (fields) => asAnn('/orders/b/socket', 'GET', fields === '' ? [] : [fields]),
  ),
  {
    name: 'refuses an upgrade with a body, and makes no request of the body',
    bytes: asAnn('/orders/b/socket', 'GET', UPGRADE, asAnn('/orders/a')),
    answers: [404],
  },
  ...each('opens no socket by the method', [404, 405], ['HEAD', 'POST', 'PUT', 'DELETE'], (method) =>
    asAnn('/orders/b/socket', method, UPGRADE),
  ),
  {
    name: 'says 403 to an upgrade where existence is not secret',
    bytes: upgrade('/secrets/b/socket'),
    answers: [403],
  },
  {
    name: 'opens the socket of its owner',
    bytes: send('GET', '/api/orders/b/socket', [BOB, ...UPGRADE]),
    answers: [101],
    runs: ['GET /orders/b/socket'],
    includes: ONCE,
  },
  {
    name: 'opens no socket right after its owner read it, on one connection',
    bytes: [send('GET', '/api/orders/b', [BOB]), upgrade('/orders/b/socket')],
    answers: [200, 404],
    runs: ['GET /orders/b'],
    includes: ONCE,
  },
  {
    name: 'upgrades nothing without a credential',
    bytes: send('GET', '/api/orders/b/socket', UPGRADE),
    answers: [401],
  },
  { name: 'opens her own socket', bytes: upgrade('/orders/a/socket'), answers: [101], runs: ['GET /orders/a/socket'] },
  {
    name: "opens the socket of her own order's item",
    bytes: upgrade('/orders/a/items/x/socket'),
    answers: [101],
    runs: ['GET /orders/a/items/x/socket'],
  },
  ...each(
    'asks for an upgrade of her own, given',
    426,
    ['', `${CONNECTION}\r\n${OFFER}\r\nSec-WebSocket-Version: 8\r\n${KEY}`, `${CONNECTION}\r\nUpgrade: h2c, websocket`],
    (fields) => asAnn('/orders/a/socket', 'GET', fields === '' ? [] : [fields]),
    { runs: ['GET /orders/a/socket'] },
  ),
  {
    name: 'answers an upgrade of her own mount as a request',
    bytes: upgrade('/mounted/a'),
    answers: [200],
    runs: ['GET /mounted/'],
  },
  ...each(
    'begins no stream for',
    404,
    ['/orders/b/events', '/orders/%62/events', '/orders/b/events?id=a', '/orders/c/events'],
    (target) => asAnn(target, 'GET', [EVENTS, 'Last-Event-ID: 0']),
  ),
  ...each('begins no stream by the method', [404, 405], ['HEAD', 'POST', 'PUT'], (method) =>
    asAnn('/orders/b/events', method, [EVENTS]),
  ),
  {
    name: 'begins no stream right after its owner did, on one connection',
    bytes: [send('GET', '/api/orders/b/events', [BOB, EVENTS]), asAnn('/orders/b/events', 'GET', [EVENTS])],
    answers: [200, 404],
    runs: ['GET /orders/b/events'],
    includes: ONCE,
  },
  {
    name: 'begins her own stream',
    bytes: asAnn('/orders/a/events', 'GET', [EVENTS]),
    answers: [200],
    runs: ['GET /orders/a/events'],
    includes: /pickles-of-ann/,
  },
  ...each('does not say that nothing changed, right after its owner, to', [404], ['GET', 'HEAD'], (method) =>
    asAnn('/orders/b/tagged', method, ['If-None-Match: "v1"']),
  ),
  {
    name: 'says to its owner that nothing changed, and nothing to others on that connection',
    bytes: [
      send('GET', '/api/orders/b/tagged', [BOB, 'If-None-Match: "v1"']),
      asAnn('/orders/b/tagged', 'GET', ['If-None-Match: *']),
      asAnn('/orders/b/tagged', 'GET', ['If-Modified-Since: Thu, 01 Jan 2099 00:00:00 GMT']),
    ],
    answers: [304, 404, 404],
    runs: ['GET /orders/b/tagged'],
  },
  ...each(
    'reads no pair of another user in',
    404,
    ['b-x', 'b-x?a=a', '%62-x', 'a-y', 'b-', '-x', 'a-b-x', 'b-x-x', 'a%2db-x'],
    (pair) => asAnn(`/pairs/${pair}`),
  ),
  { name: 'reads her own pair', bytes: asAnn('/pairs/a-x'), answers: [200], runs: ['GET /pairs/a-x'] },
  ...each(
    'reads no file of another user at',
    [400, 404],
    [
      'b/notes',
      'b%2fnotes',
      'a/../b/notes',
      'a/%2e%2e/b/notes',
      '/b/notes',
      'b//notes',
      'b/notes/',
      'b\\notes',
      './b/notes',
    ],
    (path) => asAnn(`/files/${path}`),
  ),
  { name: 'reads her own file', bytes: asAnn('/files/a/notes'), answers: [200], runs: ['GET /files/a/notes'] },
  {
    name: 'never asks a resource of the id in the body of a PUT',
    bytes: asAnn('/orders/b', 'PUT', [JSON_BODY], '{"id":"a","owner":"ann"}'),
    answers: [404],
  },
  {
    name: 'has one credential a request on one connection',
    bytes: send('GET', '/api/orders/b/events', [BOB]) + send('GET', '/api/orders/b/events', [ANN]),
    answers: [200, 404],
    runs: ['GET /orders/b/events'],
    includes: ONCE,
  },
]
