import { expect } from 'chai'
import { fwAuth, resource } from '../auth/index.ts'
import { isLoadError } from '../base/errors.ts'
import { type Operation, Router, SvcAPI } from '../index.ts'
import { detailAccess } from '../listing/auth-label.ts'

const any: { readonly load: () => unknown; readonly may: () => unknown } = { load: () => ({}), may: () => true }
const order = resource('order', any)
const item = resource('item', { parent: order, load: () => ({}) })
const invoice = resource('invoice', any)
const tenant = resource('tenant', { params: [], ...any })
const numbered = resource('order', { params: { id: Number }, ...any })
const resourceOf = resource as (name: unknown, options?: unknown) => never

/** The error of a declaration: its code and its problem, without positions. */
function errorOf(declare: (api: SvcAPI) => unknown, options: object = {}): string {
  try {
    const api = new SvcAPI({ docs: false, ...options })
    declare(api)
    api.nodeHandler()
    return 'none'
  } catch (error) {
    if (!isLoadError(error)) throw error
    const place = error.position === undefined ? '' : ' (placed)'
    return `${error.code}${place} ${error.problem}`.replaceAll(/ at [^ ]*levels\.test\.ts:\d+/g, ' at HERE')
  }
}

const get = (path: string, resource: unknown) => (api: SvcAPI) => api.get(path, { resource } as never, () => 1)
/** A route below a router with a resource of its path. */
const below = (outer: unknown, path: string, own: object) => (api: SvcAPI) => {
  const router = new Router()
  router.get(path as never, own, () => 1)
  api.addRouter('/orders/:id', router, { resource: outer } as never)
}

const HOW = `Write resource('order', { load: ({ params }) => orders.find(params.id), may: (order, { auth }) => … })`
const IMPORTED = `Write resource('order', { load, may }), imported from "svc/security".`

const REFUSED: readonly (readonly [what: string, declare: (api: SvcAPI) => unknown, error: string])[] = [
  [
    'a may that is not a function',
    () => resourceOf('order', { load: any.load, may: true }),
    `SVC_RESOURCE_INVALID (placed) may of the resource order must be a function; got true. ${HOW}.`,
  ],
  [
    'a may that is a generator',
    () => resourceOf('order', { load: any.load, may: function* () {} }),
    `SVC_RESOURCE_INVALID (placed) may of the resource order must be a function; got a class or a generator. ${HOW}.`,
  ],
  [
    'a load that is not a function',
    () => resourceOf('order', { may: any.may }),
    `SVC_RESOURCE_INVALID (placed) load of the resource order must be a function; got undefined. ${HOW}.`,
  ],
  [
    'no may without a parent',
    () => resourceOf('order', { load: any.load }),
    'SVC_RESOURCE_INVALID (placed) the resource order does not say who may have it. Write may: (order, { auth }) => order.owner === auth.id, or give it a parent.',
  ],
  [
    'a may that is undefined, with a parent',
    () => resourceOf('item', { parent: order, load: any.load, may: undefined }),
    `SVC_RESOURCE_INVALID (placed) may of the resource item must be a function; got undefined. ${HOW}.`,
  ],
  [
    'a parent that is not a resource',
    () => resourceOf('item', { parent: {}, load: any.load }),
    "SVC_RESOURCE_INVALID (placed) parent of the resource item must be a resource; got an object of Object. Give it what resource('…') returned.",
  ],
  [
    'a parent that is narrowed',
    () => resourceOf('item', { parent: order.only(() => true), load: any.load }),
    'SVC_RESOURCE_INVALID (placed) parent of the resource item is narrowed by only(…), which holds for a level. Give it order itself, and narrow that at a level.',
  ],
  [
    'a parent of its own name',
    () => resourceOf('order', { parent: order, load: any.load }),
    'SVC_RESOURCE_INVALID (placed) the resource order has a parent of its own name. Rename one.',
  ],
  [
    'a name that no member can have',
    () => resourceOf('__proto__', any),
    `SVC_RESOURCE_INVALID (placed) a resource needs a name that can be a member of request.resources; got "__proto__". ${HOW}.`,
  ],
  [
    'an option that does not exist',
    () => resourceOf('order', { ...any, param: [] }),
    'SVC_OPTION_UNKNOWN (placed) the resource order has no option "param". Did you mean "params"?',
  ],
  [
    'params that are a validator',
    () => resourceOf('order', { ...any, params: 'id' }),
    'SVC_RESOURCE_INVALID (placed) params of the resource order must name path parameters; got "id". Write params: [\'id\'], or params: { id: Number }, or [] for none.',
  ],
  [
    'another status of what is refused',
    () => resourceOf('order', { ...any, refused: 401 }),
    'SVC_RESOURCE_INVALID (placed) refused of the resource order must be 403, or 404, which it is if absent.',
  ],
  [
    'an only that is not a function',
    () => order.only(true as never),
    'SVC_RESOURCE_INVALID (placed) only must be a function; got true. Write order.only((order, { auth }) => order.owner === auth.id).',
  ],
  [
    'a resource that is undefined',
    get('/orders/:id', undefined),
    'SVC_OPTION_UNDEFINED (placed) resource is written but undefined, which is what a misspelt import looks like. Give it a value, or leave it out.',
  ],
  [
    'a function in place of a resource',
    get('/orders/:id', () => true),
    `SVC_RESOURCE_INVALID (placed) resource must be a resource, a list of them, or null; got a function. ${IMPORTED}`,
  ],
  [
    'null in a list',
    get('/orders/:id', [order, null]),
    `SVC_RESOURCE_INVALID (placed) a list of resources has null. ${IMPORTED}`,
  ],
  [
    'an empty list',
    get('/orders/:id', []),
    'SVC_RESOURCE_INVALID (placed) resource is an empty list, which protects nothing. Name a resource, or write null.',
  ],
  [
    'two of one name at one level',
    get('/orders/:id', [order, numbered]),
    'SVC_RESOURCE_TWICE (placed) the resource order is there already at HERE, and two of one name cannot be. Narrow it with order.only(…), or rename one.',
  ],
  [
    'two of one name at two levels',
    below(order, '/', { resource: order }),
    'SVC_RESOURCE_TWICE (placed) the resource order is there already at HERE, and two of one name cannot be. Narrow it with order.only(…), or rename one.',
  ],
  [
    'one that covers no parameter',
    get('/orders', order),
    "SVC_RESOURCE_COVER (placed) the resource order covers no parameter: the name of this operation has no parameter. Name its parameters, params: ['id'], or say params: [] if none names it.",
  ],
  [
    'one that covers only what another covers',
    below(order, '/', { resource: invoice }),
    "SVC_RESOURCE_COVER (placed) the resource invoice covers no parameter: id belongs to order at HERE. Name its parameters, params: ['id'], or say params: [] if none names it.",
  ],
  [
    'a parameter that the path does not have',
    get('/orders/:id', resource('x', { ...any, params: ['key'] })),
    'SVC_RESOURCE_COVER (placed) the resource x at HERE is about "key", which the path /orders/[id] does not have. Declare it where that parameter is, or move this route.',
  ],
  [
    'a null that would take an outer resource away',
    below(order, '/', { resource: null }),
    'SVC_RESOURCE_NULL (placed) null takes nothing away: the resource order is declared at HERE. Leave null out; what must not be asked belongs beside that level.',
  ],
  [
    'a null without a parameter',
    get('/orders', null),
    'SVC_RESOURCE_COVER (placed) resource: null is about parameters, and there is no parameter here. Leave it out.',
  ],
  [
    'only of another resource',
    below(order, '/', { resource: invoice.only(() => true) }),
    'SVC_RESOURCE_ONLY (placed) invoice.only(…) narrows the resource invoice, which no level around declares. Declared is order at HERE: narrow that, or declare invoice.',
  ],
  [
    'an operation that reads a parameter otherwise',
    below(numbered, '/', { params: { id: String } }),
    'SVC_RESOURCE_PARAMS (placed) params declares "id", which the resource order at HERE declares otherwise. Leave it to the resource: params in a plain object, without that name.',
  ],
]

describe('resources that cannot mean anything', () => {
  for (const [what, declare, error] of REFUSED) {
    it(`are refused: ${what}`, () => {
      expect(errorOf(declare)).to.equal(error)
    })
  }
})

/** The result that levels make of each other, as `svc routes` shows it. */
const GOOD: readonly (readonly [what: string, declare: (api: SvcAPI) => unknown, label: string])[] = [
  ['an operation', get('/orders/:id', order), '[order(id)]'],
  ['a list', get('/orders/:id/:item', [order, item]), '[order(id, item), item(id, item)]'],
  ['a child alone, after its parent', get('/orders/:id/:item', item), '[order(), item(id, item)]'],
  ['a child below its parent', below(order, '/:item', { resource: item }), '[order(id), item(item)]'],
  ['nobody', below(order, '/:item', { resource: null }), "[order(id), nobody's(item)]"],
  ['only', below(order, '/', { resource: order.only(() => 1) }), '[order(id).only]'],
  [
    'only twice',
    below(
      order.only(() => 1),
      '/',
      { resource: order.only(() => 1) },
    ),
    '[order(id).only.only]',
  ],
  [
    'only alone',
    get(
      '/orders/:id',
      order.only(() => 1),
    ),
    '[order(id).only]',
  ],
  ['a tenant', below(order, '/', { resource: tenant }), '[order(id), tenant()]'],
]

describe('resources of several levels', () => {
  for (const [what, declare, label] of GOOD) {
    it(`add up: ${what}`, () => {
      const api = new SvcAPI({ docs: false })
      declare(api)
      const [operation] = api.operations()
      expect(detailAccess(operation as Operation)).to.equal(`undeclared ${label}`)
    })
  }
})

describe("resources: 'declared'", () => {
  const declared = (declare: (api: SvcAPI) => unknown, auth: unknown = fwAuth): string =>
    errorOf(declare, { auth, resources: 'declared', sessions: { secrets: ['s'.repeat(32)] } })

  it('refuses a protected operation with a parameter that nothing is said of, rests included', () => {
    const problem = (param: string, operation: string): string =>
      `SVC_RESOURCE_UNDECLARED (placed) nothing says whose "${param}" of ${operation} is, and resources: 'declared' asks for it. Declare a resource for it, or resource: null if it belongs to no user.`
    expect(declared((api) => api.get('/orders/:id', {}, () => 1))).to.equal(problem('id', 'GET /orders/[id]'))
    expect(declared((api) => api.get('/files/**:rest', {}, () => 1))).to.equal(problem('rest', 'GET /files/[...rest]'))
    expect(declared(below(order, '/:item', {}))).to.equal(problem('item', 'GET /orders/[id]/[item]'))
    expect(declared(get('/orders/:id', tenant))).to.equal(problem('id', 'GET /orders/[id]'))
    expect(declared((api) => api.mount('/m', () => new Response()))).to.contain('nothing says whose "path" of')
  })

  it('lets pass what is covered, null, public or without a parameter', () => {
    const passing = [
      get('/orders/:id', order),
      get('/orders/:id', null),
      (api: SvcAPI) => api.get('/orders/:id', { auth: null }, () => 1),
      (api: SvcAPI) => api.get('/orders', {}, () => 1),
      (api: SvcAPI) => api.mount('/m', () => new Response(), { resource: null }),
      (api: SvcAPI) => api.mount('/m', () => new Response(), { resource: order }),
    ]
    expect(passing.map((declare) => declared(declare))).to.deep.equal(passing.map(() => 'none'))
  })

  it('is the only value', () => {
    const error = errorOf(() => undefined, { resources: true })
    expect(error).to.equal("SVC_OPTION_INVALID (placed) resources must be 'declared', or absent; got true.")
  })
})
