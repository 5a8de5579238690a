import { expect } from 'chai'
import type { ResourcePlace } from '../model/fixtures.ts'
import { sampleRoute } from '../testdata/samples.ts'
import type { Exploration } from './exploration.ts'
import { placesOf } from './resource-places.ts'

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
