import type { Tree } from '../../files/testdata/tree.ts'
import { send } from './attack.ts'

/** In bob's things alone: no answer to another user may have it. */
export const MARK = 'olives-of-bob'

const route = (path: string, body: string, more = ''): string => `import { route } from 'svc'
import { note, order, item, numbered, secret, paired, filed } from '#lib'
const operation = route('${path}')
${more}${body}
`
const NOTING = ['GET', 'PUT', 'PATCH', 'DELETE']
  .map((method) => `export const ${method} = operation((request) => note(request, request.resources.order))`)
  .join('\n')

const NOTING_PAIR = 'export const GET = operation((request) => note(request, request.resources.paired))'
const NOTING_FILE = 'export const GET = operation((request) => note(request, request.resources.filed))'
const SOCKET = `import { operation, websocket } from 'svc'
import { note } from '#lib'
export const GET = operation((request) =>
  note(request, websocket({ open: (peer) => void peer.send(JSON.stringify(request.resources)) })))
`

/** Orders with owners behind every kind of route. Each handler notes that it ran, and `/seen` gives the notes once. */
export const PROJECT: Tree = {
  'package.json': '{"type":"module"}',
  'tsconfig.json': '{ "compilerOptions": { "paths": { "#lib": ["./lib/orders.ts"] } } }',
  'svc.config.ts': `import { SvcAPI, defineConfig } from 'svc'
import { bearer } from 'svc/security'
import { note, order } from '#lib'
const api = new SvcAPI({ title: 'Shop', resources: 'declared', docs: false, auth: bearer((_, name) => ({ name })) })
api.mount('/mounted/:id', (request) => note({ method: request.method, path: '/mounted' + new URL(request.url).pathname }, {}) && new Response('mounted'), { resource: order })
export default defineConfig({ api })
`,
  lib: {
    'orders.ts': `import { resource } from 'svc/security'
const ORDERS = {
  a: { id: 'a', owner: 'ann', items: { x: 'pickles-of-ann' } },
  b: { id: 'b', owner: 'bob', items: { y: '${MARK}' } },
}
export const seen = []
export const note = (request, answer) => {
  seen.push(request.method + ' ' + request.path.replace('/api', ''))
  return answer
}
export const all = Object.values(ORDERS)
export const order = resource('order', {
  load: ({ params }) => (Object.hasOwn(ORDERS, params.id) ? ORDERS[params.id] : undefined),
  may: async (order, { auth }) => order.owner === auth.name,
})
export const item = resource('item', { parent: order, load: (order, { params }) => order.items[params.item] })
export const secret = resource('secret', {
  refused: 403,
  load: ({ params }) => (Object.hasOwn(ORDERS, params.id) ? ORDERS[params.id] : undefined),
  may: (order, { auth }) => order.owner === auth.name,
})
const pair = ({ params }) => (Object.hasOwn(ORDERS, params.a) && params.b === 'x' ? ORDERS[params.a] : undefined)
export const paired = resource('paired', { load: pair, may: (order, { auth }) => order.owner === auth.name })
export const filed = resource('filed', {
  load: ({ params }) => Object.values(ORDERS).find(({ id }) => params.path === id + '/notes'),
  may: (order, { auth }) => order.owner === auth.name,
})
export const numbered = resource('numbered', {
  params: { id: Number },
  load: ({ params }) => ({ 1: ORDERS.a, 2: ORDERS.b })[params.id],
  may: (order, { auth }) => order.owner === auth.name,
})
`,
  },
  routes: {
    'open.ts': `import { operation } from 'svc'\nexport const GET = operation({ auth: null }, () => 'open')\n`,
    'seen.ts': `import { operation } from 'svc'\nimport { seen } from '#lib'\nexport const GET = operation({ auth: null }, () => seen.splice(0))\n`,
    'refunds.ts': `import { operation } from 'svc'
import { note, order } from '#lib'
export const POST = operation({ body: { order: String } }, async (request) => note(request, await order.get(request, { id: request.body.order })))
`,
    orders: {
      'index.ts': `import { operation } from 'svc'
import { all, note, order } from '#lib'
export const GET = operation(async (request) => note(request, await order.filter(all, request)))
`,
      '[id]': {
        '_resource.ts': `export { order as default } from '#lib'\n`,
        'index.ts': route('/orders/[id]', NOTING),
        'cancel.ts': route(
          '/orders/[id]/cancel',
          'export const POST = operation({ body: { why: String } }, (request) => note(request, 1))',
        ),
        'tagged.ts': route(
          '/orders/[id]/tagged',
          `export const GET = operation((request) => {
  request.responseHeaders.set('etag', '"v1"')
  if (request.headers.get('if-none-match') === '"v1"') return note(request, new Response(null, { status: 304 }))
  return note(request, request.resources.order)
})`,
        ),
        'events.ts': `import { eventStream, operation } from 'svc'
import { note } from '#lib'
export const GET = operation((request) => note(request, eventStream((async function* () { yield { data: JSON.stringify(request.resources.order) } })())))
`,
        'socket.ts': SOCKET,
        items: {
          '[item].ts': route(
            '/orders/[id]/items/[item]',
            'export const GET = operation((request) => note(request, request.resources.item))',
            'export const resource = item\n',
          ),
          '[item]': {
            '_resource.ts': `export { item as default } from '#lib'\n`,
            'socket.ts': SOCKET,
          },
        },
      },
    },
    secrets: {
      '[id]': {
        '_resource.ts': `export { secret as default } from '#lib'\n`,
        'socket.ts': SOCKET,
      },
    },
    pairs: { '[a]-[b].ts': route('/pairs/[a]-[b]', NOTING_PAIR, 'export const resource = paired\n') },
    files: { '[...path].ts': route('/files/[...path]', NOTING_FILE, 'export const resource = filed\n') },
    numbers: {
      '[id].ts': route(
        '/numbers/[id]',
        'export const GET = operation((request) => note(request, request.resources.numbered))',
        'export const resource = numbered\n',
      ),
    },
  },
}

export const ANN = 'Authorization: Bearer ann'
export const BOB = 'Authorization: Bearer bob'
export const JSON_BODY = 'Content-Type: application/json'
export const UPGRADE: readonly string[] = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
]

/** A request of ann's. */
export function asAnn(target: string, method = 'GET', fields: readonly string[] = [], body?: string): string {
  return send(method, `/api${target}`, [ANN, ...fields], body)
}
