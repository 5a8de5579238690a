import { expect } from 'chai'
import { readDocument } from '../targets/document.ts'
import type { Route } from '../model/route.ts'
import { withChoices } from './choices.ts'

/** The route of a path whose parameters are numbers, but for those that are given. */
function routeOf(path: string, method: string, texts: readonly string[]): Route {
  const parameters = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: texts.includes(name) ? 'string' : 'integer' },
  }))
  const operation = { parameters, responses: {} }
  const document = { openapi: '3.1.0', info: {}, paths: { [path]: { [method]: operation } } }
  const [route] = readDocument(document).routes
  if (route === undefined) throw new Error(`no operation at ${path}`)
  return route
}

function pathOf(
  path: string,
  method = 'get',
  texts: readonly string[] = [],
  params?: Record<string, number | object>,
): string {
  const route = routeOf(path, method, texts)
  const said = params === undefined ? {} : { routes: { [route.key]: { params } } }
  return withChoices([route], said as never)[0]?.path ?? ''
}

describe('parameters that name no record', () => {
  for (const [path, chosen] of [
    ['/orders/page/{page}/size/{size}', '/orders/page/1/size/25'],
    [
      '/orders/user/{user_id}/page_number/{page_number}/num_records/{num_records}',
      '/orders/user/[user_id]/page_number/1/num_records/25',
    ],
    ['/orders/{pageNumber}/{pageSize}', '/orders/1/25'],
    ['/api/v{version}/orders/{id}', '/api/v1/orders/[id]'],
    ['/tracks/{track_id}/stream_type/{stream_type}', '/tracks/[track_id]/stream_type/1'],
    ['/pages/{page}', '/pages/[page]'],
    ['/types/{type}', '/types/[type]'],
    ['/orders/{order_id}', '/orders/[order_id]'],
  ] as const)
    it(`${path} is ${chosen}`, () => {
      expect(pathOf(path)).to.equal(chosen)
    })

  it('are numbers where they choose a part of a list', () => {
    expect(pathOf('/wiki/{page}', 'get', ['page'])).to.equal('/wiki/[page]')
  })

  it('stay where what is asked for may change something, but for a version', () => {
    expect(pathOf('/v{version}/alerts/type/{type}', 'delete')).to.equal('/v1/alerts/type/[type]')
  })

  it('stay where the fixtures name them, for all users or for one', () => {
    const path = '/orders/page/{page}/size/{size}'
    expect(pathOf(path, 'get', [], { page: 2 })).to.equal('/orders/page/[page]/size/25')
    expect(pathOf(path, 'get', [], { ann: { size: 3 } })).to.equal('/orders/page/1/size/[size]')
  })
})
