import { expect } from 'chai'
import type { ResourcePlace } from '../model/fixtures.ts'
import { sampleRoute } from '../testdata/samples.ts'
import type { Exploration } from '../ask/exploration.ts'
import { askAt, leftOutOf, placesOf } from './resource-places.ts'

const routes = [
  sampleRoute({ path: '/orders/[id]' }),
  sampleRoute({ method: 'DELETE', path: '/orders/[id]' }),
  sampleRoute({ method: 'POST', path: '/refunds' }),
]
const world = { routes, fixtures: {} } as unknown as Exploration

function placesWith(at?: readonly ResourcePlace[]): readonly string[] {
  const resource = { name: 'order', of: { ann: { id: '17' } }, marks: {}, shared: {}, isSpare: true, ...(at && { at }) }
  return placesOf(resource, world).map(({ route, in: where, name }) => `${route.key} ${where}${name}`)
}

describe('the operations that take ids of a resource', () => {
  const paths = ['GET /orders/[id] path', 'DELETE /orders/[id] path']
  const body = { route: 'POST /refunds', in: 'body', name: '/order' } as const

  it('are those below its path where the fixtures name none', () => {
    expect(placesWith()).to.deep.equal(paths)
  })

  it('are those too where the fixtures name others that take the id elsewhere', () => {
    expect(placesWith([body])).to.deep.equal(['POST /refunds body/order', ...paths])
  })

  it('are those alone that the fixtures name where one of them takes the id in its path', () => {
    const one = { route: 'GET /orders/[id]', in: 'path', name: '' } as const
    expect(placesWith([one, body])).to.deep.equal(['GET /orders/[id] path', 'POST /refunds body/order'])
  })
})

describe('operations that declare a resource', () => {
  const resources = [{ name: 'order', params: ['id'], source: undefined }]
  const declaring = routes.slice(0, 2).map((route) => ({ ...route, resources }))
  const leftOutWith = (at?: readonly ResourcePlace[]): readonly string[] => {
    const resource = {
      name: 'order',
      of: { ann: { id: '17' } },
      marks: {},
      shared: {},
      isSpare: true,
      ...(at && { at }),
    }
    return leftOutOf(resource, { routes: declaring, fixtures: {} } as never).map(({ key }) => key)
  }

  it('are left out by fixtures that name others by their paths, and by no others', () => {
    expect(leftOutWith([{ route: 'GET /orders/[id]', in: 'path', name: '' }])).to.deep.equal(['DELETE /orders/[id]'])
    expect(leftOutWith([{ route: 'POST /refunds', in: 'body', name: '/order' }])).to.deep.equal([])
    expect(leftOutWith()).to.deep.equal([])
  })
})

describe('an id in a body', () => {
  it('is written with the type of what the fixtures have there', async () => {
    const [, , route] = routes
    const body = { contentType: 'application/json', text: '{"order":17,"lines":["x"]}' }
    const asking = {
      fixtures: { routes: { 'POST /refunds': { body } } },
      ask: (ask: { body: unknown }) => Promise.resolve(ask.body),
    } as unknown as Exploration
    const bodyWith = (name: string, id: string): Promise<unknown> =>
      askAt({ route: route as never, in: 'body', name }, undefined, { id }, asking)
    expect(await bodyWith('/order', '42')).to.deep.equal({ order: 42, lines: ['x'] })
    expect(await bodyWith('/lines/0', '42')).to.deep.equal({ order: 17, lines: ['42'] })
    expect(await bodyWith('/order', 'o-42')).to.deep.equal({ order: 'o-42', lines: ['x'] })
  })
})
